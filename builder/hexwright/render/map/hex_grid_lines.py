"""Draw the hex grid in muted lines."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.ids import HexId
from hexwright.render.canvas import Canvas, Colour, Path, Style
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.map_view import MapView
from hexwright.render.theme import FINE

_THINNEST: Final = 0.8
"""The least width of hexsides on small hexes, relative to those of a map with 24 mm hexes."""
_SHADE: Final = 0.35
"""How much darker than trees hexsides in woods are, from 0 to 1."""


def draw_hex_lines(canvas: Canvas, view: MapView) -> None:
    """Draw every hexside on land once, even if two hexes share it; in woods in a colour darker than trees."""
    theme = view.theme
    trees = (kind.hexes for kind in view.hexmap.terrain if kind.art in ("forest", "jungle"))
    wooded = frozenset[HexId]().union(*trees)
    for hexsides, colour in (
        (_hexsides(view, but=(view.water_hexes, wooded)), theme.hex_line),
        (_hexsides(view, within=wooded), mix_colours(theme.forest_mark, theme.ink, _SHADE)),
    ):
        _draw(canvas, view, hexsides, colour)


def draw_water_lines(canvas: Canvas, view: MapView) -> None:
    """Draw every hexside between hexes of water, above the water."""
    theme = view.theme
    colour = mix_colours(theme.water_deep, theme.water_edge, 0.7)
    _draw(canvas, view, _hexsides(view, within=view.water_hexes), colour)


def _hexsides(
    view: MapView, within: Collection[HexId] | None = None, but: Sequence[Collection[HexId]] = ()
) -> Sequence[tuple[Point, Point]]:
    """Return once each hexside that only hexes of `within` share, except those that only hexes of one of
    `but` share.
    """
    shared: dict[tuple[int, int], list[HexId]] = {}
    sides: dict[tuple[int, int], tuple[Point, Point]] = {}
    for hex_id in view.grid:
        corners = view.layout.corners(hex_id)
        for n in range(6):
            a, b = corners[n], corners[(n + 1) % 6]
            middle = a.towards(b, 0.5)
            key = round(middle.x * 10), round(middle.y * 10)
            sides.setdefault(key, (a, b))
            shared.setdefault(key, []).append(hex_id)
    return [
        side
        for key, side in sides.items()
        if (within is None or all(hex_id in within for hex_id in shared[key]))
        and not any(all(hex_id in group for hex_id in shared[key]) for group in but)
    ]


def _draw(canvas: Canvas, view: MapView, hexsides: Sequence[tuple[Point, Point]], colour: Colour) -> None:
    if hexsides:
        width = FINE * 0.9 * max(_THINNEST, view.art_scale_of_hex) * view.theme.look.grid
        sides = combine_paths(Path.line(side) for side in hexsides)
        canvas.path(sides, Style(stroke=colour, width=width, cap="round"))
