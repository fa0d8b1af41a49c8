"""Module state: notes that a module's game keeps besides its counters, written from states and read back.

Each subject is one file of `notes/`, found by listing the folder. Saved positions, the reading of saved
games, the conformance check's comparison and its walks use all parts without knowing their names.
"""
