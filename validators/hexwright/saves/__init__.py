"""Check, describe and draw the saved games and logs of players.

`log_position` applies a file's commands, `sheet_locations` and `change_sentences` name places and pieces, and
`hexwright_saves` converts positions to states of the rules engine. A module's code is never run, and players'
names are not shown.
"""
