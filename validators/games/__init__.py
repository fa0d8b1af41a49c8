"""Hold, a module for each game, the rules that its data can't say."""
