"""Draw small symbols in hexes, such as set-up symbols, and choose a corner of the hex for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Feature
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box, Canvas, Colour, Style
from hexwright.render.fonts import FontFace, face_metrics
from hexwright.render.map.map_view import MapView
from hexwright.render.side_emblems import Emblem, emblem_path
from hexwright.render.theme import FINE

SYMBOL = 1.75
"""Half the width of a set-up symbol in a 24 mm hex."""
_CORNERS: Mapping[bool, Sequence[tuple[float, float]]] = MappingProxyType(
    {
        True: ((-5.6, -9.0), (5.6, -9.0), (-9.9, 0.0), (9.9, 0.0), (-5.6, 9.0), (5.6, 9.0)),
        False: ((-9.3, -5.3), (9.3, -5.3), (-9.3, 5.3), (9.3, 5.3), (0.0, -10.4), (0.0, 10.4)),
    }
)
"""Positions of a symbol beside the counter, relative to the centre of a 24 mm hex, best first.

The upper corners come first, because names are usually below. The key is whether hexes have a flat top.
"""
_SHARES = (1.0, 0.94, 0.88, 0.82, 1.06)
"""Factors for the distance of a symbol from the hex's centre, in the order in which they are tried."""
_BLOCKED = 100.0
_FACE = FontFace.SANS_SEMIBOLD
_LETTER, _LETTERS = 4.0, 3.2
"""Text size of one letter on its disc, and of two letters, in a 24 mm hex."""
LETTERED = 2.5
"""Half the width of a disc with letters in a 24 mm hex."""
_SHAPES: Mapping[str, Emblem] = MappingProxyType({"star": "star", "cross": "cross", "letters": "disc"})
SIGNS = tuple(_SHAPES)
"""The styles of features that are drawn as symbols in hexes."""


def symbol_corners(view: MapView) -> tuple[tuple[Point, ...], ...]:
    """Return the possible corners for symbols, each as a sequence of positions relative to the hex's
    centre.
    """
    unit = view.layout.hex_width / 24
    return tuple(
        tuple(Point(x, y).scaled(share * unit) for share in _SHARES) for x, y in _CORNERS[view.layout.flat]
    )


def place_symbols(
    view: MapView, hexes: tuple[HexId, ...], blocked: Callable[[Box], bool], half: float
) -> Mapping[HexId, Point]:
    """Choose the corner that is free in the most hexes, and place the symbol there in all of them.

    Hexes where that corner is blocked use another corner. `half` is half the symbol's width in mm.
    """

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
    """Return the bounding box of a symbol."""
    return Box(at.x - half, at.y - half, 2 * half, 2 * half)


def symbol_half(view: MapView, feature: Feature) -> float:
    """Return half the width in mm of a feature's symbols."""
    return (LETTERED if feature.art == "letters" else SYMBOL) * view.art_scale_of_hex


def letters_of(feature: Feature) -> Mapping[HexId, str]:
    """Return the letters that a feature shows, by hex."""
    return {hex_id: group.id.upper() for group in feature.groups for hex_id in group.hexes}


def draw_symbol(canvas: Canvas, view: MapView, feature: Feature, at: Point) -> None:
    """Draw a set-up symbol in its side's colour: a star, a cross or a disc with letters."""
    fill = view.theme.accent(view.side(feature.side))
    shape: Emblem = _SHAPES[feature.art]
    draw_emblem(canvas, shape, at, symbol_half(view, feature), fill, view.theme.halo)


def draw_letters(canvas: Canvas, view: MapView, at: Point, letters: str) -> None:
    """Draw the letters of a feature on a disc centred at `at`."""
    size = view.lettering(_LETTER if len(letters) == 1 else _LETTERS)
    base = at + Point(0.0, face_metrics(_FACE).cap_height * size / 2)
    canvas.text(base, letters, _FACE, size, view.theme.halo)


def draw_emblem(canvas: Canvas, shape: Emblem, at: Point, half: float, fill: Colour, rim: Colour) -> None:
    """Draw a side's emblem with a pale outline. It looks the same in all themes."""
    canvas.path(
        emblem_path(shape, at, half * 1.06),
        Style(fill=fill, stroke=rim, width=FINE * 1.5, join="round"),
    )
