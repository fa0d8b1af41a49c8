"""Errors for Python in queries that can't be translated: the place, and a suggested replacement."""

from __future__ import annotations

import ast


class RefusedError(Exception):
    """A query uses Python outside the supported subset."""

    def __init__(self, path: str, line: int, what: str, instead: str) -> None:
        super().__init__(f"{path}:{line}: {what}; {instead}")
        self.path, self.line, self.what, self.instead = path, line, what, instead


class Refusals:
    """A factory of errors about one file."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __call__(self, node: ast.AST, what: str, instead: str) -> RefusedError:
        """Return the error about a node."""
        return RefusedError(self.path, getattr(node, "lineno", 1), what, instead)
