"""Write games of the rules engine as VASSAL logs and saved games: replays, positions, the tutorial."""
