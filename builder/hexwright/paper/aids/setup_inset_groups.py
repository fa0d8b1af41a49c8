"""Join the hexes of a set-up to groups whose windows of the map take the least paper."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.paper.aids.setup_map_windows import Margins
from hexwright.render.canvas import Box

INSET_HEAD: Final = 5.0
"""The height in mm of the title above an inset."""
INSET_GAP: Final = 4.0
"""The space in mm between insets."""

_ROUNDED: Final = 1e-6
"""By how much a width in mm may be rounded."""

_Centres = tuple[float, float, float, float]
"""The box around the centres of a group's hexes: left, top, right, bottom."""


def grouped_windows(
    points: Sequence[Point], margins: Margins, scale: float, room: Box, own: float
) -> list[Box]:
    """Return windows of the map that together show the hexes with these centres, each within a page.

    The two groups whose joined window spares most paper are joined, again and again, until none spares
    any. `own` is what each window counts beside its paper, in square mm.
    """
    groups = _joined(points, margins, scale, room, own)
    return [margins.window(_box(group)) for group in _without_repeats(groups, points, margins)]


class _Paper:
    """What windows around boxes of centres cost in paper, in square units of the map."""

    def __init__(self, margins: Margins, scale: float, room: Box, own: float) -> None:
        field = margins.field
        self._left, self._top = field.x + margins.across, field.y + margins.down
        self._right, self._bottom = field.right - margins.across, field.bottom - margins.down
        self._across, self._down = 2 * margins.across, 2 * margins.down
        self._wide, self._high = room.width / scale, (room.height - INSET_HEAD) / scale
        self._beside, self._below = INSET_GAP / scale, (INSET_HEAD + INSET_GAP) / scale
        self._own = own / (scale * scale)

    def cost(self, a: float, b: float, c: float, d: float) -> float:
        """Return the paper that the window around a box of centres counts; infinite if no page holds it."""
        across = (
            (c if c < self._right else self._right) - (a if a > self._left else self._left) + self._across
        )
        down = (d if d < self._bottom else self._bottom) - (b if b > self._top else self._top) + self._down
        if across > self._wide or down > self._high:
            return math.inf
        return (across + self._beside) * (down + self._below) + self._own

    def costs_joined(
        self, one: _Centres, groups: Sequence[_Centres], others: Iterable[int], most: float
    ) -> Iterator[tuple[int, float]]:
        """Yield groups whose window joined with another group's a page holds, with what that window costs.

        Those that cost more than `most` may be left out.
        That is what `cost` says of the box around both; it is asked so often that a call would be felt.
        """
        left, top, right, bottom = self._left, self._top, self._right, self._bottom
        high, twice_across, twice_down = self._high, self._across, self._down
        beside, below, own = self._beside, self._below, self._own
        a, b, c, d = one
        # A joined window is no lower than the window of this group, so it can't be wider than this.
        least = (d if d < bottom else bottom) - (b if b > top else top) + twice_down
        wide = min(self._wide, (most - own) / (least + below) - beside + _ROUNDED)
        for n in others:
            e, f, g, h = groups[n]
            x, z = a if a < e else e, c if c > g else g
            across = (z if z < right else right) - (x if x > left else left) + twice_across
            if across > wide:
                continue
            y, w = b if b < f else f, d if d > h else h
            down = (w if w < bottom else bottom) - (y if y > top else top) + twice_down
            if down <= high:
                yield n, (across + beside) * (down + below) + own


def _joined(points: Sequence[Point], margins: Margins, scale: float, room: Box, own: float) -> list[_Centres]:
    """Return the groups that are left when no two of them spare paper if joined."""
    paper = _Paper(margins, scale, room, own)
    groups: list[_Centres] = [(p.x, p.y, p.x, p.y) for p in dict.fromkeys(points)]
    costs = [paper.cost(*group) for group in groups]
    alive = dict.fromkeys(range(len(groups)))
    queue: list[tuple[float, int, int]] = []

    def pairs(n: int, others: Iterable[int]) -> Iterator[tuple[float, int, int]]:
        """Yield the groups that spare paper if joined with one, and what the joined window costs more."""
        alone = costs[n]
        for m, joined in paper.costs_joined(groups[n], groups, others, alone + max(costs)):
            both = alone + costs[m]
            if joined < both:
                yield joined - both, n, m

    for n in alive:
        queue.extend(pairs(n, range(n)))
    heapq.heapify(queue)
    while queue:
        _, a, b = heapq.heappop(queue)
        if a not in alive or b not in alive:
            continue
        new = _both(groups[a], groups[b])
        for m in [m for m in alive if _holds(new, groups[m])]:
            del alive[m]
        groups.append(new)
        costs.append(paper.cost(*new))
        for pair in pairs(len(groups) - 1, alive):
            heapq.heappush(queue, pair)
        alive[len(groups) - 1] = None
    return [groups[n] for n in alive]


def _without_repeats(
    groups: Sequence[_Centres], points: Sequence[Point], margins: Margins
) -> Iterator[_Centres]:
    """Yield groups, the largest first, without the hexes that the windows of groups before them show."""
    left = list(dict.fromkeys(points))
    for group in sorted(groups, key=_size, reverse=True):
        own = [p for p in left if _holds(group, (p.x, p.y, p.x, p.y))]
        if not own:
            continue
        smaller = _around(own)
        yield smaller
        window = margins.window(_box(smaller))
        inner = Box(
            window.x + margins.whole.width / 2,
            window.y + margins.whole.height / 2,
            window.width - margins.whole.width,
            window.height - margins.whole.height,
        )
        left = [p for p in left if not inner.holds_point(p)]


def _both(a: _Centres, b: _Centres) -> _Centres:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _holds(a: _Centres, b: _Centres) -> bool:
    """Return whether the second of two boxes lies in the first."""
    return a[0] <= b[0] and a[1] <= b[1] and a[2] >= b[2] and a[3] >= b[3]


def _around(points: Sequence[Point]) -> _Centres:
    return (
        min(p.x for p in points),
        min(p.y for p in points),
        max(p.x for p in points),
        max(p.y for p in points),
    )


def _size(group: _Centres) -> tuple[float, float]:
    wide, high = group[2] - group[0], group[3] - group[1]
    return wide * high, wide + high


def _box(group: _Centres) -> Box:
    return Box(group[0], group[1], group[2] - group[0], group[3] - group[1])
