"""Parse the heads of a combat table, and find the column of a battle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Measure = Literal["odds", "differential"]
"""The comparison of strengths in the columns of a table: the ratio of attack to defence, or attack less
defence.
"""

_ODDS = re.compile(r"([1-9]\d{0,2})[:\-\u2013]([1-9]\d{0,2})\+?")
_DIFFERENCE = re.compile(r"([+\-\u2212]?)(\d{1,3})\+?")


def parse_column_head(text: str, by: Measure) -> Fraction | None:
    """Return the lower bound of a column: 3/2 for "3:2" or "3-2", -2 for "-2"; None for an invalid head."""
    plain = re.sub(r"\s", "", text)
    if by == "odds":
        found = _ODDS.fullmatch(plain)
        return None if found is None else Fraction(int(found[1]), int(found[2]))
    found = _DIFFERENCE.fullmatch(plain)
    return None if found is None else Fraction(int(found[2]) * (-1 if found[1] in ("-", "\u2212") else 1))


def decimal(number: int | Fraction) -> str:
    """Return a strength as a decimal: "8", "8.5", or "8.3" for 8⅓, cut after the first digit."""
    whole, rest = divmod(Fraction(number), 1)
    hundredths = rest * 100
    digits = f"{int(hundredths):02}" if hundredths.denominator == 1 else str(int(rest * 10))
    return f"{whole}.{digits}".rstrip("0").rstrip(".") if digits.strip("0") else str(whole)


@dataclass(frozen=True, slots=True)
class OddsColumns:
    """The columns of a combat table, parsed for finding the column of a battle.

    Columns are counted from 1; 0 and less are below the first.
    """

    by: Measure
    heads: tuple[str, ...]
    """The heads as printed, without spaces."""
    least: tuple[tuple[int, int], ...]
    """The lower bound of each column, as numerator and denominator, in ascending order."""

    @classmethod
    def of(cls, heads: Sequence[str], by: Measure) -> OddsColumns:
        """Parse the heads; raise ValueError if a head is invalid or the heads aren't in ascending order."""
        least = [parse_column_head(head, by) for head in heads]
        read = [head for head in least if head is not None]
        if len(read) < len(least) or read != sorted(set(read)):
            raise ValueError(f"{', '.join(heads)} are not ascending {by}")
        plain = tuple(re.sub(r"\s", "", head) for head in heads)
        if by == "odds":
            # "3:1" and "3-1" are the same odds; players read one form.
            plain = tuple(head.replace("-", ":") for head in plain)
        return cls(by, plain, tuple((head.numerator, head.denominator) for head in read))

    def from_head(self, head: str) -> int | None:
        """Return the column of a head, or of odds above the last column; None for any other string."""
        least = parse_column_head(head, self.by)
        if least is None:
            return None
        pair = (least.numerator, least.denominator)
        if pair in self.least:
            return self.least.index(pair) + 1
        last = Fraction(*self.least[-1])
        beyond = self.by == "odds" and least.denominator == 1 and least > last
        return len(self.least) + int(least) - int(last) if beyond else None

    def name(self, column: int) -> str:
        """Return the head of a column, "below 1:1", or the odds above the last column."""
        if column < 1:
            return f"below {self.heads[0]}"
        if column <= len(self.heads):
            return self.heads[column - 1]
        numerator, denominator = self.least[-1]
        return f"{numerator // denominator + column - len(self.heads)}:1"

    def reckoning(self, attack: int | Fraction, defence: int | Fraction) -> str:
        """Return the two strengths as the table compares them: "15:4", or "15-4"."""
        return f"{decimal(attack)}{':' if self.by == 'odds' else '-'}{decimal(defence)}"

    def result(self, attack: int | Fraction, defence: int | Fraction, column: int) -> str:
        """Return what the comparison gives: the odds, such as "3:1", or the difference, with its column if
        that has another head: "+3", or "+11, column +7".
        """
        name, difference = self.name(column), Fraction(attack) - Fraction(defence)
        if self.by == "odds" or (column >= 1 and difference == Fraction(*self.least[column - 1])):
            return name
        sign = "+" if difference > 0 else "-" if difference < 0 else ""
        return f"{sign}{decimal(abs(difference))}, {f'column {name}' if column >= 1 else name}"
