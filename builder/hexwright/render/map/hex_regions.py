"""Join hexes of one kind into shapes, and find what lies within hexes and shapes."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from hexwright.geometry.hex_layout import Layout, Point
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box, Path
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import Line

_Key = tuple[int, int]
_HALF_ROOT: Final = math.sqrt(3) / 2


def _key(point: Point) -> _Key:
    return round(point.x * 100), round(point.y * 100)


def _corners(view: MapView, centre: Point) -> tuple[Point, ...]:
    start = -120 if view.layout.flat else -90
    radius = view.layout.radius
    return tuple(
        Point(
            centre.x + radius * math.cos(math.radians(start + 60 * n)),
            centre.y + radius * math.sin(math.radians(start + 60 * n)),
        )
        for n in range(6)
    )


def joined_outlines(view: MapView, hexes: Collection[HexId], *, beyond: bool = True) -> tuple[Line, ...]:
    """Return the outlines of joined hexes, clockwise; the outlines of holes are counter-clockwise.

    With `beyond`, a shape continues over the map's edge where at least half of the adjacent hexes belong to
    it.
    """
    kept = set(hexes)
    shapes = [view.layout.corners(hex_id) for hex_id in sorted(kept)]
    if beyond:
        outside = {
            key: centre
            for key, (centre, near) in view.off_map_hexes.items()
            if 2 * sum(hex_id in kept for hex_id in near) >= len(near)
        }
        farther = (
            centre
            for centre, near in view.far_off_map_hexes.values()
            if 2 * sum(key in outside for key in near) >= len(near)
        )
        shapes += [_corners(view, centre) for centre in (*outside.values(), *farther)]
    sides: dict[tuple[_Key, _Key], tuple[Point, Point]] = {}
    for corners in shapes:
        for n in range(6):
            a, b = corners[n], corners[(n + 1) % 6]
            if sides.pop((_key(b), _key(a)), None) is None:
                sides[_key(a), _key(b)] = (a, b)
    return _rings(sides)


def _rings(sides: dict[tuple[_Key, _Key], tuple[Point, Point]]) -> tuple[Line, ...]:
    ways = {start: (end, point) for (start, end), (point, _) in sorted(sides.items())}
    rings: list[Line] = []
    while ways:
        first = min(ways)
        ring: list[Point] = []
        key = first
        while key in ways:
            key, point = ways.pop(key)
            ring.append(point)
        rings.append(tuple(ring))
    return tuple(rings)


def within_hex(layout: Layout, hex_id: HexId, box: Box) -> bool:
    """Return whether a box lies completely inside a hex."""
    centre = layout.centre(hex_id)
    return lies_in_hex(layout, Box(box.x - centre.x, box.y - centre.y, box.width, box.height))


def lies_in_hex(layout: Layout, box: Box) -> bool:
    """Return whether a box lies completely inside a hex around the origin."""
    reach = layout.hex_width / 2
    x, y = max(abs(box.x), abs(box.right)), max(abs(box.y), abs(box.bottom))
    along, across = (y, x) if layout.flat else (x, y)
    # The far corner lies within the flat sides and within the slanting ones.
    return along <= reach and along / 2 + across * math.sqrt(3) / 2 <= reach


def share_in_hex(layout: Layout, hex_id: HexId, box: Box) -> float:
    """Return the share of a box's area that lies inside a hex, from 0 to 1."""
    centre = layout.centre(hex_id)
    left, top = box.x - centre.x, box.y - centre.y
    right, bottom = left + box.width, top + box.height
    if not layout.flat:
        left, top, right, bottom = top, left, bottom, right
    far, deep = max(-left, right), max(-top, bottom)
    if deep <= layout.hex_width / 2 and deep / 2 + far * _HALF_ROOT <= layout.hex_width / 2:
        return 1.0
    radius = layout.radius
    covered = (
        _area_within(right, bottom, radius)
        - _area_within(right, top, radius)
        - _area_within(left, bottom, radius)
        + _area_within(left, top, radius)
    )
    return max(0.0, covered) / (box.width * box.height)


def _area_within(x: float, y: float, radius: float) -> float:
    """Return the area of a hex with a flat top that lies between its axes and the point (x, y).

    The area counts as negative if the point is left of the hex's centre or above it, but not both.
    """
    sign = (-1.0 if x < 0 else 1.0) * (-1.0 if y < 0 else 1.0)
    x, y = min(abs(x), radius), min(abs(y), radius * _HALF_ROOT)
    bend = min(y, (radius - x) * 2 * _HALF_ROOT)
    """The height at which the hex becomes narrower than the point is far out."""
    return sign * (x * bend + radius * (y - bend) - (y * y - bend * bend) / (4 * _HALF_ROOT))


def clip_polygon(ring: Sequence[Point], box: Box) -> list[Point]:
    """Clip a polygon to a box, one edge of the box at a time (Sutherland–Hodgman)."""
    kept = list(ring)
    for across, down, least in ((1, 0, box.x), (-1, 0, -box.right), (0, 1, box.y), (0, -1, -box.bottom)):
        # How far each corner lies inside the side.
        depths = [point.x * across + point.y * down - least for point in kept]
        if not depths or min(depths) >= 0:
            continue
        cut: list[Point] = []
        start, a = kept[-1], depths[-1]
        for end, b in zip(kept, depths, strict=True):
            if (a < 0) != (b < 0):
                cut.append(start.towards(end, a / (a - b)))
            if b >= 0:
                cut.append(end)
            start, a = end, b
        kept = cut
    return kept


def combine_paths(paths: Iterable[Path]) -> Path:
    """Combine several paths into one, because a thousand separate elements would render far more slowly."""
    return Path(tuple(segment for path in paths for segment in path.segments))


class PolygonArea:
    """The area inside a set of rings (even-odd rule), with fast point queries."""

    _ROWS = 8
    """The number of rows per mm in which edges are indexed."""
    _CELL = 8.0

    def __init__(self, rings: Iterable[Sequence[Point]]) -> None:
        self._rows: dict[int, list[tuple[float, float, float, float]]] = {}
        self._cells: set[tuple[int, int]] = set()
        for ring in rings:
            for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
                first, last = math.floor(min(a.y, b.y) * self._ROWS), math.floor(max(a.y, b.y) * self._ROWS)
                for row in range(first, last + 1):
                    self._rows.setdefault(row, []).append((a.x, a.y, b.x, b.y))
            xs, ys = [point.x for point in ring], [point.y for point in ring]
            self._cells.update(self._touched(min(xs), min(ys), max(xs), max(ys)))

    def __contains__(self, point: Point) -> bool:
        x, y = point.x, point.y
        found = False
        for ax, ay, bx, by in self._rows.get(math.floor(y * self._ROWS), ()):
            if (ay > y) != (by > y):
                found ^= x < ax + (y - ay) * (bx - ax) / (by - ay)
        return found

    def may_hold(self, x: float, y: float) -> bool:
        """Return whether the area may contain a point.

        The test is fast. It can return true by mistake, but never false by mistake.
        """
        return (math.floor(x / self._CELL), math.floor(y / self._CELL)) in self._cells

    def _touched(self, left: float, top: float, right: float, bottom: float) -> Iterator[tuple[int, int]]:
        size = self._CELL
        for column in range(math.floor(left / size), math.floor(right / size) + 1):
            for row in range(math.floor(top / size), math.floor(bottom / size) + 1):
                yield column, row
