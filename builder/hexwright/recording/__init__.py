"""Games of the rules engine written as VASSAL logs and saves: replays, positions, the module's tutorial."""
