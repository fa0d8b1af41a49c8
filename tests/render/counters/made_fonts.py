"""Fonts made for tests: every letter is a box, whose width tells it from others."""

from __future__ import annotations

import io
from collections.abc import Mapping

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

EM = 1000


def made_font(letters: Mapping[str, int], points: int = 4) -> bytes:
    """Return a TrueType font with these letters, each with its width in thousandths of an em."""
    names = {ord(char): f"g{number}" for number, char in enumerate(letters)}
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap(names)
    outlines = {".notdef": _box(500, 4)}
    metrics = {".notdef": (500, 0)}
    for char, width in letters.items():
        outlines[names[ord(char)]] = _box(width, points)
        metrics[names[ord(char)]] = (width, 0)
    builder.setupGlyf(outlines)
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Boxes", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sCapHeight=700)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    file = io.BytesIO()
    builder.save(file)
    return file.getvalue()


def _box(width: int, points: int) -> object:
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for number in range(points - 3):
        pen.lineTo((number % 2, 700 * (number + 1) // (points - 2)))
    pen.lineTo((max(2, width - 20), 700))
    pen.lineTo((max(2, width - 20), 0))
    pen.closePath()
    return pen.glyph()
