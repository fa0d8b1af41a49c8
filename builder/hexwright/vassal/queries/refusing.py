"""What of a query's Python isn't carried over: where it stands, and what to write instead."""

from __future__ import annotations

import ast


class RefusedError(Exception):
    """Report what stands outside of the part of Python that queries are written in."""

    def __init__(self, path: str, line: int, what: str, instead: str) -> None:
        super().__init__(f"{path}:{line}: {what}; {instead}")
        self.path, self.line, self.what, self.instead = path, line, what, instead


class Refusals:
    """Refuse parts of one file."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __call__(self, node: ast.AST, what: str, instead: str) -> RefusedError:
        """Return the error about a node."""
        return RefusedError(self.path, getattr(node, "lineno", 1), what, instead)
