"""Draw the hex grid in muted lines."""

from __future__ import annotations

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Canvas, Colour, Path, Style
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.map_view import MapView
from hexwright.render.theme import FINE


def draw_hex_lines(canvas: Canvas, view: MapView) -> None:
    """Draw every hexside on land once, even if two hexes share it."""
    _draw(canvas, view, view.theme.hex_line, wet=False)


def draw_water_lines(canvas: Canvas, view: MapView) -> None:
    """Draw every hexside between hexes of water, above the water."""
    theme = view.theme
    _draw(canvas, view, mix_colours(theme.water_deep, theme.water_edge, 0.7), wet=True)


def _draw(canvas: Canvas, view: MapView, colour: Colour, *, wet: bool) -> None:
    if wet and not view.water_hexes:
        return
    seen: dict[tuple[int, int], tuple[Point, Point]] = {}
    dry: set[tuple[int, int]] = set()
    for hex_id in view.grid:
        corners = view.layout.corners(hex_id)
        for n in range(6):
            a, b = corners[n], corners[(n + 1) % 6]
            middle = a.towards(b, 0.5)
            key = round(middle.x * 10), round(middle.y * 10)
            seen.setdefault(key, (a, b))
            if hex_id not in view.water_hexes:
                dry.add(key)
    lines = [side for key, side in seen.items() if (key not in dry) == wet]
    if lines:
        width = FINE * 0.9 * view.art_scale_of_hex * view.theme.look.grid
        sides = combine_paths(Path.line(side) for side in lines)
        canvas.path(sides, Style(stroke=colour, width=width, cap="round"))
