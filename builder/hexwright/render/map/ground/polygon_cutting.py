"""Cut an area into small parts, as fields or streets are: across its longer side, again and again."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box
from hexwright.render.map.ground.ground_noise import share_of

Ring = list[Point]
_LEAST: Final = 0.09
"""The smallest part that is kept, as a share of the usual one."""


def cut_polygon(
    ring: Ring, turn: float, key: str, area: float, gap: float, seen: Box | None = None
) -> Iterator[tuple[str, Ring]]:
    """Yield the parts of a polygon, each with a key to hash.

    Cuts run along `turn` (in radians) or across it. Parts are about as large as `area`; `gap` is the share by
    which each is shrunk, so that paths or streets are left between them. Parts outside the box that is `seen`
    are left out; the others stay as they are.
    """
    size = polygon_area(ring)
    if len(ring) < 3 or size < _LEAST * area or (seen is not None and not Box.around(ring).overlaps(seen)):
        return
    if size < area * (0.75 + 0.6 * share_of(key, "area")):
        middle = Point(sum(p.x for p in ring) / len(ring), sum(p.y for p in ring) / len(ring))
        yield key, [p.towards(middle, gap) for p in ring]
        return
    along = Point(math.cos(turn), math.sin(turn))
    spans = []
    for way in (along, Point(-along.y, along.x)):
        depths = [p.x * way.x + p.y * way.y for p in ring]
        spans.append((max(depths) - min(depths), min(depths), way))
    span, low, way = max(spans, key=lambda s: s[0])
    at = low + span * (0.37 + 0.26 * share_of(key, "at"))
    lean = 0.14 * (2 * share_of(key, "lean") - 1)
    way = Point(way.x - lean * way.y, way.y + lean * way.x)
    for sign, name in ((1, "+"), (-1, "-")):
        yield from cut_polygon(half_of(ring, way, at, sign), turn, key + name, area, gap, seen)


def half_of(ring: Ring, way: Point, at: float, sign: int) -> Ring:
    """Return the part of a polygon on one side of a line: where its depth along `way` is above `at` for a
    `sign` of 1, below it for -1.
    """
    kept: Ring = []
    depths = [sign * (p.x * way.x + p.y * way.y - at) for p in ring]
    for n, (here, depth) in enumerate(zip(ring, depths, strict=True)):
        after, deeper = ring[(n + 1) % len(ring)], depths[(n + 1) % len(ring)]
        if depth >= 0:
            kept.append(here)
        if (depth < 0) != (deeper < 0):
            kept.append(here.towards(after, depth / (depth - deeper)))
    return kept


def polygon_area(ring: Ring) -> float:
    """Return the area of a polygon."""
    if len(ring) < 3:
        return 0.0
    return abs(sum(a.x * b.y - b.x * a.y for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))) / 2
