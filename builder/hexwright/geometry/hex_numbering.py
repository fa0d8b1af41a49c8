"""Convert between a hex's column and row and its printed id."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from hexwright.model.ids import HexId

_FIELD = re.compile(r"\{(column|row)(?::(0?[0-9]?|A))?\}")


def _letters(number: int) -> str:
    """Return a number as letters: 1 is A, 26 is Z, 27 is AA."""
    text = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def _number(letters: str) -> int:
    total = 0
    for letter in letters:
        total = total * 26 + ord(letter) - ord("A") + 1
    return total


@dataclass(frozen=True, slots=True)
class Numbering:
    """A numbering pattern such as "{column:02}{row:02}"; columns and rows are counted from 1.

    Raises ValueError unless the pattern contains column and row exactly once each. It also raises ValueError
    for two adjacent numbers without a fixed width, which would be ambiguous.
    """

    pattern: str

    def __post_init__(self) -> None:
        fields = [match.group(1) for match in _FIELD.finditer(self.pattern)]
        if sorted(fields) != ["column", "row"]:
            raise ValueError(f"numbering {self.pattern!r} must contain {{column}} and {{row}} once each")
        if re.search(r"\{\w+(?::A)?\}\{\w+(?::A)?\}", self.pattern) and ":A" not in self.pattern:
            raise ValueError(
                f"numbering {self.pattern!r} has two adjacent numbers; write their digits, such as {{row:02}}"
            )
        if "{" in _FIELD.sub("", self.pattern) or "}" in _FIELD.sub("", self.pattern):
            raise ValueError(f"numbering {self.pattern!r} has a brace outside {{column}} and {{row}}")

    def format(self, column: int, row: int) -> HexId:
        """Return the printed id of the hex in a column and row."""

        def write(match: re.Match[str]) -> str:
            value = column if match.group(1) == "column" else row
            spec = match.group(2) or ""
            return _letters(value) if spec == "A" else format(value, spec + "d")

        return HexId(_FIELD.sub(write, self.pattern))

    def parse(self, text: str) -> tuple[int, int] | None:
        """Return the column and row of a printed id, or None if it doesn't match the pattern."""
        parts: list[str] = []
        end = 0
        for match in _FIELD.finditer(self.pattern):
            parts.append(re.escape(self.pattern[end : match.start()]))
            spec = match.group(2) or ""
            digits = spec.lstrip("0")
            body = "[A-Z]{1,6}" if spec == "A" else (f"[0-9]{{{digits}}}" if digits else "[0-9]{1,18}")
            parts.append(f"(?P<{match.group(1)}>{body})")
            end = match.end()
        parts.append(re.escape(self.pattern[end:]))
        found = re.fullmatch("".join(parts), text)
        if found is None:
            return None
        column, row = (
            _number(value) if value.isalpha() else int(value)
            for value in (found.group("column"), found.group("row"))
        )
        return (column, row) if self.format(column, row) == text else None


_LETTERS_FOR_DIGITS = str.maketrans("OQIL", "0011")


def meant_hex(text: str, hexes: Collection[HexId]) -> HexId | None:
    """Return the hex that a misspelt number means, or None: one without leading zeros, with a separator,
    in     wrong capitals, or with letters for digits.

    A number that is off by one isn't a misspelling.
    """
    width = len(next(iter(hexes), ""))
    bare = re.sub(r"\W", "", text).upper()
    typed = (HexId(one.zfill(width)) for one in (bare, bare.translate(_LETTERS_FOR_DIGITS)))
    return next((one for one in typed if one in hexes), None)
