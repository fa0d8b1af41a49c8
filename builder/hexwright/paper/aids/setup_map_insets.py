"""Cut the map of a set-up into insets around its groups of units, and arrange them on few pages."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Place
from hexwright.model.ids import HexId
from hexwright.paper.aids.setup_inset_groups import INSET_GAP, INSET_HEAD, grouped_windows
from hexwright.paper.aids.setup_map_windows import Margins, counter_edge, window_margins
from hexwright.paper.aids.setup_strips import EMPTY_STRIP, Strip, lone_strip, stack_strip
from hexwright.render.canvas import Box
from hexwright.render.map.map_view import symbol_radius
from hexwright.render.map.sheet.sheet_plan import SheetPlan

MOST_PAGES: Final = 2
"""The number of pages of insets of one start line, on paper of the size of A4 or larger."""
_SMALL_PAPER: Final = 210.0
"""The height in mm of the room on a page below which insets have twice as many pages."""
_MOST_SCALE: Final = 2.0
_HEX_AREA: Final = 0.65
"""The area of a regular hex in squares of its width from corner to corner."""
_NAMED: Final = ("capital", "major-city", "city", "town")
"""The kinds of places by which insets are named."""
_STEP: Final = 0.97
"""The factor from one scale to the next."""
_LEAP: Final = 6
"""The number of steps between the scales that are tried first."""
_OWN_COSTS: Final = (3000.0, 1600.0, 800.0, 500.0, 300.0, 150.0)
"""What an inset counts beside its paper, in square mm, in the order of trials: the more, the fewer insets."""
_COARSE_COSTS: Final = (1600.0, 300.0)
"""The same for the scales that are tried first."""
_ORDERS: Final[tuple[Callable[[float, float], float], ...]] = (
    lambda wide, high: high,
    lambda wide, high: wide * high,
    lambda wide, high: wide + high,
)
"""Which boxes are placed first, by width and height."""


_FEW_HEXES: Final = 2
"""The number of hexes with units up to which a group gets no inset."""
_SPARSE_HEXES: Final = 4
_SPARSE: Final = 4.5
"""The same for groups whose inset would have more paper for each of them: in areas of a hex."""
_MOST_LONE: Final = 0.4
"""The share of the hexes with units that get no inset at most."""
_ROUNDS: Final = 2
_SAME_ROW: Final = 0.25
"""How far insets of one row may begin below its first, as a share of that one's height."""


def most_pages(room: Box) -> int:
    """Return the number of pages that the insets of a start line may fill."""
    return MOST_PAGES if room.height >= _SMALL_PAPER else 2 * MOST_PAGES


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
    strip: Strip = EMPTY_STRIP
    """The stacks of these hexes, which stand below it."""

    def frame(self, scale: float) -> Box:
        """Return the box of its map on the page."""
        return Box(self.at.x, self.at.y + INSET_HEAD, self.window.width * scale, self.window.height * scale)


@dataclass(frozen=True, slots=True)
class LoneUnits:
    """Units far from all others, which stand in a strip instead of an inset."""

    page: int
    at: Point
    """The upper left corner of the title on the page."""
    strip: Strip


@dataclass(frozen=True, slots=True)
class InsetPages:
    """The insets of a start line by page, all at one scale, and the box for the map that shows them all."""

    scale: float
    pages: tuple[tuple[Inset, ...], ...]
    overview: Box
    """The box of that map, on the first page."""
    lone: LoneUnits | None = None


@dataclass(frozen=True, slots=True)
class _Grouped:
    """The windows of insets with the hexes of each, and hexes that get none."""

    windows: Sequence[Box]
    held: Sequence[frozenset[HexId]]
    lone: frozenset[HexId]


def arrange_insets(
    plan: SheetPlan,
    units: Mapping[HexId, int],
    places: Sequence[Place],
    room: Box,
    overview: tuple[float, float],
) -> InsetPages:
    """Return insets with all hexes at the largest scale at which they fit on `MOST_PAGES` pages.

    Small paper has more pages. At that scale the fewest insets are chosen that fit.
    `units` has the number of units in each hex.
    `overview` is the width and the height of the map that shows where they lie.
    """
    points = sorted((plan.layout.centre(hex_id) for hex_id in units), key=lambda p: (p.x, p.y))
    margins = window_margins(plan)
    named = {place.hex: place.name for place in places if place.kind in _NAMED}
    strips = _Strips(units, named, room.width, plan.layout.hex_width)

    def packed(scale: float, costs: Sequence[float] = _OWN_COSTS) -> _Packed | None:
        for own in costs:
            windows = sorted(grouped_windows(points, margins, scale, room, own), key=lambda w: (w.x, w.y))
            group = _grouped(plan, windows, units)
            if len(group.lone) <= _MOST_LONE * len(units):
                sizes = [overview, *strips.sizes(group, scale)]
                spots = next(filter(None, (_pack(sizes, room, first) for first in _ORDERS)), None)
                if spots is not None:
                    return scale, group, spots
        return None

    coarse = (_MOST_SCALE * _STEP ** (_LEAP * n) for n in itertools.count())
    found = next(one for one in (packed(scale, _COARSE_COSTS) for scale in coarse) if one is not None)
    finer = (found[0] / _STEP**n for n in range(_LEAP - 1, -1, -1))
    scale, group, spots = next(filter(None, map(packed, finer)), found)
    (_, corner), *rest = spots
    shown = Box(corner.x, corner.y, *overview)
    page = _Filled(plan, margins, strips, scale, room, shown, group, rest)
    for _ in range(_ROUNDS):
        page.fill()
    order = _reading_order(page.boxes)
    names = _names(plan, places, [page.windows[n] for n in order], [page.held[n] for n in order])
    pages: list[list[Inset]] = [[] for _ in range(1 + max(number for number, _ in spots))]
    for number, (n, name) in enumerate(zip(order, names, strict=True), start=1):
        on, box = page.boxes[n]
        stacks = strips.stacks(page.held[n], box.width, scale)
        pages[on].append(Inset(number, name, page.windows[n], Point(box.x, box.y), page.held[n], stacks))
    lone = None
    for on, box in page.below:
        lone = LoneUnits(on, Point(box.x, box.y), strips.lonely(page.lone, scale))
    return InsetPages(scale, tuple(map(tuple, pages)), shown, lone)


_Packed = tuple[float, "_Grouped", list[tuple[int, Point]]]
"""The scale of insets, their windows, and page and corner of each."""


@dataclass(frozen=True, slots=True)
class _Strips:
    """The strips of a start line."""

    units: Mapping[HexId, int]
    named: Mapping[HexId, str]
    """The names of places by hex."""
    width: float
    """The width in mm of a page's room."""
    hex_width: float

    def stacks(self, hexes: Collection[HexId], width: float, scale: float) -> Strip:
        """Return the strip below an inset with some hexes."""
        counts = {hex_id: self.units[hex_id] for hex_id in hexes}
        return stack_strip(counts, width, counter_edge(self.hex_width * scale))

    def lonely(self, hexes: Collection[HexId], scale: float) -> Strip:
        """Return the strip of hexes without an inset."""
        counts = {hex_id: self.units[hex_id] for hex_id in hexes}
        return lone_strip(counts, self.named, self.width, counter_edge(self.hex_width * scale))

    def sizes(self, group: _Grouped, scale: float) -> Iterator[tuple[float, float]]:
        """Yield width and height on paper of each inset, and of the strip of lone units."""
        for window, hexes in zip(group.windows, group.held, strict=True):
            wide = window.width * scale
            yield wide, INSET_HEAD + window.height * scale + self.stacks(hexes, wide, scale).height
        if group.lone:
            yield self.width, INSET_HEAD + self.lonely(group.lone, scale).height


class _Filled:
    """Insets that grow into what their pages have free."""

    def __init__(
        self,
        plan: SheetPlan,
        margins: Margins,
        strips: _Strips,
        scale: float,
        room: Box,
        overview: Box,
        group: _Grouped,
        spots: Sequence[tuple[int, Point]],
    ) -> None:
        self._plan, self._margins, self._strips = plan, margins, strips
        self._scale, self._room, self._overview = scale, room, overview
        self.windows, self.held, self.lone = list(group.windows), list(group.held), group.lone
        sizes = [*strips.sizes(group, scale)]
        count = len(self.windows)
        placed = [(page, Box(at.x, at.y, *size)) for (page, at), size in zip(spots, sizes, strict=True)]
        self.boxes, self.below = placed[:count], placed[count:]

    def fill(self) -> None:
        """Enlarge each inset, with lone units where it has room; place the strip of the others lowest."""
        for n in range(len(self.windows)):
            self._grow(n)
        for page, _ in self.below[:1]:
            high = INSET_HEAD + self._strips.lonely(self.lone, self._scale).height
            low = Box(self._room.x, self._room.bottom - high, self._room.width, high)
            self.below = [(page, low)] if self.lone else []

    def _grow(self, n: int) -> None:
        scale, (page, box) = self._scale, self.boxes[n]
        others = [(0, self._overview), *self.boxes[:n], *self.boxes[n + 1 :], *self.below]
        free = _free(self.boxes[n], others, self._room)
        middle = self.windows[n].centre
        for hex_id in sorted(self.lone, key=lambda one: middle.distance(self._plan.layout.centre(one))):
            at = self._plan.layout.centre(hex_id)
            wider = _around(self.windows[n], self._margins.window(Box(at.x, at.y, 0.0, 0.0)))
            more = self.held[n] | {hex_id}
            high = INSET_HEAD + wider.height * scale + self._strips.stacks(more, free.width, scale).height
            if wider.width * scale <= free.width + 1e-6 and high <= free.height + 1e-6:
                self.windows[n], self.held[n], self.lone = wider, more, self.lone - {hex_id}
        high = free.height - INSET_HEAD - self._strips.stacks(self.held[n], free.width, scale).height
        grown = _grown(self.windows[n], free.width / scale, high / scale, self._margins.field)
        wide = grown.width * scale
        tall = INSET_HEAD + grown.height * scale + self._strips.stacks(self.held[n], wide, scale).height
        self.windows[n], self.boxes[n] = grown, (page, Box(box.x, box.y, wide, tall))


def _grouped(plan: SheetPlan, windows: Sequence[Box], hexes: Collection[HexId]) -> _Grouped:
    """Return the windows that become insets, and the hexes without one: those of few units far apart."""
    layout = plan.layout
    held: list[set[HexId]] = [set() for _ in windows]
    for hex_id in hexes:
        held[_deepest(windows, layout.centre(hex_id))].add(hex_id)
    whole = layout.hex_width * layout.hex_width * _HEX_AREA
    kept = [
        n
        for n, window in enumerate(windows)
        if len(held[n]) > _SPARSE_HEXES
        or (len(held[n]) > _FEW_HEXES and window.width * window.height <= _SPARSE * whole * len(held[n]))
    ] or [max(range(len(windows)), key=lambda n: len(held[n]))]
    lone: set[HexId] = set()
    for hex_id in (one for n in range(len(windows)) if n not in kept for one in held[n]):
        around = Box.around(layout.corners(hex_id))
        inside = [n for n in kept if windows[n].inset(-0.01).holds(around)]
        (held[inside[0]] if inside else lone).add(hex_id)
    return _Grouped([windows[n] for n in kept], [frozenset(held[n]) for n in kept], frozenset(lone))


def _free(own: tuple[int, Box], others: Sequence[tuple[int, Box]], room: Box) -> Box:
    """Return the box that an inset can take without moving others: to the right, and then down."""
    page, box = own
    beside = [other for number, other in others if number == page]
    right = min(
        (
            other.x - INSET_GAP
            for other in beside
            if other.x > box.x + 1e-6 and other.y < box.bottom + INSET_GAP and other.bottom > box.y
        ),
        default=room.right,
    )
    wide = max(box.width, right - box.x)
    low = min(
        (
            other.y - INSET_GAP
            for other in beside
            if other.y > box.y + 1e-6 and other.x < box.x + wide + INSET_GAP and other.right > box.x
        ),
        default=room.bottom,
    )
    return Box(box.x, box.y, wide, max(box.height, low - box.y))


def _around(one: Box, other: Box) -> Box:
    """Return the box around two boxes."""
    return Box.around(
        corner for box in (one, other) for corner in (Point(box.x, box.y), Point(box.right, box.bottom))
    )


def _grown(window: Box, wide: float, high: float, field: Box) -> Box:
    """Return a window that shows more of the map, on all sides, up to a size."""
    across = max(window.width, min(wide, field.width))
    down = max(window.height, min(high, field.height))
    left = min(max(window.x - (across - window.width) / 2, field.x), field.right - across)
    top = min(max(window.y - (down - window.height) / 2, field.y), field.bottom - down)
    return Box(left, top, across, down)


def _reading_order(boxes: Sequence[tuple[int, Box]]) -> list[int]:
    """Return the order of boxes: by page, then row by row, and in a row from left to right."""
    left = sorted(range(len(boxes)), key=lambda n: (boxes[n][0], boxes[n][1].y, boxes[n][1].x))
    order: list[int] = []
    while left:
        page, first = boxes[left[0]]
        row = [n for n in left if boxes[n][0] == page and boxes[n][1].y <= first.y + _SAME_ROW * first.height]
        order += sorted(row, key=lambda n: boxes[n][1].x)
        left = [n for n in left if n not in row]
    return order


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
    most = most_pages(room)
    if sum(wide * high for wide, high in sizes) > most * room.width * room.height:
        return None
    skylines = [[(0.0, room.width, 0.0)] for _ in range(most)]
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

    A window without a place has the name of the nearest one.
    """
    grades = [place for place in places if place.kind in _NAMED]
    order = sorted(grades, key=lambda place: (-symbol_radius(place.kind), place.id))
    names: list[str] = []
    for n, window in enumerate(windows):
        inner = window.inset(0.3 * plan.layout.hex_width)
        inside = [
            place
            for place, at in ((one, plan.layout.centre(one.hex)) for one in order)
            if inner.holds_point(at) and _deepest(windows, at) == n
        ]
        inside.sort(key=lambda place: place.hex not in held[n])
        if inside:
            names.append(inside[0].name)
            continue
        near = sorted(
            (one for one in order if not {one.name, f"Near {one.name}"} & {*names}),
            key=lambda one: window.centre.distance(plan.layout.centre(one.hex)),
        )
        names.append(f"Near {near[0].name}" if near else "")
    return names
