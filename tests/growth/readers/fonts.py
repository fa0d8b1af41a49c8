"""Fonts of the designer's for counters."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from hexwright.render.counters.own_fonts import OwnFont
from tests.growth.dimension import Dimension
from tests.render.counters.made_fonts import made_font

_READER: Final = "render.counters.own_fonts.OwnFont.__init__"


def _letters(n: int) -> bytes:
    return made_font({chr(0x4E00 + number): 500 for number in range(n)})


def _points(n: int) -> bytes:
    return made_font({"A": 500}, points=n)


def _set(text: str, path: Path) -> str:
    font = OwnFont(path.read_bytes())
    for glyph in font.glyphs(text):
        font.advance(glyph)
        font.outline(glyph)
    return ""


DIMENSIONS: Final = (
    Dimension("letters of a font", _READER, ".ttf", _letters, partial(_set, "一丁七"), 1000),
    Dimension("points of a letter", _READER, ".ttf", _points, partial(_set, "A"), 400),
)
