"""Find the rivers along hexsides, at whose banks terrain ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.ids import Hexside
from hexwright.render.map.map_view import MapView

_NEAR: Final = 0.5
"""The distance from a hexside within which its river runs, as a share of the side's length."""

_Key = tuple[int, int]


def _key(point: Point) -> _Key:
    return round(point.x * 100), round(point.y * 100)


class RiverBanks:
    """The middle of rivers by the hexsides along which they run."""

    def __init__(self, view: MapView) -> None:
        """Index the rivers of a map that is laid out."""
        self._cell = _NEAR * view.layout.radius
        self._sides: set[tuple[_Key, _Key]] = set()
        self._points: dict[_Key, list[Point]] = {}
        if not view.banks:
            return
        for feature in view.hexmap.hexsides:
            if feature.art in ("river", "lake"):
                for line in view.hexside_lines(feature):
                    for side in line.hexsides:
                        a, b = (_key(end) for end in view.ends(Hexside.parse(side)))
                        self._sides |= {(a, b), (b, a)}
        for course in view.banks:
            for point in course:
                self._points.setdefault(self._place(point), []).append(point)

    def _place(self, point: Point) -> _Key:
        return int(point.x // self._cell), int(point.y // self._cell)

    def along(self, start: Point, end: Point) -> Callable[[Point], Point] | None:
        """Return what finds the point of a hexside's river nearest to a point; None if there is no river."""
        return self._nearest if (_key(start), _key(end)) in self._sides else None

    def _nearest(self, point: Point) -> Point:
        column, row = self._place(point)
        near = (
            other
            for x in (column - 1, column, column + 1)
            for y in (row - 1, row, row + 1)
            for other in self._points.get((x, y), ())
        )
        best = min(near, key=point.distance, default=point)
        return best if best.distance(point) < self._cell else point
