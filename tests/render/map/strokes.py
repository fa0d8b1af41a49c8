"""Find the painted shapes that strike a box."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box
from hexwright.render.recording_canvas import DrawnPath

_CELL = 6.0
_CURVE = 8
Edge = tuple[Point, Point, float, DrawnPath]


class Strokes:
    """The edges of painted paths, quick to find by place."""

    def __init__(self, paths: Iterable[DrawnPath]) -> None:
        self._cells: dict[tuple[int, int], list[Edge]] = {}
        for path in paths:
            half = path.style.width / 2 if path.style.stroke is not None else 0.0
            for points, closed in path.path.flattened(_CURVE):
                for a, b in pairwise([*points, points[0]] if closed else points):
                    for cell in _cells(Box.around((a, b)).inset(-half)):
                        self._cells.setdefault(cell, []).append((a, b, half, path))

    def on(self, box: Box) -> Iterator[DrawnPath]:
        """Yield the paths of which an edge, as wide as it is painted, runs through a box."""
        for cell in _cells(box):
            for a, b, half, path in self._cells.get(cell, ()):
                if _meets(a, b, box.inset(-half)) and _apart(a, b, box) < half + 1e-9:
                    yield path


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    for x in range(math.floor(box.x / _CELL), math.floor(box.right / _CELL) + 1):
        for y in range(math.floor(box.y / _CELL), math.floor(box.bottom / _CELL) + 1):
            yield x, y


def _apart(a: Point, b: Point, box: Box) -> float:
    """Return the distance of a straight line from a box."""
    if _meets(a, b, box):
        return 0.0
    corners = (Point(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom))
    ends = (math.hypot(_outside(p.x, box.x, box.right), _outside(p.y, box.y, box.bottom)) for p in (a, b))
    return min(*(_from_line(corner, a, b) for corner in corners), *ends)


def _outside(value: float, low: float, high: float) -> float:
    return max(low - value, 0.0, value - high)


def _from_line(point: Point, a: Point, b: Point) -> float:
    way, length = b - a, a.distance(b)
    share = ((point.x - a.x) * way.x + (point.y - a.y) * way.y) / length**2 if length else 0.0
    return point.distance(a.towards(b, max(0.0, min(1.0, share))))


def _meets(a: Point, b: Point, box: Box) -> bool:
    first, last = 0.0, 1.0
    for start, end, low, high in ((a.x, b.x, box.x, box.right), (a.y, b.y, box.y, box.bottom)):
        step = end - start
        if step == 0:
            if not low < start < high:
                return False
            continue
        enter, leave = sorted(((low - start) / step, (high - start) / step))
        first, last = max(first, enter), min(last, leave)
    return first < last
