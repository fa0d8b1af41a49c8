"""Measure colours: how light one is, and how well one reads on another (WCAG 2)."""

from __future__ import annotations

from functools import cache
from typing import Final

LEGIBLE: Final = 4.5
"""The least contrast of lettering with what it stands on."""


@cache
def luminance(colour: str) -> float:
    """Return how light a colour "#rrggbb" is, 0 to 1 (relative luminance)."""

    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(int(colour[n : n + 2], 16)) for n in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)
