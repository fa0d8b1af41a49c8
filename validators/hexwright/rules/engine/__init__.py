"""The rules engine: state, actions, stages, dice, legality, sentences; it knows no rule of a game."""
