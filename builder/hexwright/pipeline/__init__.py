"""Turn a game's files into outputs: load, draw, compile, write. The command line calls these functions."""
