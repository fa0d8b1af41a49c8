"""Python sources without what only readers need: a browser fetches and compiles half as much."""

from __future__ import annotations

import ast
import tokenize
from io import StringIO


def bare_source(text: str) -> bytes:
    """Return a module's source without comments and docstrings; each line keeps its number.

    The code is the same except `__doc__`. Lines in error messages are those of the full source.
    """
    rows = text.splitlines(keepends=True)
    for token in tokenize.generate_tokens(StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            rows[row - 1] = rows[row - 1][:column].rstrip() + "\n"
    lines = [row.encode() for row in rows]
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                _blank(lines, node)
    return b"".join(lines)


def _blank(lines: list[bytes], node: ast.Expr) -> None:
    """Put a short text in the place of one: a block needs a statement, and `from __future__` goes first.

    It isn't empty, or `dataclass` would write one.
    """
    assert node.end_lineno is not None
    first, last = node.lineno - 1, node.end_lineno - 1
    before, after = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
    lines[first : last + 1] = [b"\n"] * (last - first) + [before + b"'.'" + after]
