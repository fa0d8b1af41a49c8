"""Translate queries about the game, written in Python, to BeanShell functions of the module's script.

They may use only a small subset of Python, described in docs/explanation/queries.md.
"""
