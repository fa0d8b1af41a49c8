"""Read whole numbers that strangers wrote."""

from __future__ import annotations


def plain_number(text: str, most_digits: int = 18) -> int | None:
    """Return the number that ASCII digits write; None for anything else and for more than `most_digits`.

    `int` itself reads digits of other scripts, signs and underscores, and refuses thousands of digits.
    """
    plain = text.isascii() and text.isdigit() and len(text) <= most_digits
    return int(text) if plain else None
