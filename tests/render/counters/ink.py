"""Measure the texts on a recording canvas by the outlines of the glyphs themselves."""

from __future__ import annotations

from functools import cache

from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box
from hexwright.render.fonts import FontFace, face_metrics
from hexwright.render.recording_canvas import DrawnPath, DrawnText


@cache
def _font(face: FontFace) -> TTFont:
    return TTFont(face.path)


@cache
def _outline(face: FontFace, char: str) -> tuple[float, float] | None:
    """Lowest and highest point of a glyph in parts of the em, or None for a blank."""
    font = _font(face)
    pen = BoundsPen(font.getGlyphSet())
    name = font.getBestCmap().get(ord(char), ".notdef")
    font.getGlyphSet()[name].draw(pen)
    if pen.bounds is None:
        return None
    em = font["head"].unitsPerEm
    return pen.bounds[1] / em, pen.bounds[3] / em


def ink_box(drawn: DrawnText) -> Box:
    """Return the box that the ink of a line covers, level or turned upright; as long as its advances."""
    if drawn.rotation not in (0, -90):
        return drawn.box
    ends = [ends for char in drawn.text if (ends := _outline(drawn.face, char)) is not None]
    low = min(low for low, _ in ends) * drawn.size
    high = max(high for _, high in ends) * drawn.size
    if drawn.rotation == -90:
        return Box(drawn.at.x - high, drawn.box.y, high - low, drawn.box.height)
    baseline = drawn.box.bottom - face_metrics(drawn.face).descent * 0.8 * drawn.size
    return Box.around([Point(drawn.box.x, baseline - high), Point(drawn.box.right, baseline - low)])


def stroke_box(drawn: DrawnPath) -> Box:
    """Return the box that a painted path covers, its stroke included."""
    stroke = drawn.style.width / 2 if drawn.style.stroke is not None else 0.0
    return drawn.path.box.inset(-stroke)
