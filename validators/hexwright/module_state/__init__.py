"""What a game of a module keeps beside its counters, written from states of the reference and read again.

A subject is a file of `parts/`, found by folder: saved positions, saved games that are read, the proof's
comparison and its walks all go through the parts, and know none of them by name.
"""
