"""The umpire: replay the log of a game against the rules engine, and report every violation."""
