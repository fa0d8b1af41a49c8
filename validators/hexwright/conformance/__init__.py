"""The conformance check: play a module next to the rules engine, in the emulator and in VASSAL.

A walk starts from a position that the rules engine has reached alone. From there, the rules engine and the
module continue the game together. Each action of the rules engine is performed in the module with drags and
keys, as a player would do it. Between these actions, the walk attempts other actions, both legal and illegal.
After each action and attempt, the verdict and the position must be the same in both. A replay is a whole game
without attempts.
"""
