"""Draw the hex grid and the hexes' numbers, both quiet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from builder.geometry.layout import Point
from builder.model.ids import HexId
from builder.render.canvas import Box, Canvas, Path, Style
from builder.render.fonts import Face, metrics
from builder.render.map.regions import joined
from builder.render.map.view import MapView
from builder.render.recording import text_box
from builder.render.theme import FINE

_FACE = Face.SANS


def draw_hex_lines(canvas: Canvas, view: MapView) -> None:
    """Draw each hexside once."""
    seen: dict[tuple[int, int], tuple[Point, Point]] = {}
    for hex_id in view.grid:
        corners = view.layout.corners(hex_id)
        for n in range(6):
            a, b = corners[n], corners[(n + 1) % 6]
            middle = a.towards(b, 0.5)
            seen.setdefault((round(middle.x * 10), round(middle.y * 10)), (a, b))
    lines = joined(Path.line(side) for side in seen.values())
    canvas.path(lines, Style(stroke=view.theme.hex_line, width=FINE * 0.9 * view.unit, cap="round"))


def number_size(view: MapView) -> float:
    """Return the size of hex numbers in mm."""
    return view.lettering(2.5)


def number_spots(view: MapView, hex_id: HexId) -> tuple[Point, ...]:
    """Return where a number may stand, best first: the middle of its baseline, at the top of the hex."""
    centre, unit = view.layout.centre(hex_id), view.unit
    moves: tuple[tuple[float, float], ...]
    cap = metrics(_FACE).cap_height * number_size(view)
    if view.layout.flat:
        y = centre.y - view.layout.hex_width / 2 + 0.9 * unit + cap
        moves = ((0, 0), (-3.9, 0), (3.9, 0), (-4.2, 1.3), (4.2, 1.3), (0, 1.6), (-4.4, 2.6), (4.4, 2.6))
    else:
        # Below the upper corner, where the hex is wide enough for four digits.
        y = centre.y - view.layout.radius + 2.6 * unit + cap
        moves = (
            (0, 0),
            (0, 1.2),
            (-3.2, 1.9),
            (3.2, 1.9),
            (-4.5, 3.0),
            (4.5, 3.0),
            (0, 2.6),
            (-3.6, 4.4),
            (3.6, 4.4),
            (0, 4.0),
        )
    return tuple(Point(centre.x + dx * unit, y + dy * unit) for dx, dy in moves)


def place_numbers(view: MapView, cost: Callable[[Box], float]) -> Mapping[HexId, Point]:
    """Choose for each hex the spot for its number that lies on no line; of equals the first."""
    found = {}
    for hex_id in view.grid:
        spots = number_spots(view, hex_id)
        found[hex_id] = min(
            spots, key=lambda p: (cost(number_box(view, hex_id, p)) + 0.4 * spots.index(p), spots.index(p))
        )
    return found


def number_box(view: MapView, hex_id: HexId, at: Point) -> Box:
    """Return the box that a hex's number covers."""
    return text_box(at, hex_id, _FACE, number_size(view), "middle", 0.0, 0.0)


def draw_hex_numbers(canvas: Canvas, view: MapView, spots: Mapping[HexId, Point]) -> None:
    """Letter each hex's number."""
    with canvas.group("hex-numbers"):
        for hex_id, at in spots.items():
            canvas.text(at, hex_id, _FACE, number_size(view), view.theme.hex_number)
