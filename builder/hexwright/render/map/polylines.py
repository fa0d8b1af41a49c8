"""Operations on polylines: rounding, measuring, shifting sideways. Lengths are in mm."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Path

Line = tuple[Point, ...]


def cut_corners(points: Sequence[Point], rounds: int, *, closed: bool = False) -> Line:
    """Cut the corners of a polyline several times (Chaikin); the ends of an open polyline stay."""
    line = tuple(points)
    for _ in range(rounds):
        if len(line) < 3:
            return line
        cut: list[Point] = [] if closed else [line[0]]
        ring = (*line, line[0]) if closed else line
        last = len(ring) - 2
        for i, (a, b) in enumerate(pairwise(ring)):
            if closed or i > 0:
                cut.append(a.towards(b, 0.25))
            if closed or i < last:
                cut.append(a.towards(b, 0.75))
        line = tuple(cut) if closed else (*cut, line[-1])
    return line


def polyline_length(points: Sequence[Point]) -> float:
    """Return the length of a polyline."""
    return sum(a.distance(b) for a, b in pairwise(points))


def resample(points: Sequence[Point], step: float, *, closed: bool = False) -> Line:
    """Return points about `step` apart, evenly spaced along a polyline and including its ends."""
    ring = (*points, points[0]) if closed else tuple(points)
    total = polyline_length(ring)
    count = max(3 if closed else 1, round(total / step))
    if total == 0:
        return tuple(points[:1])
    even = total / count
    found = [ring[0]]
    passed, target = 0.0, even
    for a, b in pairwise(ring):
        span = a.distance(b)
        while span > 0 and target <= passed + span and len(found) < count:
            found.append(a.towards(b, (target - passed) / span))
            target += even
        passed += span
    return tuple(found) if closed else (*found, ring[-1])


def normals(points: Sequence[Point], *, closed: bool = False) -> tuple[Point, ...]:
    """Return the unit vector to the right of the direction of travel at each point (y points down)."""
    count = len(points)
    found = []
    for i in range(count):
        before = points[(i - 1) % count] if closed else points[max(0, i - 1)]
        after = points[(i + 1) % count] if closed else points[min(count - 1, i + 1)]
        dx, dy = after.x - before.x, after.y - before.y
        size = math.hypot(dx, dy) or 1.0
        found.append(Point(-dy / size, dx / size))
    return tuple(found)


def offset_polyline(points: Sequence[Point], by: Sequence[float] | float, *, closed: bool = False) -> Line:
    """Return the polyline with each point shifted to the right, by one common distance or by one per
    point.
    """
    ways = normals(points, closed=closed)
    distances = [by] * len(points) if isinstance(by, float | int) else by
    return tuple(p + n.scaled(d) for p, n, d in zip(points, ways, distances, strict=True))


def ribbon_outline(points: Sequence[Point], widths: Sequence[float]) -> Path:
    """Return the outline of a line of varying width, with square ends."""
    across = [n.scaled(w / 2) for n, w in zip(normals(points), widths, strict=True)]
    right = [p + half for p, half in zip(points, across, strict=True)]
    left = [p - half for p, half in zip(points, across, strict=True)]
    return Path.line((*right, *reversed(left)), closed=True)


def average_neighbours(points: Sequence[Point], reach: int) -> Line:
    """Return the polyline smoothed: each point is the mean of the points up to `reach` positions away."""
    count = len(points)
    found = []
    for i in range(count):
        near = min(reach, i, count - 1 - i)
        window = points[i - near : i + near + 1]
        found.append(Point(sum(p.x for p in window) / len(window), sum(p.y for p in window) / len(window)))
    return tuple(found)


def distance_to(point: Point, line: Sequence[Point]) -> float:
    """Return the shortest distance from a point to a polyline."""
    return (
        min(_to_segment(point, a, b) for a, b in pairwise(line)) if len(line) > 1 else point.distance(line[0])
    )


def _to_segment(point: Point, a: Point, b: Point) -> float:
    dx, dy = b.x - a.x, b.y - a.y
    size = dx * dx + dy * dy
    share = 0.0 if size == 0 else max(0.0, min(1.0, ((point.x - a.x) * dx + (point.y - a.y) * dy) / size))
    return math.hypot(point.x - a.x - dx * share, point.y - a.y - dy * share)


@dataclass(frozen=True, slots=True)
class Station:
    """A point on a line, and the line's direction there, in radians clockwise from the east."""

    at: Point
    heading: float


class Ruler:
    """A measuring tool for distances along a polyline."""

    def __init__(self, points: Sequence[Point]) -> None:
        self._points = tuple(points)
        self.marks = [0.0]
        """The distance of each point from the first."""
        for a, b in pairwise(points):
            self.marks.append(self.marks[-1] + a.distance(b))

    @property
    def length(self) -> float:
        """Return the length of the line."""
        return self.marks[-1]

    def station(self, distance: float) -> Station:
        """Return the point at a distance along the line; the line is extended straight beyond its ends."""
        n = max(0, min(bisect_right(self.marks, distance) - 1, len(self._points) - 2))
        a, b = self._points[n], self._points[n + 1]
        span = self.marks[n + 1] - self.marks[n] or 1.0
        return Station(a.towards(b, (distance - self.marks[n]) / span), math.atan2(b.y - a.y, b.x - a.x))

    def even_stations(self) -> Iterator[tuple[float, float, float]]:
        """Yield x, y and heading at each whole mm along the line, from 0."""
        n, count = 0, len(self._points) - 2
        for distance in range(math.floor(self.length)):
            while n < count and self.marks[n + 1] <= distance:
                n += 1
            a, b = self._points[n], self._points[n + 1]
            dx, dy = b.x - a.x, b.y - a.y
            share = (distance - self.marks[n]) / (self.marks[n + 1] - self.marks[n] or 1.0)
            yield a.x + dx * share, a.y + dy * share, math.atan2(dy, dx)


def to_frame(start: Point, way: Point, left: float, top: float, right: float, bottom: float) -> Point:
    """Return the point at which a ray from inside a frame meets the frame."""
    reach = min(
        ((right if way.x > 0 else left) - start.x) / way.x if way.x else math.inf,
        ((bottom if way.y > 0 else top) - start.y) / way.y if way.y else math.inf,
    )
    return start + way.scaled(reach)
