"""From a game's files to its outputs: load, draw, compile, write. The command line calls these recipes."""
