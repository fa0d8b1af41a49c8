"""Measure colours: luminance and contrast (WCAG 2)."""

from __future__ import annotations

from functools import cache
from typing import Final

MIN_TEXT_CONTRAST: Final = 4.5
"""Minimum contrast of text with its background."""


@cache
def relative_luminance(colour: str) -> float:
    """Return the relative luminance of a colour "#rrggbb", from 0 to 1."""

    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(int(colour[n : n + 2], 16)) for n in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast_ratio(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    low, high = sorted((relative_luminance(first), relative_luminance(second)))
    return (high + 0.05) / (low + 0.05)
