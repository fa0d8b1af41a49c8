"""Convert between a hex's column and row and its printed id."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from hexwright.model.hex_map import GridNumbers
from hexwright.model.ids import HexId

_FIELD = re.compile(r"\{(column|row)(?::(0?[0-9]?|AA?))?\}")


def _letters(number: int) -> str:
    """Return a number as letters: 1 is A, 26 is Z, 27 is AA."""
    text = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def _doubled_letters(number: int) -> str:
    """Return a number as one repeated letter: 1 is A, 26 is Z, 27 is AA, 28 is BB."""
    return chr(ord("A") + (number - 1) % 26) * ((number - 1) // 26 + 1) if number > 0 else ""


def _number(letters: str, form: str) -> int:
    if form == "AA":
        return 26 * (len(letters) - 1) + ord(letters[0]) - ord("A") + 1
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
        if re.search(r"\{\w+(?::AA?)?\}\{\w+(?::AA?)?\}", self.pattern) and ":A" not in self.pattern:
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
            if spec.startswith("A"):
                return _letters(value) if spec == "A" else _doubled_letters(value)
            return format(value, spec + "d")

        return HexId(_FIELD.sub(write, self.pattern))

    def parse(self, text: str) -> tuple[int, int] | None:
        """Return the column and row of a printed id, or None if it doesn't match the pattern."""
        parts: list[str] = []
        end = 0
        for match in _FIELD.finditer(self.pattern):
            parts.append(re.escape(self.pattern[end : match.start()]))
            spec = match.group(2) or ""
            digits = spec.lstrip("0")
            number = f"[0-9]{{{digits}}}" if digits else "[0-9]{1,18}"
            body = "[A-Z]{1,60}" if spec.startswith("A") else number
            parts.append(f"(?P<{match.group(1)}>{body})")
            end = match.end()
        parts.append(re.escape(self.pattern[end:]))
        found = re.fullmatch("".join(parts), text)
        if found is None:
            return None
        forms = {match.group(1): match.group(2) or "" for match in _FIELD.finditer(self.pattern)}
        column, row = (
            _number(found.group(name), forms[name]) if forms[name].startswith("A") else int(found.group(name))
            for name in ("column", "row")
        )
        return (column, row) if self.format(column, row) == text else None

    def is_lettered(self, name: str) -> bool:
        """Return whether `column` or `row` is written in letters."""
        return any(
            m.group(1) == name and (m.group(2) or "").startswith("A") for m in _FIELD.finditer(self.pattern)
        )


def printed_numbers(count: int, numbers: GridNumbers | None) -> tuple[int, ...]:
    """Return the numbers of `count` columns or rows, counted from the corner where the numbering begins."""
    if numbers is None:
        return tuple(range(1, count + 1))
    found: list[int] = []
    skipped, number = frozenset(numbers.without), numbers.first
    while len(found) < count:
        if number not in skipped:
            found.append(number)
        number += numbers.step
    return tuple(found)


_LETTERS_FOR_DIGITS = str.maketrans("OQIL", "0011")


def meant_hex(text: str, hexes: Collection[HexId]) -> HexId | None:
    """Return the hex that a misspelt number means, or None: one without leading zeros, with a separator,
    in wrong capitals, or with letters for digits.

    A number that is off by one isn't a misspelling.
    """
    width = len(next(iter(hexes), ""))
    bare = re.sub(r"\W", "", text).upper()
    typed = (HexId(one.zfill(width)) for one in (bare, bare.translate(_LETTERS_FOR_DIGITS)))
    return next((one for one in typed if one in hexes), None)
