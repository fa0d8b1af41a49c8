"""Stored properties: the properties in which a module stores state that its counters don't show.

The properties are written from a state of the rules engine, and read back into a state. The code calls these
stored properties notes. Each subject has one file in `notes/` and one entry in `ALL_NOTES`. Saved games, logs
and the conformance check use all subjects without knowing their names.
"""
