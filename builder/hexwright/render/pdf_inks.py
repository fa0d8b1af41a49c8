"""Convert theme colours to PDF inks: RGB for home printers, process colours (CMYK) for print shops."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from hexwright.render.canvas import Colour

Inks = Callable[[Colour, bool], tuple[float, ...]]
"""A function from a colour to ink values: red, green and blue, or four process inks.

The second argument is whether the colour is for text.
"""

INK_LIMIT: Final = 2.8
"""The maximum amount of ink on one spot.

It is the sum of the four inks, each from 0 to 1; printers require a limit of 2.8 to 3.2.
"""
_TINT, _FULL_BLACK = 0.12, 0.5
"""Darkness (1 minus the brightest component) up to which a tint has no black, and from which all of it is.

Black dots in a light tint look like dirt.
"""
_NEARLY_BLACK = 0.22
"""Text whose brightest component is below this value is printed in pure black, which can't blur."""


@cache
def _parts(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return red, green, blue


def screen_inks(colour: Colour, text: bool) -> tuple[float, ...]:
    """Return a colour as red, green and blue, 0 to 1."""
    return _parts(colour)


@cache
def process_inks(colour: Colour, text: bool) -> tuple[float, ...]:
    """Return a colour as cyan, magenta, yellow and black, each from 0 to 1.

    The common part of the first three becomes black, in light tints none of it and in middle ones a part.
    Greys use a single ink. Nearly black text uses only black.
    """
    red, green, blue = _parts(colour)
    brightest = max(red, green, blue)
    if text and brightest < _NEARLY_BLACK:
        return 0.0, 0.0, 0.0, 1.0
    darkness = 1 - brightest
    if brightest <= 0 or red == green == blue:
        return 0.0, 0.0, 0.0, darkness
    share = min(1.0, max(0.0, (darkness - _TINT) / (_FULL_BLACK - _TINT)))
    black = darkness * share
    found = [max(0.0, 1 - part / (1 - black)) for part in (red, green, blue)]
    over = sum(found) + black - INK_LIMIT
    if over > 0:
        share = (sum(found) - over) / sum(found)
        found = [part * share for part in found]
    return found[0], found[1], found[2], black


def operator(inks: tuple[float, ...], *, stroke: bool) -> str:
    """Return the PDF operator that sets the colour of strokes or fills."""
    name = {3: "rg", 4: "k"}[len(inks)]
    return f"{' '.join(map(_number, inks))} {name.upper() if stroke else name}"


def _number(part: float) -> str:
    # PDF knows no exponents.
    return f"{max(0.0, part):.4f}".rstrip("0").rstrip(".")
