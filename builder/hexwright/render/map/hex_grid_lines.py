"""Draw the hex grid in muted lines."""

from __future__ import annotations

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Canvas, Path, Style
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.map_view import MapView
from hexwright.render.theme import FINE


def draw_hex_lines(canvas: Canvas, view: MapView) -> None:
    """Draw every hexside once, even if two hexes share it."""
    seen: dict[tuple[int, int], tuple[Point, Point]] = {}
    for hex_id in view.grid:
        corners = view.layout.corners(hex_id)
        for n in range(6):
            a, b = corners[n], corners[(n + 1) % 6]
            middle = a.towards(b, 0.5)
            seen.setdefault((round(middle.x * 10), round(middle.y * 10)), (a, b))
    lines = combine_paths(Path.line(side) for side in seen.values())
    canvas.path(
        lines, Style(stroke=view.theme.hex_line, width=FINE * 0.9 * view.art_scale_of_hex, cap="round")
    )
