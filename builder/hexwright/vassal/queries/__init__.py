"""Translate queries about a position from Python to BeanShell functions of the module's script.

Queries use only a small subset of Python, which docs/explanation/queries.md describes.
"""
