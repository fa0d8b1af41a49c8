"""Join and split text with delimiters as VASSAL does (VASSAL.tools.SequenceEncoder)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final


class CodecError(ValueError):
    """The error for text that VASSAL's encoding can't represent, or that VASSAL would misread.

    ``field`` is the name of the field (dotted if nested). ``value`` is the invalid text or value, and
    ``reason`` is an explanation in one line.
    """

    def __init__(self, field: str, value: object, reason: str) -> None:
        super().__init__(f"{field}: {reason}: {value!r}" if field else f"{reason}: {value!r}")
        self.field = field
        self.value = value
        self.reason = reason

    def within(self, outer: str) -> CodecError:
        """Return the error with ``outer`` prepended to the field's name."""
        return CodecError(f"{outer}.{self.field}" if self.field else outer, self.value, self.reason)


def reason_of(error: CodecError | RecursionError) -> str:
    """Return why text couldn't be read, in one line."""
    return error.reason if isinstance(error, CodecError) else "nested too deeply"


_QUOTED: Final = ("\\", "'")


def needs_quotes(token: str) -> bool:
    """Return whether VASSAL encloses ``token`` in single quotes."""
    return token[:1] == "\\" or (token[:1] == "'" and token[-1:] == "'")


def encode(tokens: Iterable[str], delimiter: str, names: Sequence[str] = ()) -> str:
    """Join ``tokens`` as VASSAL does. ``names`` contains their field names for error messages.

    Raises CodecError if a token other than the last ends in a backslash. VASSAL would treat the next
    delimiter as escaped, and merge the following token.
    """
    items = tuple(tokens)
    last = len(items) - 1
    # Most rows are plain: no token contains the delimiter, needs quotes or ends in a backslash.
    plain = delimiter.join(items)
    if plain.count(delimiter) == max(last, 0) and not (
        plain[:1] in _QUOTED
        or f"{delimiter}\\" in plain
        or f"{delimiter}'" in plain
        or f"\\{delimiter}" in plain
    ):
        return plain
    escaped = "\\" + delimiter
    out: list[str] = []
    for position, token in enumerate(items):
        if token and needs_quotes(token):
            out.append("'" + token.replace(delimiter, escaped) + "'")
            continue
        if position != last and token[-1:] == "\\":
            name = names[position] if position < len(names) else ""
            raise CodecError(
                name, token, "a string that ends in a backslash would merge with the next string"
            )
        out.append(token.replace(delimiter, escaped))
    return delimiter.join(out)


_HELD: Final = "\0"
"""Stands for an escaped delimiter while a text without this letter is split."""


def decode(text: str, delimiter: str) -> list[str]:
    """Split ``text`` into tokens. An empty string gives one empty token."""
    escaped = "\\" + delimiter
    if escaped not in text:
        tokens = text.split(delimiter)
        if "'" not in text:
            return tokens
        return [_unquote(token) for token in tokens]
    if _HELD in text or delimiter == "\\":
        return [_unquote(token.replace(escaped, delimiter)) for token in _bare(delimiter).split(text)]
    # A search for delimiters without a backslash before them takes twenty times as long.
    held = text.replace(escaped, _HELD)
    return [_unquote(token.replace(_HELD, delimiter)) for token in held.split(delimiter)]


def _unquote(token: str) -> str:
    return token[1:-1] if len(token) > 1 and token[0] == "'" and token[-1] == "'" else token


@cache
def _bare(delimiter: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\\)" + re.escape(delimiter))
