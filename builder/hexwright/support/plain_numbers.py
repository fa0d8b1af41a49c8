"""Read whole numbers that strangers wrote, and write numbers for players."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

FRACTION_SIGNS: Final[Mapping[Fraction, str]] = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}
"""The fractions that fonts have as one character."""


def plain_number(text: str, most_digits: int = 18) -> int | None:
    """Return the number that ASCII digits write; None for anything else and for more than `most_digits`.

    `int` itself reads digits of other scripts, signs and underscores, and refuses thousands of digits.
    """
    plain = text.isascii() and text.isdigit() and len(text) <= most_digits
    return int(text) if plain else None


def number_text(value: int | Fraction) -> str:
    """Return a number as players write it: "3", "2½", or "7/3"."""
    exact = Fraction(value)
    whole, rest = divmod(exact, 1)
    if not rest:
        return str(whole)
    if rest in FRACTION_SIGNS and exact > 0:
        return f"{whole or ''}{FRACTION_SIGNS[rest]}"
    return str(exact)
