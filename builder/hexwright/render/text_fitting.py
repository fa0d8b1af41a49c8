"""Fit lines of text into boxes. Text is measured by the outlines of its glyphs."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from fontTools.ttLib import TTFont

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Anchor, Box, Canvas, Colour
from hexwright.render.fonts import SMALLEST_PRINT, FontFace, face_metrics, text_width, wrap

_SOLID = 0.9
"""Minimum line spacing as a share of the text size. Letters without descenders then nearly touch."""


@cache
def _font(face: FontFace) -> TTFont:
    """Return the fontTools font of a face.

    It is loaded from memory, so that no file stays open.
    """
    return TTFont(io.BytesIO(face.path.read_bytes()), lazy=True)


@cache
def _reach(face: FontFace, char: str) -> tuple[float, float]:
    """Return the extent of a glyph below and above the baseline, in ems."""
    font = _font(face)
    glyph = font["glyf"][font.getBestCmap().get(ord(char), ".notdef")]
    em = font["head"].unitsPerEm
    return (getattr(glyph, "yMin", 0) / em, getattr(glyph, "yMax", 0) / em)


# Digits and the letters of Roman numerals are on most counters: their extents are listed here, so that the
# font needn't be opened.
_PLAIN = frozenset("0123456789ABCDEFGHIKLMNOPRSTUVWXYZ-– ")


def text_extent(text: str, face: FontFace) -> tuple[float, float]:
    """Return the lowest (negative) and highest y of a string relative to the baseline, in ems."""
    cap = face_metrics(face).cap_height
    ends = [_reach(face, char) for char in sorted(set(text) - _PLAIN)]
    return min([-0.012, *(low for low, _ in ends)]), max([cap + 0.012, *(high for _, high in ends)])


@dataclass(frozen=True, slots=True)
class FittedLine:
    """A line of text, with the size and position at which it fits a box."""

    text: str
    size: float
    at: Point
    anchor: Anchor


def fit_line(
    box: Box,
    text: str,
    face: FontFace,
    size: float,
    anchor: Anchor = "middle",
    middle: float | None = None,
    *,
    least: float = 0.0,
) -> FittedLine:
    """Return the size and position of a line in a box.

    The size is `size`, or smaller if the line wouldn't fit, but not below `least`. Capitals are centred on
    the height `middle`, or on the centre of the box, as far as the box allows. A line that is too high for
    the box extends as far above as below.
    """
    low, high = text_extent(text, face)
    cap = face_metrics(face).cap_height
    width = text_width(text, face, 1.0)
    size = max(min(size, box.height / (high - low), box.width / width if width > 0 else size), least)
    over = max(0.0, (high - low) * size - box.height)
    box = Box(box.x, box.y - over / 2, box.width, box.height + over)
    baseline = (box.centre.y if middle is None else middle) + cap * size / 2
    baseline = min(baseline, box.bottom + low * size)
    baseline = max(baseline, box.y + high * size)
    x = {"start": box.x, "middle": box.centre.x, "end": box.right}[anchor]
    return FittedLine(text, size, Point(x, baseline), anchor)


def letter_in_box(
    canvas: Canvas,
    box: Box,
    text: str,
    face: FontFace,
    size: float,
    fill: Colour,
    anchor: Anchor = "middle",
    middle: float | None = None,
) -> None:
    """Draw one line of text in a box; if it would be too small to read, it is shortened with an ellipsis."""
    line = fit_line(box, text, face, size, anchor, middle)
    if line.size < SMALLEST_PRINT:
        text = shorten_to_width(text, face, SMALLEST_PRINT, box.width)
        line = fit_line(box, text, face, size, anchor, middle, least=SMALLEST_PRINT)
    if line.text.strip():
        canvas.text(line.at, line.text, face, line.size, fill, anchor=anchor)


def letter_in_narrow_box(
    canvas: Canvas, box: Box, text: str, face: FontFace, size: float, fill: Colour
) -> None:
    """Draw one line of text in a narrow box: horizontally, or vertically if it would be too small to read."""
    level = fit_line(box, text, face, size)
    if level.size >= SMALLEST_PRINT or box.height <= box.width:
        letter_in_box(canvas, box, text, face, size, fill)
        return
    c = box.centre
    turned = Box(c.x - box.height / 2, c.y - box.width / 2, box.height, box.width)
    line = fit_line(turned, text, face, size)
    if line.size < SMALLEST_PRINT:
        text = shorten_to_width(text, face, SMALLEST_PRINT, turned.width)
        line = fit_line(turned, text, face, size, least=SMALLEST_PRINT)
    if line.text.strip():
        # After a quarter turn to the left, text that was below the middle is to the right of it.
        at = Point(c.x + line.at.y - c.y, c.y)
        canvas.text(at, line.text, face, line.size, fill, rotation=-90)


def shorten_to_width(text: str, face: FontFace, size: float, width: float) -> str:
    """Return the text, shortened with an ellipsis if it is too wide; "" if no part of it fits."""
    if text_width(text, face, size) <= width + 1e-6:
        return text
    for length in range(len(text) - 1, 0, -1):
        short = text[:length].rstrip() + "…"
        if text_width(short, face, size) <= width:
            return short
    return ""


def break_into_box(
    text: str, face: FontFace, size: float, box: Box, *, leading: float, most: int
) -> Sequence[str]:
    """Break text into at most `most` lines that fit a box.

    If this is impossible, return `most` lines that don't fit. Blank text has no lines.
    """
    if not text.strip():
        return ()
    for trial in (size, max(size * 0.85, SMALLEST_PRINT), max(size * 0.7, SMALLEST_PRINT)):
        lines = wrap(text, face, trial, box.width)
        if len(lines) <= most and len(lines) * trial * leading <= box.height + 1e-9:
            return lines
    words = text.split()
    per_line = -(-len(words) // most)
    return [" ".join(words[n : n + per_line]) for n in range(0, len(words), per_line)]


def letter_lines(
    canvas: Canvas,
    box: Box,
    text: str,
    face: FontFace,
    size: float,
    fill: Colour,
    *,
    most: int = 2,
    leading: float = 1.05,
) -> None:
    """Draw text in the middle of a box, in up to `most` centred lines of the same size."""
    most = max(1, min(most, math.floor(box.height / (SMALLEST_PRINT * _SOLID))))
    lines = [line for line in break_into_box(text, face, size, box, leading=leading, most=most) if line]
    if not lines:
        return
    widest = max(text_width(line, face, 1.0) for line in lines)
    size = min(size, box.height / (leading * len(lines)), box.width / widest if widest else size)
    pitch = leading * size
    if size < SMALLEST_PRINT:
        size, pitch = SMALLEST_PRINT, min(SMALLEST_PRINT * leading, box.height / len(lines))
    top = box.centre.y - pitch * len(lines) / 2
    for number, line in enumerate(lines):
        row = Box(box.x, top + number * pitch, box.width, pitch)
        letter_in_box(canvas, row, line, face, size, fill)
