"""Draw lines through hexes as long curves.

A line is constrained only by gates: the hexsides that it crosses and the places that it connects. Within a
gate, its position is free. Thus a line along a row of hexes is straight although the hex centres zigzag.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hexwright.geometry.hex_layout import Point
from hexwright.render.map.polylines import Line

_SWEEPS = 40
_HOME = 0.015
"""The strength of the pull that moves a knot to the middle of its gate, relative to the penalty for bends."""


@dataclass(frozen=True, slots=True)
class LineGate:
    """A set of positions that a line may pass through: up to some distance from a middle, along each axis.

    A fixed knot has no axis, a hexside has one, and a junction in open terrain has two.
    """

    middle: Point
    ways: tuple[Point, ...] = ()


def place_knots(gates: Mapping[str, LineGate], lines: Sequence[Sequence[str]]) -> dict[str, Point]:
    """Choose a knot in each gate so that the lines bend as little as possible.

    Each line is a sequence of gate names.
    """
    spots = {name: gate.middle for name, gate in gates.items()}
    bends: dict[str, list[tuple[str, str, str]]] = {name: [] for name in gates}
    for line in lines:
        for bend in zip(line, line[1:], line[2:], strict=False):
            for name in dict.fromkeys(bend):
                bends[name].append(bend)
    free = [(name, gate) for name, gate in gates.items() if gate.ways and bends[name]]
    for _ in range(_SWEEPS):
        moved = 0.0
        for name, gate in free:
            for way in gate.ways:
                by = _best(name, gate, way, bends[name], spots)
                spots[name] = spots[name] + way.scaled(by)
                moved = max(moved, abs(by))
        if moved < 0.002:
            break
    return spots


def _best(
    name: str,
    gate: LineGate,
    way: Point,
    bends: Sequence[tuple[str, str, str]],
    spots: Mapping[str, Point],
) -> float:
    """Return the distance that a knot must move along an axis to minimise the sum of squared bends."""
    slope = curve = 0.0
    for one, two, three in bends:
        a, b, c = spots[one], spots[two], spots[three]
        to, on = 1 / (a.distance(b) or 1.0), 1 / (b.distance(c) or 1.0)
        share = (name == one) * to - (name == two) * (to + on) + (name == three) * on
        bent_x = (a.x - b.x) * to + (c.x - b.x) * on
        bent_y = (a.y - b.y) * to + (c.y - b.y) * on
        slope += share * (bent_x * way.x + bent_y * way.y)
        curve += share * share * (way.x * way.x + way.y * way.y)
    span = way.x * way.x + way.y * way.y
    off = spots[name] - gate.middle
    now = (off.x * way.x + off.y * way.y) / span
    slope += _HOME * now
    curve += _HOME
    return max(-1.0, min(1.0, now - slope / curve)) - now


def spline(
    knots: Sequence[Point], step: float, *, first: Point | None = None, last: Point | None = None
) -> Line:
    """Return a smooth curve through all knots, as points about `step` apart.

    It is a cubic spline, parametrised by chord length. `first` and `last` are the directions at its ends.
    Without them, the curvature at the ends is zero.
    """
    points = [knots[0], *(b for a, b in pairwise(knots) if a.distance(b) > 1e-6)]
    if len(points) < 2:
        return tuple(points)
    spans = [a.distance(b) for a, b in pairwise(points)]
    xs = _slopes([p.x for p in points], spans, _along(first, "x"), _along(last, "x"))
    ys = _slopes([p.y for p in points], spans, _along(first, "y"), _along(last, "y"))
    found = [points[0]]
    for i, span in enumerate(spans):
        a, b = points[i], points[i + 1]
        count = max(2, round(span / step))
        for n in range(1, count + 1):
            t = n / count
            h1, h2 = (1 + 2 * t) * (1 - t) ** 2, t * (1 - t) ** 2 * span
            h3, h4 = t * t * (3 - 2 * t), t * t * (t - 1) * span
            found.append(
                Point(
                    h1 * a.x + h2 * xs[i] + h3 * b.x + h4 * xs[i + 1],
                    h1 * a.y + h2 * ys[i] + h3 * b.y + h4 * ys[i + 1],
                )
            )
    return tuple(found)


def _along(way: Point | None, axis: str) -> float | None:
    if way is None:
        return None
    return float(getattr(way, axis)) / (math.hypot(way.x, way.y) or 1.0)


def _slopes(
    values: Sequence[float], spans: Sequence[float], first: float | None, last: float | None
) -> list[float]:
    """Return the slope of a cubic spline at each knot, by solving a tridiagonal system."""
    steps = [(b - a) / span for (a, b), span in zip(pairwise(values), spans, strict=True)]
    rows = [(0.0, 1.0, 0.0, first) if first is not None else (0.0, 2.0, 1.0, 3 * steps[0])]
    for (h, k), (s, t) in zip(pairwise(spans), pairwise(steps), strict=True):
        rows.append((k, 2 * (h + k), h, 3 * (k * s + h * t)))
    rows.append((0.0, 1.0, 0.0, last) if last is not None else (1.0, 2.0, 0.0, 3 * steps[-1]))
    over: list[tuple[float, float]] = []
    for left, middle, right, value in rows:
        before = over[-1] if over else (0.0, 0.0)
        share = middle - left * before[0]
        over.append((right / share, (value - left * before[1]) / share))
    found = [0.0] * len(rows)
    after = 0.0
    for n in range(len(rows) - 1, -1, -1):
        after = found[n] = over[n][1] - over[n][0] * after
    return found
