"""Cut the map of a set-up into insets around its groups of units, and arrange them on few pages."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Place
from hexwright.model.ids import HexId
from hexwright.paper.setup_map_windows import Margins, window_margins
from hexwright.render.canvas import Box
from hexwright.render.map.map_view import symbol_radius
from hexwright.render.map.sheet_plan import SheetPlan

INSET_HEAD: Final = 5.0
"""The height in mm of the title above an inset."""
MOST_PAGES: Final = 2
"""The number of pages of insets of one start line."""
_GAP: Final = 4.0
_MOST_SCALE: Final = 2.0
_STEP: Final = 0.97
"""The factor from one scale to the next."""
_LEAP: Final = 6
"""The number of steps between the scales that are tried first."""
_SPARED: Final = 0.93
"""Several insets replace one if they need at most this share of its paper."""


@dataclass(frozen=True, slots=True)
class Inset:
    """A part of the map with a group of units: its window on the sheet, and where it stands on a page."""

    number: int
    name: str
    window: Box
    at: Point
    """The upper left corner of its title on the page."""


@dataclass(frozen=True, slots=True)
class InsetPages:
    """The insets of a start line by page, all at one scale, and the box for the map that shows them all."""

    scale: float
    pages: tuple[tuple[Inset, ...], ...]
    overview: Box
    """The box of that map, on the first page."""


def arrange_insets(
    plan: SheetPlan,
    hexes: Collection[HexId],
    places: Sequence[Place],
    room: Box,
    overview: tuple[float, float],
) -> InsetPages:
    """Return insets with all hexes at the largest scale at which they fit on `MOST_PAGES` pages.

    `overview` is the width and the height of the map that shows where they lie.
    """
    points = sorted((plan.layout.centre(hex_id) for hex_id in hexes), key=lambda p: (p.x, p.y))
    margins = window_margins(plan)

    def packed(scale: float) -> tuple[float, list[Box], list[tuple[int, Point]]] | None:
        groups = sorted(_groups(points, margins, scale, room), key=lambda w: (w.x, w.y))
        sizes = [overview, *((w.width * scale, w.height * scale + INSET_HEAD) for w in groups)]
        spots = _pack(sizes, room)
        return None if spots is None else (scale, groups, spots)

    coarse = (_MOST_SCALE * _STEP ** (_LEAP * n) for n in itertools.count())
    found = next(filter(None, map(packed, coarse)))
    finer = (found[0] / _STEP**n for n in range(_LEAP - 1, 0, -1) if found[0] < _MOST_SCALE)
    scale, groups, spots = next(filter(None, map(packed, finer)), found)
    (_, corner), *rest = spots
    order = sorted(range(len(groups)), key=lambda n: (rest[n][0], rest[n][1].y, rest[n][1].x))
    names = _names(plan, places, [groups[n] for n in order])
    pages: list[list[Inset]] = [[] for _ in range(1 + max(page for page, _ in spots))]
    for number, (n, name) in enumerate(zip(order, names, strict=True), start=1):
        page, at = rest[n]
        pages[page].append(Inset(number, name, groups[n], at))
    return InsetPages(scale, tuple(map(tuple, pages)), Box(corner.x, corner.y, *overview))


def _paper(window: Box, scale: float) -> float:
    """Return the paper that an inset takes, in square mm, with its title and the space around it."""
    return (window.width * scale + _GAP) * (window.height * scale + INSET_HEAD + _GAP)


def _groups(points: Sequence[Point], margins: Margins, scale: float, room: Box) -> list[Box]:
    """Return the windows of groups of hexes that fit on a page, cut where paper is spared."""
    window = margins.window(Box.around(points))
    fits = window.width * scale <= room.width and window.height * scale + INSET_HEAD <= room.height
    halves = _cut(points, margins, scale)
    if halves is None:
        return [window]
    parts = [part for half in halves for part in _groups(half, margins, scale, room)]
    spared = sum(_paper(part, scale) for part in parts) < _SPARED * _paper(window, scale)
    return parts if spared or not fits else [window]


def _cut(
    points: Sequence[Point], margins: Margins, scale: float
) -> tuple[Sequence[Point], Sequence[Point]] | None:
    """Return points in two groups, cut by a straight line so that their windows take the least paper."""
    least = math.inf
    best: tuple[Sequence[Point], Sequence[Point]] | None = None
    for across in (True, False):
        ordered = sorted(points, key=lambda p: (p.x, p.y) if across else (p.y, p.x))
        before, after = _boxes(ordered), _boxes(ordered[::-1])[::-1]
        for n in range(1, len(ordered)):
            a, b = ordered[n - 1], ordered[n]
            if (b.x - a.x if across else b.y - a.y) < 1e-6:
                continue
            cost = sum(_paper(margins.window(box), scale) for box in (before[n - 1], after[n]))
            if cost < least:
                least, best = cost, (ordered[:n], ordered[n:])
    return best


def _boxes(points: Sequence[Point]) -> list[Box]:
    """Return, for each point, the box around it and all points before it."""
    left = top = math.inf
    right = bottom = -math.inf
    found = []
    for p in points:
        left, top, right, bottom = min(left, p.x), min(top, p.y), max(right, p.x), max(bottom, p.y)
        found.append(Box(left, top, right - left, bottom - top))
    return found


def _pack(sizes: Sequence[tuple[float, float]], room: Box) -> list[tuple[int, Point]] | None:
    """Return page and corner of boxes, the first on the first page; None if the pages don't hold them.

    High boxes are placed first, each as far up as it fits.
    """
    skylines = [[(0.0, room.width, 0.0)] for _ in range(MOST_PAGES)]
    spots: dict[int, tuple[int, Point]] = {}
    order = [0, *sorted(range(1, len(sizes)), key=lambda n: (-sizes[n][1], n))]
    for n in order:
        wide, high = sizes[n]
        found = min(
            (
                (page, y, x)
                for page, skyline in enumerate(skylines)
                for x, y in _tops(skyline, wide, room.width)
                if y + high <= room.height + 1e-6
            ),
            default=None,
        )
        if found is None:
            return None
        page, y, x = found
        spots[n] = page, Point(room.x + x, room.y + y)
        skylines[page] = _raised(skylines[page], x, x + wide + _GAP, y + high + _GAP)
    return [spots[n] for n in range(len(sizes))]


_Skyline = list[tuple[float, float, float]]
"""Stretches from left to right: the x coordinates of both ends, and the y coordinate up to which they are
taken.
"""


def _tops(skyline: _Skyline, wide: float, width: float) -> Iterator[tuple[float, float]]:
    """Yield the corners at which a box stands as far up as it fits."""
    for x, _, _ in skyline:
        if x + wide <= width + 1e-6:
            yield x, max(top for left, right, top in skyline if left < x + wide - 1e-6 and right > x + 1e-6)


def _raised(skyline: _Skyline, left: float, right: float, top: float) -> _Skyline:
    """Return a skyline with a stretch taken down to `top`."""
    rest = [
        part
        for a, b, y in skyline
        for part in ((a, min(b, left), y), (max(a, right), b, y))
        if part[1] - part[0] > 1e-6
    ]
    limit = max(b for _, b, _ in skyline)
    return sorted([*rest, (left, min(right, limit), top)])


def _names(plan: SheetPlan, places: Sequence[Place], windows: Sequence[Box]) -> list[str]:
    """Return a name for each window: its largest place that no window before is named after, or none."""
    centres: Mapping[str, Point] = {place.id: plan.layout.centre(place.hex) for place in places}
    order = sorted(places, key=lambda place: (-symbol_radius(place.kind), place.id))
    names: list[str] = []
    for window in windows:
        inner = window.inset(0.3 * plan.layout.hex_width)
        inside = (p.name for p in order if inner.holds(Box(centres[p.id].x, centres[p.id].y, 0.0, 0.0)))
        names.append(next((name for name in inside if name not in names), ""))
    return names
