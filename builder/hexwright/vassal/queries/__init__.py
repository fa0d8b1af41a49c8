"""Carry queries that are written in Python into the module's script.

What they may be written in is a small part of Python: docs/explanation/queries.md says which.
"""
