"""Check, describe and draw the saved games and logs of players.

`sheet_locations` and `change_sentences` name places and pieces, and `hexwright_saves` converts positions to
states of the rules engine. A module's code is never run. What players hide from each other, and their names,
are shown only if asked for.
"""
