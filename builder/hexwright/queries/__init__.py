"""Queries of a position, shared by the rules engine and the module's script.

They are written once, in the subset of Python that `builder/hexwright/vassal/queries` translates to
BeanShell: see docs/explanation/queries.md.
"""
