"""Answer questions about a position, for the rules engine and for the module's script.

These functions are written in the subset of Python that `builder/hexwright/vassal/queries` translates to
BeanShell: see docs/explanation/queries.md.
"""
