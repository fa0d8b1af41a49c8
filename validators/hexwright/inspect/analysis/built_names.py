"""Names that an expression or format puts together in play, found by their beginning or end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hexwright.inspect.analysis.expression_analysis import TextAnalysis
from hexwright.support.linear_regex import LinearRegex

_LITERAL = LinearRegex(r'"((?:[^"\\]|\\.)*)"')
_DOLLARS = re.compile(r"\$[^$\n]+\$")
_BREAK = re.compile(r"[\s\"'\\=<>]+")


def may_be_built(name: str, first: str, last: str) -> bool:
    """Return whether a name may end in the first word of a string, or begin with its last word."""
    return (len(last) > 2 and name.startswith(last)) or (
        len(first) > 2 and not first.startswith(".") and name.endswith(first)
    )


def name_parts(texts: Iterable[tuple[TextAnalysis, str]]) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the first and last word of each string from which names may be put together, with its text."""
    for reading, value in texts:
        if reading.is_expression:
            strings = [found[1] for found in _LITERAL.finditer(value)] if "+" in value else []
        else:
            strings = _DOLLARS.split(value) if "$" in value else []
        for string in strings:
            words = _BREAK.split(string)
            if words[0] or words[-1]:
                yield (words[0], words[-1]), value
