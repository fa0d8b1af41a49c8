"""Module state: properties in which a module stores state that no counter shows, written from states and
read back.

These stored properties are called notes in the code. Each subject is one file of `notes/`, found by listing
the folder. Writing and reading saved games, the conformance comparison and its walks use all of them without
knowing their names.
"""
