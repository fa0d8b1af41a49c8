"""Read the heads of a combat table, and find the column of a battle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Measure = Literal["odds", "difference"]
"""What a table's columns go by: attack to defence, or attack less defence."""

_ODDS = re.compile(r"([1-9]\d{0,2})[:\-\u2013]([1-9]\d{0,2})\+?")
_DIFFERENCE = re.compile(r"([+\-\u2212]?)(\d{1,3})\+?")


def head_of(text: str, by: Measure) -> Fraction | None:
    """Return from what on a column counts: 3/2 for "3:2" or "3-2", -2 for "-2"; None for no such head."""
    plain = re.sub(r"\s", "", text)
    if by == "odds":
        found = _ODDS.fullmatch(plain)
        return None if found is None else Fraction(int(found[1]), int(found[2]))
    found = _DIFFERENCE.fullmatch(plain)
    return None if found is None else Fraction(int(found[2]) * (-1 if found[1] in ("-", "\u2212") else 1))


def mixed(number: int | Fraction) -> str:
    """Return a strength as it is told: 8, or "8 1/2"."""
    whole, rest = divmod(number, 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a combat table, from which a battle's is found.

    A column is counted from 1; 0 and less lie before the first.
    """

    by: Measure
    heads: tuple[str, ...]
    """As they are printed, without blanks."""
    least: tuple[tuple[int, int], ...]
    """From what on each counts, as numerator and denominator, in rising order."""

    @classmethod
    def of(cls, heads: Sequence[str], by: Measure) -> Columns:
        """Read the heads; raise ValueError where one can't be read or they don't rise."""
        least = [head_of(head, by) for head in heads]
        read = [head for head in least if head is not None]
        if len(read) < len(least) or read != sorted(set(read)):
            raise ValueError(f"{', '.join(heads)} are no rising {by}")
        plain = tuple(re.sub(r"\s", "", head) for head in heads)
        return cls(by, plain, tuple((head.numerator, head.denominator) for head in read))

    def from_head(self, head: str) -> int | None:
        """Return the column of a head, or of whole odds beyond the last; None for what is neither."""
        least = head_of(head, self.by)
        if least is None:
            return None
        pair = (least.numerator, least.denominator)
        if pair in self.least:
            return self.least.index(pair) + 1
        last = Fraction(*self.least[-1])
        beyond = self.by == "odds" and least.denominator == 1 and least > last
        return len(self.least) + int(least) - int(last) if beyond else None

    def name(self, column: int) -> str:
        """Return a column in words: its head, "below 1:1", or what odds beyond the last come to."""
        if column < 1:
            return f"below {self.heads[0]}"
        if column <= len(self.heads):
            return self.heads[column - 1]
        numerator, denominator = self.least[-1]
        return f"{numerator // denominator + column - len(self.heads)}:1"

    def reckoning(self, attack: int | Fraction, defence: int | Fraction) -> str:
        """Return the strengths as they are compared: "15:4", or "15-4"."""
        return f"{mixed(attack)}{':' if self.by == 'odds' else '-'}{mixed(defence)}"
