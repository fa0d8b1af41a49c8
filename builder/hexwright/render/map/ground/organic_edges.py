"""Give terrain edges that wander off the hexsides, as nature would draw them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.render.map.ground.ground_noise import Noise
from hexwright.render.map.polylines import Line, normals

_STEP: Final = 0.045
"""The distance between the points of an edge, as a share of a hex's width."""
_ROUND: Final = 3
"""How many points to each side an edge is averaged over, twice."""
_FARTHEST: Final = 0.85
"""The farthest that an edge lies from where it would be without wandering, as a multiple of `wander`."""
_FRAYED: Final = 0.125
"""How far the small jags of an edge reach, as a multiple of `wander`."""
_LED: Final = 5
"""The number of points over which an edge leaves a bank."""

FindBank = Callable[[Point, Point], Callable[[Point], Point] | None]
"""A function that returns, for a hexside, what finds the point of its river nearest to a point; None for a
hexside without a river.
"""


def organic_edge(
    ring: Sequence[Point],
    hex_width: float,
    wander: float,
    seed: str,
    bank: FindBank = lambda _start, _end: None,
    corners: int = _ROUND,
    *,
    near: bool = True,
) -> Line:
    """Return the outline of hexes with round corners, moved off the hexsides.

    `wander` is how far it is moved, as a share of a hexside: about so far at one point in ten. If it keeps
    `near`, it is nowhere moved farther, so that nobody doubts which hexes are meant. Points that are near
    each other move alike, so that edges don't cross. A change of one hex changes the outline around it alone.
    Where a hexside has a river, the outline is the river's middle. `corners` is how round corners are.
    """
    side = hex_width / 3**0.5
    even, banks = [], []
    for point, held in _along_sides(ring, _STEP * hex_width, bank):
        even.append(point)
        banks.append(held)
    line = _averaged(_averaged(even, corners), corners)
    wave = 0.72 * hex_width
    across, down = Noise(f"{seed}x", wave, 3, 0.6), Noise(f"{seed}y", wave, 3, 0.6)
    far = 1.55 * wander * side
    most = _FARTHEST * wander * side if near else math.inf
    moved = [p + _limited(far * across.at(p.x, p.y), far * down.at(p.x, p.y), most) for p in line]
    frayed = Noise(f"{seed}f", 0.2 * hex_width, 2, 0.6)
    fine = (_FRAYED if near else 2 * _FRAYED) * wander * side
    edge = tuple(
        p + way.scaled(fine * frayed.at(p.x, p.y))
        for p, way in zip(moved, normals(moved, closed=True), strict=True)
    )
    return _led_along(edge, banks) if any(held is not None for held in banks) else edge


def _limited(x: float, y: float, most: float) -> Point:
    """Return an offset in the same direction that is shorter than `most`; a short one hardly changes."""
    size = math.hypot(x, y)
    if size == 0 or most == 0:
        return Point(0.0, 0.0)
    share = 1.0 if most == math.inf else most * math.tanh(size / most) / size
    return Point(x * share, y * share)


def _led_along(edge: Line, banks: Sequence[Point | None]) -> Line:
    """Return a closed line that passes through the points of `banks`, and leaves them softly."""
    count = len(edge)
    found = []
    for n, point in enumerate(edge):
        if (held := banks[n]) is not None:
            found.append(held)
            continue
        pull, most = Point(0.0, 0.0), 0.0
        for away in range(1, _LED + 1):
            near = [m for m in ((n - away) % count, (n + away) % count) if banks[m] is not None]
            if near:
                most = 0.5 + 0.5 * math.cos(math.pi * away / (_LED + 1))
                at = near[0]
                target = banks[at]
                assert target is not None
                pull = (target - edge[at]).scaled(most)
                break
        found.append(point + pull if most else point)
    return tuple(found)


def _along_sides(ring: Sequence[Point], step: float, bank: FindBank) -> Iterator[tuple[Point, Point | None]]:
    """Yield points about `step` apart, evenly spaced along each side of a ring, and the points of rivers
    there.
    """
    rivers = [bank(start, ring[(n + 1) % len(ring)]) for n, start in enumerate(ring)]
    for n, start in enumerate(ring):
        end, river = ring[(n + 1) % len(ring)], rivers[n]
        pieces = max(1, round(start.distance(end) / step))
        for piece in range(pieces):
            at = start.towards(end, piece / pieces)
            near = river if river is not None or piece else rivers[n - 1]
            yield at, None if near is None else near(at)


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
