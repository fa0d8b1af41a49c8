"""Give terrain edges that wander off the hexsides, as nature would draw them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.render.map.ground.ground_noise import Noise
from hexwright.render.map.polylines import Line, normals

_STEP: Final = 0.045
"""The distance between the points of an edge, as a share of a hex's width."""
_ROUND: Final = 3
"""How many points to each side an edge is averaged over, twice."""


def organic_edge(ring: Sequence[Point], hex_width: float, wander: float, seed: str) -> Line:
    """Return the outline of hexes with round corners, moved off the hexsides.

    `wander` is how far it is moved, as a share of a hexside: about so far at one point in ten. Points that
    are near each other move alike, so that edges don't cross, and hexes keep their centres. A change of one
    hex changes the outline around it alone.
    """
    side = hex_width / 3**0.5
    even = list(_along_sides(ring, _STEP * hex_width))
    line = _averaged(_averaged(even, _ROUND), _ROUND)
    wave = 0.72 * hex_width
    across, down = Noise(f"{seed}x", wave, 3, 0.6), Noise(f"{seed}y", wave, 3, 0.6)
    far = 1.55 * wander * side
    moved = [Point(p.x + far * across.at(p.x, p.y), p.y + far * down.at(p.x, p.y)) for p in line]
    frayed = Noise(f"{seed}f", 0.2 * hex_width, 2, 0.6)
    fine = 0.25 * wander * side
    return tuple(
        p + way.scaled(fine * frayed.at(p.x, p.y))
        for p, way in zip(moved, normals(moved, closed=True), strict=True)
    )


def _along_sides(ring: Sequence[Point], step: float) -> Iterator[Point]:
    """Yield points about `step` apart, evenly spaced along each side of a ring."""
    for n, start in enumerate(ring):
        end = ring[(n + 1) % len(ring)]
        pieces = max(1, round(start.distance(end) / step))
        yield from (start.towards(end, piece / pieces) for piece in range(pieces))


def _averaged(line: Sequence[Point], reach: int) -> list[Point]:
    """Return a closed line whose points are the mean of their neighbours."""
    count, width = len(line), 2 * reach + 1
    xs = [p.x for p in line]
    ys = [p.y for p in line]
    x = sum(xs[n % count] for n in range(-reach, reach + 1))
    y = sum(ys[n % count] for n in range(-reach, reach + 1))
    found = []
    for n in range(count):
        found.append(Point(x / width, y / width))
        leaving, coming = (n - reach) % count, (n + reach + 1) % count
        x += xs[coming] - xs[leaving]
        y += ys[coming] - ys[leaving]
    return found
