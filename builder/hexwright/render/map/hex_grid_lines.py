"""Draw the hex grid in muted lines."""

from __future__ import annotations

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Canvas, Path, Style
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.map_view import MapView
from hexwright.render.theme import FINE


def draw_hex_lines(canvas: Canvas, view: MapView) -> None:
    """Draw every hexside once, even if two hexes share it; those in water are blue."""
    water = {h for kind in view.hexmap.terrain if kind.art in ("lake", "sea") for h in kind.hexes}
    seen: dict[tuple[int, int], tuple[Point, Point]] = {}
    dry: set[tuple[int, int]] = set()
    for hex_id in view.grid:
        corners = view.layout.corners(hex_id)
        for n in range(6):
            a, b = corners[n], corners[(n + 1) % 6]
            middle = a.towards(b, 0.5)
            key = round(middle.x * 10), round(middle.y * 10)
            seen.setdefault(key, (a, b))
            if hex_id not in water:
                dry.add(key)
    theme = view.theme
    width = FINE * 0.9 * view.art_scale_of_hex * theme.look.grid
    for colour, lines in (
        (theme.hex_line, [side for key, side in seen.items() if key in dry]),
        (mix_colours(theme.water_deep, theme.water_edge, 0.7), [s for k, s in seen.items() if k not in dry]),
    ):
        if lines:
            sides = combine_paths(Path.line(side) for side in lines)
            canvas.path(sides, Style(stroke=colour, width=width, cap="round"))
