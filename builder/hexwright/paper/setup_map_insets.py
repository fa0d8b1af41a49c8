"""Cut the map of a set-up into insets around its groups of units, and arrange them on few pages."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Place
from hexwright.model.ids import HexId
from hexwright.paper.setup_inset_groups import INSET_GAP, INSET_HEAD, grouped_windows
from hexwright.paper.setup_map_windows import window_margins
from hexwright.render.canvas import Box
from hexwright.render.map.map_view import symbol_radius
from hexwright.render.map.sheet_plan import SheetPlan

MOST_PAGES: Final = 2
"""The number of pages of insets of one start line."""
_MOST_SCALE: Final = 2.0
_STEP: Final = 0.97
"""The factor from one scale to the next."""
_LEAP: Final = 6
"""The number of steps between the scales that are tried first."""
_OWN_COSTS: Final = (800.0, 500.0, 300.0, 150.0)
"""What an inset counts beside its paper, in square mm, in the order of trials: the more, the fewer insets."""
_COARSE_COST: Final = 300.0
"""The same for the scales that are tried first."""
_ORDERS: Final[tuple[Callable[[float, float], float], ...]] = (
    lambda wide, high: high,
    lambda wide, high: wide * high,
    lambda wide, high: wide + high,
)
"""Which boxes are placed first, by width and height."""


_FEW_HEXES: Final = 2
"""The number of hexes with units up to which the title of an inset lists them."""


@dataclass(frozen=True, slots=True)
class Inset:
    """A part of the map with a group of units: its window on the sheet, and where it stands on a page."""

    number: int
    name: str
    window: Box
    at: Point
    """The upper left corner of its title on the page."""
    hexes: frozenset[HexId]
    """The hexes whose units it shows: each hex belongs to one inset."""


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

    At that scale the fewest insets are chosen that fit.
    `overview` is the width and the height of the map that shows where they lie.
    """
    points = sorted((plan.layout.centre(hex_id) for hex_id in hexes), key=lambda p: (p.x, p.y))
    margins = window_margins(plan)

    def packed(
        scale: float, costs: Sequence[float] = _OWN_COSTS
    ) -> tuple[float, list[Box], list[tuple[int, Point]]] | None:
        for own in costs:
            groups = sorted(grouped_windows(points, margins, scale, room, own), key=lambda w: (w.x, w.y))
            sizes = [overview, *((w.width * scale, w.height * scale + INSET_HEAD) for w in groups)]
            for first in _ORDERS:
                spots = _pack(sizes, room, first)
                if spots is not None:
                    return scale, groups, spots
        return None

    coarse = (_MOST_SCALE * _STEP ** (_LEAP * n) for n in itertools.count())
    found = next(one for one in (packed(scale, (_COARSE_COST,)) for scale in coarse) if one is not None)
    finer = (found[0] / _STEP**n for n in range(_LEAP - 1, -1, -1))
    scale, groups, spots = next(filter(None, map(packed, finer)), found)
    (_, corner), *rest = spots
    order = sorted(range(len(groups)), key=lambda n: (rest[n][0], rest[n][1].y, rest[n][1].x))
    windows = [groups[n] for n in order]
    held: list[set[HexId]] = [set() for _ in windows]
    for hex_id in hexes:
        held[_deepest(windows, plan.layout.centre(hex_id))].add(hex_id)
    names = _names(plan, places, windows, held)
    pages: list[list[Inset]] = [[] for _ in range(1 + max(page for page, _ in spots))]
    for number, (n, name) in enumerate(zip(order, names, strict=True), start=1):
        page, at = rest[n]
        pages[page].append(Inset(number, name, groups[n], at, frozenset(held[number - 1])))
    return InsetPages(scale, tuple(map(tuple, pages)), Box(corner.x, corner.y, *overview))


def _deepest(windows: Sequence[Box], at: Point) -> int:
    """Return the window in which a point lies farthest from the edge."""

    def depth(n: int) -> float:
        box = windows[n]
        return min(at.x - box.x, box.right - at.x, at.y - box.y, box.bottom - at.y)

    return max(range(len(windows)), key=depth)


def _pack(
    sizes: Sequence[tuple[float, float]], room: Box, rank: Callable[[float, float], float]
) -> list[tuple[int, Point]] | None:
    """Return page and corner of boxes, the first on the first page; None if the pages don't hold them.

    Boxes of a high rank are placed first, each as far up as it fits.
    """
    if sum(wide * high for wide, high in sizes) > MOST_PAGES * room.width * room.height:
        return None
    skylines = [[(0.0, room.width, 0.0)] for _ in range(MOST_PAGES)]
    spots: dict[int, tuple[int, Point]] = {}
    order = [0, *sorted(range(1, len(sizes)), key=lambda n: (-rank(*sizes[n]), n))]
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
        skylines[page] = _raised(skylines[page], x, x + wide + INSET_GAP, y + high + INSET_GAP)
    return [spots[n] for n in range(len(sizes))]


_Skyline = list[tuple[float, float, float]]
"""Stretches from left to right: the x coordinates of both ends, and the y coordinate up to which they are
taken.
"""


def _tops(skyline: _Skyline, wide: float, width: float) -> Iterator[tuple[float, float]]:
    """Yield the corners at which a box stands as far up as it fits, clear of those to its right."""
    for x, _, _ in skyline:
        if x + wide <= width + 1e-6:
            end = x + wide + INSET_GAP - 1e-6
            yield x, max(top for left, right, top in skyline if left < end and right > x + 1e-6)


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


def _names(
    plan: SheetPlan, places: Sequence[Place], windows: Sequence[Box], held: Sequence[Collection[HexId]]
) -> list[str]:
    """Return a name for each window: a place with its units, or else its largest that no other shows better.

    A window with few units begins with the numbers of their hexes.
    """
    order = sorted(places, key=lambda place: (-symbol_radius(place.kind), place.id))
    names: list[str] = []
    for n, window in enumerate(windows):
        inner = window.inset(0.3 * plan.layout.hex_width)
        inside = [
            place
            for place, at in ((one, plan.layout.centre(one.hex)) for one in order)
            if inner.holds_point(at) and _deepest(windows, at) == n
        ]
        inside.sort(key=lambda place: place.hex not in held[n])
        name = inside[0].name if inside else ""
        numbers = ", ".join(sorted(held[n])) if len(held[n]) <= _FEW_HEXES else ""
        names.append(f"{numbers} {name}".strip())
    return names
