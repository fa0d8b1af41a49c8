"""Translate queries written in Python to the module's script.

They may use only a small subset of Python, described in docs/explanation/queries.md.
"""
