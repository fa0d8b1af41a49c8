"""Draw marks for cutting and checking: cut marks, register crosses, crop marks, check bars."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.fonts import FontFace
from hexwright.render.theme import Theme

BLACK = Colour("#000000")
CLEAR = 1.0
"""The distance in mm of marks from the art with its bleed."""
LENGTH = 4.0
_HAIR = Style(stroke=BLACK, width=0.1, separation="All")
_CUTTER = Style(stroke=Colour("#e6007e"), width=0.1, separation="CutContour")


def cut_marks(
    canvas: Canvas,
    block: Box,
    xs: Iterable[float],
    ys: Collection[float],
    bleed: float,
    length: float = LENGTH,
    *,
    sides: Iterable[Literal["left", "right"]] = ("left", "right"),
) -> None:
    """Draw a tick at both ends of each cut line, without touching the art or its bleed."""
    near, far = bleed + CLEAR, bleed + CLEAR + length
    path = Path(())
    for x in xs:
        path += Path.line([Point(x, block.y - far), Point(x, block.y - near)])
        path += Path.line([Point(x, block.bottom + near), Point(x, block.bottom + far)])
    ends = {"left": (block.x - far, block.x - near), "right": (block.right + near, block.right + far)}
    for side in sides:
        start, end = ends[side]
        for y in ys:
            path += Path.line([Point(start, y), Point(end, y)])
    if path.segments:
        with canvas.group("cut-marks"):
            canvas.path(path, _HAIR)


def register_cross(canvas: Canvas, at: Point, size: float = 5.0) -> None:
    """Draw a cross in a circle, with which two sheets are aligned by a pin."""
    half = size / 2
    with canvas.group("register"):
        path = Path.line([Point(at.x - half, at.y), Point(at.x + half, at.y)])
        path += Path.line([Point(at.x, at.y - half), Point(at.x, at.y + half)])
        canvas.path(path + Path.ellipse(at, half * 0.6), _HAIR)


def crop_marks(canvas: Canvas, trim: Box, bleed: float, length: float = 6.0) -> None:
    """Draw crop marks at the corners of a sheet, and register crosses at the middle of its sides."""
    cut_marks(canvas, trim, (trim.x, trim.right), (trim.y, trim.bottom), bleed, length)
    away = bleed + CLEAR + 3.0
    for at in (
        Point(trim.centre.x, trim.y - away),
        Point(trim.centre.x, trim.bottom + away),
        Point(trim.x - away, trim.centre.y),
        Point(trim.right + away, trim.centre.y),
    ):
        register_cross(canvas, at, 4.0)


def cut_contour(canvas: Canvas, outline: Path) -> None:
    """Draw a line for the shop's cutting machine, on a plate of its own."""
    with canvas.group("cut-contour"):
        canvas.path(outline, _CUTTER)


def check_bar(canvas: Canvas, theme: Theme, left: Point, length: float = 100.0) -> None:
    """Draw a bar of a known length with a tick every 10 mm, to be checked with a ruler."""
    ticks = Path.line([left, Point(left.x + length, left.y)])
    for n in range(round(length / 10) + 1):
        high = 2.2 if n % 5 == 0 else 1.3
        x = left.x + 10.0 * n
        ticks += Path.line([Point(x, left.y), Point(x, left.y - high)])
    with canvas.group("check-bar"):
        canvas.path(ticks, Style(stroke=theme.ink, width=0.15))
    text = f"{length:g} mm on paper, or the print was scaled"
    canvas.text(Point(left.x + length + 2, left.y), text, FontFace.SANS, 2.3, theme.ink_quiet, anchor="start")
