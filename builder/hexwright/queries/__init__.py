"""Queries of a position that the rules reference asks, and the module's script as well.

They are written once, in the part of Python that `builder/hexwright/vassal/queries` carries over: see
docs/explanation/queries.md.
"""
