"""Draw small symbols in hexes, such as where units set up, and choose a quiet corner for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from builder.geometry.layout import Point
from builder.model.hexmap import Feature
from builder.model.ids import HexId
from builder.render.canvas import Box, Canvas, Colour, Style
from builder.render.emblems import Emblem, emblem_path
from builder.render.map.view import MapView
from builder.render.theme import FINE

SYMBOL = 1.75
"""Half the size of a set-up symbol in a 24 mm hex."""
_CORNERS: Mapping[bool, Sequence[tuple[float, float]]] = MappingProxyType(
    {
        True: ((-5.6, -9.0), (5.6, -9.0), (-9.9, 0.0), (9.9, 0.0), (-5.6, 9.0), (5.6, 9.0)),
        False: ((-9.3, -5.3), (9.3, -5.3), (-9.3, 5.3), (9.3, 5.3), (0.0, -10.4), (0.0, 10.4)),
    }
)
"""Where a symbol stands in relation to the centre of a 24 mm hex, beside the counter, best first: the upper
corners, for names stand below. By whether the hexes have a flat top."""
_SHARES = (1.0, 0.94, 0.88, 0.82, 1.06)
"""How far out it may stand instead, in parts of that."""
_BLOCKED = 100.0


def symbol_corners(view: MapView) -> tuple[tuple[Point, ...], ...]:
    """Return the corners of a hex where symbols may stand, each as spots in relation to its centre."""
    unit = view.layout.hex_width / 24
    return tuple(
        tuple(Point(x, y).scaled(share * unit) for share in _SHARES) for x, y in _CORNERS[view.layout.flat]
    )


def place_symbols(
    view: MapView, hexes: tuple[HexId, ...], blocked: Callable[[Box], bool]
) -> Mapping[HexId, Point]:
    """Choose the corner for a symbol that is free in the most hexes, and take it in all of these.

    Only where that corner is blocked a symbol stands in another.
    """
    half = SYMBOL * view.unit

    def spots(hex_id: HexId, corner: tuple[Point, ...]) -> Iterator[tuple[float, Point]]:
        for rank, move in enumerate(corner):
            spot = view.layout.centre(hex_id) + move
            yield rank + _BLOCKED * blocked(symbol_box(spot, half)), spot

    corners = symbol_corners(view)
    offers = {
        hex_id: [min(spots(hex_id, corner), key=lambda offer: offer[0]) for corner in corners]
        for hex_id in hexes
    }
    totals = [sum(offers[hex_id][n][0] + n for hex_id in hexes) for n in range(len(corners))]
    order = sorted(range(len(corners)), key=lambda n: (totals[n], n))
    return {
        hex_id: min((offers[hex_id][n] for n in order), key=lambda offer: offer[0] >= _BLOCKED)[1]
        for hex_id in hexes
    }


def symbol_box(at: Point, half: float) -> Box:
    """Return the box a symbol covers."""
    return Box(at.x - half, at.y - half, 2 * half, 2 * half)


def draw_symbol(canvas: Canvas, view: MapView, feature: Feature, at: Point) -> None:
    """Draw the star or the cross that marks where a side sets up, in its colour."""
    shape: Emblem = "star" if feature.art == "star" else "cross"
    fill = view.theme.accent(view.side(feature.side))
    draw_emblem(canvas, shape, at, SYMBOL * view.unit, fill, view.theme.halo)


def draw_emblem(canvas: Canvas, shape: Emblem, at: Point, half: float, fill: Colour, rim: Colour) -> None:
    """Draw a side's emblem, of any theme: a cross, star, disc or diamond with a pale rim."""
    canvas.path(
        emblem_path(shape, at, half * 1.06),
        Style(fill=fill, stroke=rim, width=FINE * 1.5, join="round"),
    )
