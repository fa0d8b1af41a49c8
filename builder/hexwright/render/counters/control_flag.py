"""Draw the flag of the side that controls a place, on a transparent background, for screens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Side
from hexwright.render.canvas import Box, Canvas, Colour, Path, Segment, Style
from hexwright.render.counters.counter_palette import INK, WHITE, lettering_colour
from hexwright.render.side_emblems import emblem_path
from hexwright.render.theme import Theme

FLAG: Final = 7.0
"""Edge in mm of the square that contains a flag, on a map with hexes of 24 mm."""
POLE: Final = 0.1
"""The x position of the pole in that square, as a share of the edge."""
FOOT: Final = 0.97
"""The y position of the pole's lower end, as a share of the edge."""
CLOTH: Final = Box(POLE, 0.05, 0.86, 0.47)
"""The bounding box of the cloth with its waves, in shares of the edge."""
_WAVE = 0.05


def draw_flag(canvas: Canvas, side: Side | None, theme: Theme, box: Box) -> None:
    """Draw a side's flag into a square; a place that no side controls has a plain flag."""
    edge = min(box.width, box.height)

    def at(x: float, y: float) -> Point:
        return Point(box.x + x * edge, box.y + y * edge)

    pole = Path.line([at(POLE, 0.04), at(POLE, FOOT)])
    cloth = _cloth(at)
    fill = WHITE if side is None else Colour(theme.side(side).accent)
    # A pale outline sets it off from whatever lies below.
    canvas.path(pole, Style(stroke=WHITE, width=0.13 * edge, cap="round"))
    canvas.path(cloth, Style(stroke=WHITE, width=0.08 * edge, join="round"))
    canvas.path(pole, Style(stroke=INK, width=0.06 * edge, cap="round"))
    canvas.path(cloth, Style(fill=fill, stroke=INK, width=0.03 * edge, join="round"))
    if side is not None:
        middle = at(CLOTH.x + CLOTH.width / 2, CLOTH.y + CLOTH.height / 2)
        canvas.path(emblem_path(side.emblem, middle, 0.165 * edge), Style(fill=lettering_colour(fill)))


def _cloth(at: Callable[[float, float], Point]) -> Path:
    """Return the outline of the cloth, with one wave: up in the half near the pole, down in the other
    half.
    """
    left, right = CLOTH.x, CLOTH.right
    top, foot = CLOTH.y + _WAVE, CLOTH.bottom - _WAVE
    one, two = left + CLOTH.width * 0.35, left + CLOTH.width * 0.65
    rise, fall = -2 * _WAVE, 2 * _WAVE
    return Path(
        (
            Segment("M", (at(left, top),)),
            Segment("C", (at(one, top + rise), at(two, top + fall), at(right, top))),
            Segment("L", (at(right, foot),)),
            Segment("C", (at(two, foot + fall), at(one, foot + rise), at(left, foot))),
            Segment("Z"),
        )
    )
