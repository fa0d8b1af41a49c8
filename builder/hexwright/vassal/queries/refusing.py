"""Errors for Python code in queries that can't be translated.

An error has a source location and a suggested replacement.
"""

from __future__ import annotations

import ast


class RefusedError(Exception):
    """The error for a query that uses Python outside the supported subset."""

    def __init__(self, path: str, line: int, what: str, instead: str) -> None:
        super().__init__(f"{path}:{line}: {what}; {instead}")
        self.path, self.line, self.what, self.instead = path, line, what, instead


class Refusals:
    """A factory of errors for one query file."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __call__(self, node: ast.AST, what: str, instead: str) -> RefusedError:
        """Return an error at the line of a syntax node.

        `what` is the unsupported code, `instead` the suggested replacement.
        """
        return RefusedError(self.path, getattr(node, "lineno", 1), what, instead)
