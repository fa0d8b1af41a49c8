"""Draw small symbols in hexes, such as where units set up, and choose a quiet corner for each."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from builder.geometry.layout import Point
from builder.model.game import Side
from builder.model.ids import HexId
from builder.render.canvas import Box, Canvas, Colour, Path, Style
from builder.render.map.view import MapView
from builder.render.theme import FINE

SYMBOL = 1.75
"""Half the size of a set-up symbol in a 24 mm hex."""
_REACH = 0.74
"""How far from the centre a symbol stands, in parts of the radius: clear of a 15 mm counter."""


def symbol_spots(view: MapView, hex_id: HexId) -> tuple[Point, ...]:
    """Return where a symbol may stand in a hex, best first: beside the counter, toward the corners."""
    centre, reach = view.layout.centre(hex_id), _REACH * view.layout.radius
    angles = (180, 0, 120, 60, 240, 300) if view.layout.flat else (210, 330, 150, 30, 90, 270)
    return tuple(
        Point(centre.x + reach * math.cos(math.radians(a)), centre.y + reach * math.sin(math.radians(a)))
        for a in angles
    )


def place_symbols(
    view: MapView, hexes: tuple[HexId, ...], cost: Callable[[Box], float]
) -> Mapping[HexId, Point]:
    """Choose for each hex the spot that costs least; of equals the first."""
    half = SYMBOL * view.unit
    found = {}
    for hex_id in hexes:
        spots = symbol_spots(view, hex_id)
        found[hex_id] = min(
            spots, key=lambda p: (round(cost(symbol_box(p, half)) + 0.25 * spots.index(p), 3), spots.index(p))
        )
    return found


def symbol_box(at: Point, half: float) -> Box:
    """Return the box a symbol covers."""
    return Box(at.x - half, at.y - half, 2 * half, 2 * half)


def draw_symbol(canvas: Canvas, view: MapView, art: str, at: Point, side: Side | None) -> None:
    """Draw a set-up symbol in its side's colour."""
    half, theme = SYMBOL * view.unit, view.theme
    draw_emblem(canvas, art, at, half, theme.accent(side), theme.halo)


def draw_emblem(canvas: Canvas, shape: str, at: Point, half: float, fill: Colour, rim: Colour) -> None:
    """Draw a side's emblem, of any theme: a cross, star, disc or diamond with a pale rim."""
    canvas.path(
        emblem(shape, at, half),
        Style(fill=fill, stroke=rim, width=FINE * 1.5, join="round"),
    )


def emblem(shape: str, at: Point, half: float) -> Path:
    """Return the outline of an emblem that fits a square of twice `half`."""
    if shape == "star":
        return Path.star(Point(at.x, at.y + half * 0.08), half * 1.12)
    if shape == "cross":
        return _cross(at, half)
    if shape == "diamond":
        return Path.line(
            [
                Point(at.x, at.y - half),
                Point(at.x + half, at.y),
                Point(at.x, at.y + half),
                Point(at.x - half, at.y),
            ],
            closed=True,
        )
    return Path.ellipse(at, half * 0.9)


def _cross(at: Point, half: float) -> Path:
    """Return a cross with arms that widen outward."""
    outer, inner = half * 0.46, half * 0.2
    arm = [(-outer, -half), (outer, -half), (inner, -inner)]
    corners = []
    for turn in range(4):
        for x, y in arm:
            for _ in range(turn):
                x, y = -y, x
            corners.append(Point(at.x + x, at.y + y))
    return Path.line(corners, closed=True)
