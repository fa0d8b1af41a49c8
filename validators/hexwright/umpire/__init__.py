"""The umpire: a log of a game replayed against the rules reference, and each thing the rules forbid."""
