"""Saved games and logs of players: check, describe and draw them.

`log_position` applies a file's commands, `sheet_locations` and `change_sentences` name places and pieces,
`hexwright_saves` converts positions to states of the rules engine. No code of a module is run, and players'
names are not shown.
"""
