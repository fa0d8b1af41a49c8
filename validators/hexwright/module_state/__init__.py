"""The properties in which a module stores state that its counters don't show.

They are written from a state of the rules engine, and read back into one. In the code, these stored
properties are called notes. Each subject is one file of `notes/` and one entry of `ALL_NOTES`. Saved games,
logs and the conformance check use all subjects without knowing their names.
"""
