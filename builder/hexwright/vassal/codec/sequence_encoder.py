"""Join and split VASSAL's delimited text (VASSAL.tools.SequenceEncoder)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache


class CodecError(ValueError):
    """An error about text that VASSAL's encoding can't represent, or that VASSAL would misread.

    ``field`` is the field's name (dotted if nested), ``value`` the invalid text or value, and ``reason`` a
    one-line explanation.
    """

    def __init__(self, field: str, value: object, reason: str) -> None:
        super().__init__(f"{field}: {reason}: {value!r}" if field else f"{reason}: {value!r}")
        self.field = field
        self.value = value
        self.reason = reason

    def within(self, outer: str) -> CodecError:
        """Return the same error with ``outer`` put before the field's name."""
        return CodecError(f"{outer}.{self.field}" if self.field else outer, self.value, self.reason)


def needs_quotes(token: str) -> bool:
    """Return whether VASSAL encloses ``token`` in single quotes."""
    return token[:1] == "\\" or (token[:1] == "'" and token[-1:] == "'")


def encode(tokens: Iterable[str], delimiter: str, names: Sequence[str] = ()) -> str:
    """Join ``tokens`` as VASSAL does; ``names`` are their field names, for error messages.

    Raises CodecError for a token that ends in a backslash and isn't the last. VASSAL would treat the
    delimiter after it as escaped, and merge the next token into it.
    """
    items = tuple(tokens)
    last = len(items) - 1
    # Most rows are plain: no token contains the delimiter, needs quotes or ends in a backslash.
    plain = delimiter.join(items)
    if plain.count(delimiter) == max(last, 0) and (
        ("\\" not in plain and "'" not in plain)
        or not (any(map(needs_quotes, items)) or any(token[-1:] == "\\" for token in items[:-1]))
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
            raise CodecError(name, token, "a text that ends in a backslash would swallow the following text")
        out.append(token.replace(delimiter, escaped))
    return delimiter.join(out)


def decode(text: str, delimiter: str) -> list[str]:
    """Split ``text`` into its tokens; an empty string is one empty token."""
    escaped = "\\" + delimiter
    if escaped not in text:
        tokens = text.split(delimiter)
        if "'" not in text:
            return tokens
        return [_unquote(token) for token in tokens]
    return [_unquote(token.replace(escaped, delimiter)) for token in _bare(delimiter).split(text)]


def _unquote(token: str) -> str:
    return token[1:-1] if len(token) > 1 and token[0] == "'" and token[-1] == "'" else token


@cache
def _bare(delimiter: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\\)" + re.escape(delimiter))
