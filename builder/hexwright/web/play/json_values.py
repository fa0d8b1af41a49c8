"""The values that messages are made of."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

Json = dict[str, Any]
"""An object of a message: only strings, numbers, lists, objects, booleans and null."""


def number_text(value: int | Fraction) -> str:
    """Return a number as players write it: "3", "2½", or "7/3"."""
    exact = Fraction(value)
    whole, rest = divmod(exact, 1)
    signs = {
        Fraction(1, 2): "½",
        Fraction(1, 4): "¼",
        Fraction(3, 4): "¾",
        Fraction(1, 3): "⅓",
        Fraction(2, 3): "⅔",
    }
    if not rest:
        return str(whole)
    if rest in signs and exact > 0:
        return f"{whole or ''}{signs[rest]}"
    return str(exact)
