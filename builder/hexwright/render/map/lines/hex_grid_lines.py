"""Draw the hex grid in muted lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    theme, water = view.theme, view.water_hexes
    trees = (kind.hexes for kind in view.hexmap.terrain if kind.art in ("forest", "jungle"))
    wooded = frozenset[HexId]().union(*trees)
    land = [(side, hexes) for side, hexes in _hexsides(view) if not water.issuperset(hexes)]
    clear = mix_colours(theme.hex_line, theme.ink, _SHADE * view.smallness)
    _draw(canvas, view, [side for side, hexes in land if not wooded.issuperset(hexes)], clear)
    shade = mix_colours(theme.forest_mark, theme.ink, _SHADE)
    _draw(canvas, view, [side for side, hexes in land if wooded.issuperset(hexes)], shade)


def draw_water_lines(canvas: Canvas, view: MapView) -> None:
    """Draw every hexside between hexes of water, above the water."""
    if water := view.water_hexes:
        colour = mix_colours(view.theme.water_deep, view.theme.water_edge, 0.7)
        _draw(canvas, view, [side for side, hexes in _hexsides(view) if water.issuperset(hexes)], colour)


def _hexsides(view: MapView) -> Iterator[tuple[tuple[Point, Point], Sequence[HexId]]]:
    """Yield each hexside of the map once, with the hexes that share it."""
    shared: dict[tuple[int, int], tuple[tuple[Point, Point], list[HexId]]] = {}
    for hex_id in view.grid:
        corners = view.layout.corners(hex_id)
        for n in range(6):
            a, b = corners[n], corners[(n + 1) % 6]
            middle = a.towards(b, 0.5)
            key = round(middle.x * 10), round(middle.y * 10)
            shared.setdefault(key, ((a, b), []))[1].append(hex_id)
    yield from shared.values()


def _draw(canvas: Canvas, view: MapView, hexsides: Sequence[tuple[Point, Point]], colour: Colour) -> None:
    if hexsides:
        width = FINE * 0.9 * max(_THINNEST, view.art_scale_of_hex) * view.theme.look.grid
        sides = combine_paths(Path.line(side) for side in hexsides)
        canvas.path(sides, Style(stroke=colour, width=width, cap="round"))
