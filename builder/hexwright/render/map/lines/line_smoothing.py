"""Draw lines through hexes as long curves.

A line is constrained only by gates: the hexsides that it crosses and the places that it connects. Within a
gate, its position is free. Thus a line along a row of hexes is straight although the hex centres zigzag.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

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
    number = {name: n for n, name in enumerate(gates)}
    xs, ys = ([getattr(gate.middle, axis) for gate in gates.values()] for axis in ("x", "y"))
    bends: list[list[tuple[int, int, int]]] = [[] for _ in gates]
    for line in lines:
        knots = [number[name] for name in line]
        for bend in zip(knots, knots[1:], knots[2:], strict=False):
            for knot in dict.fromkeys(bend):
                bends[knot].append(bend)
    free = [
        (knot, gate.middle, way)
        for knot, gate in enumerate(gates.values())
        if bends[knot]
        for way in gate.ways
    ]
    for _ in range(_SWEEPS):
        moved = 0.0
        for knot, middle, way in free:
            by = _best(knot, middle, way, bends[knot], xs, ys)
            xs[knot] += way.x * by
            ys[knot] += way.y * by
            moved = max(moved, abs(by))
        if moved < 0.002:
            break
    return {name: Point(x, y) for name, x, y in zip(gates, xs, ys, strict=True)}


def _best(
    knot: int,
    middle: Point,
    way: Point,
    bends: Sequence[tuple[int, int, int]],
    xs: Sequence[float],
    ys: Sequence[float],
) -> float:
    """Return the distance that a knot must move along an axis to minimise the sum of squared bends."""
    slope = curve = 0.0
    way_x, way_y = way.x, way.y
    span = way_x * way_x + way_y * way_y
    for one, two, three in bends:
        x, y = xs[two], ys[two]
        left, up, right, down = xs[one] - x, ys[one] - y, xs[three] - x, ys[three] - y
        to, on = 1 / (hypot(left, up) or 1.0), 1 / (hypot(right, down) or 1.0)
        share = (knot == one) * to - (knot == two) * (to + on) + (knot == three) * on
        slope += share * ((left * to + right * on) * way_x + (up * to + down * on) * way_y)
        curve += share * share * span
    now = ((xs[knot] - middle.x) * way_x + (ys[knot] - middle.y) * way_y) / span
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
