"""Arrange counters on sheets: counters in blocks, and blocks on pages, as on die-cut sheets."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, TypeVar

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.model.counter_mix import Marker, Sheet, Unit
from hexwright.model.game import Game, Side
from hexwright.paper.page_margins import FOOT, HEAD, SIDE
from hexwright.paper.paper_sizes import Paper
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_face import counter_size, layout_of


@dataclass(frozen=True, slots=True)
class CounterCopy:
    """One counter to print: a unit or marker, its two faces, and its number in the game."""

    number: int
    counter: Unit | Marker
    front: int
    back: int | None
    """The index of the face on the back; None for a back without strength and movement."""
    copy: int = 1

    @property
    def name(self) -> str:
        """Return the full name of the unit or marker."""
        return self.counter.name

    @property
    def group(self) -> str:
        """Return the group by which counters are sorted: the side, or an empty string for markers."""
        return self.counter.side if isinstance(self.counter, Unit) else ""


def counter_copies(game: Game) -> tuple[CounterCopy, ...]:
    """Return every counter that the game needs, numbered from 1: units by side, then markers.

    A unit or marker with more than two faces needs several counters. If the number of faces is odd, the last
    face of a marker is printed on both sides, and the last face of a unit has a back without strength and
    movement, so that the unit doesn't seem to have another step.
    """
    found: list[CounterCopy] = []
    for side in game.info.sides:
        own = [unit for unit in game.counters.units if unit.side == side.id]
        for unit in by_size(game, own):
            for first, back in _unit_faces(game, unit):
                found.append(CounterCopy(len(found) + 1, unit, first, back))
    for marker in by_size(game, game.counters.markers):
        for first in range(0, len(marker.faces), 2):
            back = min(first + 1, len(marker.faces) - 1)
            for copy in range(marker.count):
                found.append(CounterCopy(len(found) + 1, marker, first, back, copy + 1))
    return tuple(found)


def _unit_faces(game: Game, unit: Unit) -> list[tuple[int, int | None]]:
    """Return the front and back of each counter of a unit; a block has one label, whatever its steps."""
    if layout_of(game, unit, 0).shape == "block":
        return [(0, None)]
    steps = len(unit.steps)
    return [(first, first + 1 if first + 1 < steps else None) for first in range(0, steps, 2)]


_Counter = TypeVar("_Counter", Unit, Marker)


def by_size(game: Game, counters: Sequence[_Counter]) -> list[_Counter]:
    """Return counters of the same form together, in the order in which the forms first occur."""
    forms: dict[object, list[_Counter]] = {}
    for counter in counters:
        layout = layout_of(game, counter, 0)
        forms.setdefault((printed_size(game, counter), layout.shape), []).append(counter)
    return [counter for alike in forms.values() for counter in alike]


STAND_TAB: Final = 8.0
"""Height in mm of the tab at each end of a stand-up counter, which goes into its stand."""


def printed_size(game: Game, counter: Unit | Marker) -> tuple[float, float]:
    """Return width and height in mm of what is cut out: a stand-up has its back above it, and two tabs."""
    wide, high = counter_size(game, counter)
    if layout_of(game, counter, 0).shape == "stand-up":
        return wide, 2 * high + 2 * STAND_TAB
    return wide, high


def counter_side(game: Game, piece: CounterCopy) -> Side | None:
    """Return the side of a unit's counter, None for a marker."""
    return game.info.side(piece.counter.side) if isinstance(piece.counter, Unit) else None


@dataclass(frozen=True, slots=True)
class CounterSlot:
    """A counter and its position on a page of fronts."""

    piece: CounterCopy
    box: Box
    cell: Box
    """The area of the counter's background: to the middle of the gaps between counters, and beyond outer
    edges.
    """


@dataclass(frozen=True, slots=True)
class Block:
    """A block of adjacent counters: rows of slots."""

    rows: tuple[tuple[CounterSlot, ...], ...]

    @property
    def slots(self) -> Iterator[CounterSlot]:
        """Yield all slots, row by row."""
        return (slot for row in self.rows for slot in row)

    @property
    def box(self) -> Box:
        """Return the bounding box of all counters."""
        boxes = [slot.box for slot in self.slots]
        left, top = min(b.x for b in boxes), min(b.y for b in boxes)
        return Box(left, top, max(b.right for b in boxes) - left, max(b.bottom for b in boxes) - top)


@dataclass(frozen=True, slots=True)
class CounterPage:
    """A page of fronts."""

    blocks: tuple[Block, ...]

    @property
    def slots(self) -> Iterator[CounterSlot]:
        """Yield all slots of the page, block by block."""
        return (slot for block in self.blocks for slot in block.slots)


def counter_sizes(game: Game) -> str:
    """Return the sizes of a game's counters as cut out, such as "15 × 15 mm and 30 × 15 mm (round)"."""
    found: dict[str, None] = {}
    counters: tuple[Unit | Marker, ...] = (*game.counters.units, *game.counters.markers)
    for counter in counters:
        wide, high = printed_size(game, counter)
        shape = layout_of(game, counter, 0).shape
        odd = f" ({shape})" if shape != "rectangle" else ""
        found[f"{wide:g} × {high:g} mm{odd}"] = None
    return ", ".join(found) if found else "none"


def counter_area(paper: Paper, *, fold: bool = False, gap: float = 0.0) -> Box:
    """Return the area of a page for counters; if `fold` is set, return the right half, `gap` mm from the
    fold.
    """
    area = Box(SIDE, HEAD + 3, paper.width - 2 * SIDE, paper.height - HEAD - 3 - FOOT - 6)
    if not fold:
        return area
    middle = paper.width / 2
    return Box(middle + gap, area.y, area.right - middle - gap, area.height)


def impose_counters(game: Game, paper: Paper, area: Box, bleed: float) -> tuple[CounterPage, ...]:
    """Arrange all counters within an area of a page; raise `InputError` (P102) if a block doesn't fit."""
    sheet = game.counters.sheet
    pieces = counter_copies(game)
    shelves = _ShelfPacker(area, sheet, bleed)
    square = (sheet.counter_mm, sheet.counter_mm)
    for group in _groups(game, pieces):
        size = printed_size(game, group[0].counter)
        own = size != square
        columns, rows = _block(game, paper, area, size, (None, None) if own else _wanted(sheet))
        shelves.begin(size, columns)
        for n in range(0, len(group), columns * rows):
            shelves.add(group[n : n + columns * rows])
    return shelves.done()


def _wanted(sheet: Sheet) -> tuple[int | None, int | None]:
    return sheet.block_columns, sheet.block_rows


def _block(
    game: Game,
    paper: Paper,
    area: Box,
    size: tuple[float, float],
    wanted: tuple[int | None, int | None],
) -> tuple[int, int]:
    """Return the columns and rows of a block of counters of a size; raise `InputError` if it doesn't fit."""
    gutter = game.counters.sheet.gutter_mm
    across, down = size[0] + gutter, size[1] + gutter
    most_columns = math.floor((area.width + gutter + 1e-6) / across)
    most_rows = math.floor((area.height + gutter + 1e-6) / down)
    columns, rows = wanted[0] or most_columns, wanted[1] or max(1, most_rows)
    if columns > most_columns or rows > most_rows or columns < 1:
        wide, high = max(columns, 1) * across - gutter, max(rows, 1) * down - gutter
        raise InputError.single(
            "P102",
            f"a block of {max(columns, 1)} × {rows} counters needs {wide:g} × {high:g} mm; "
            f"{paper} leaves {max(area.width, 0):g} × {max(area.height, 0):g} mm",
            Span(f"data/{game.slug}/counters.yaml"),
            "use larger paper with --paper, or smaller blocks in counters.yaml: sheet: block_columns",
        )
    return columns, rows


def _groups(game: Game, pieces: Sequence[CounterCopy]) -> Iterator[Sequence[CounterCopy]]:
    """Yield the counters of each side and form."""

    def form(piece: CounterCopy) -> object:
        layout = layout_of(game, piece.counter, 0)
        return piece.group, printed_size(game, piece.counter), layout.shape

    for _, alike in groupby(pieces, key=form):
        yield tuple(alike)


class _ShelfPacker:
    """A shelf packer: it places blocks side by side on shelves, and shelves one below the other, on as many
    pages as needed.
    """

    def __init__(self, area: Box, sheet: Sheet, bleed: float) -> None:
        self._area, self._sheet, self._bleed, self._columns = area, sheet, bleed, 1
        self._size = (0.0, 0.0)
        self._pages: list[list[Block]] = [[]]
        self._y = area.y
        self._x = self._left = area.x
        self._low = area.y

    def begin(self, size: tuple[float, float], columns: int) -> None:
        """Go on with counters of a size, in blocks of so many columns; another size needs another shelf."""
        if size == self._size and columns == self._columns:
            return
        sheet, area = self._sheet, self._area
        if self._pages[-1]:
            self._next_shelf()
        self._size, self._columns = size, columns
        wide = columns * (size[0] + sheet.gutter_mm) - sheet.gutter_mm
        per_shelf = max(1, math.floor((area.width + sheet.block_gap_mm + 1e-6) / (wide + sheet.block_gap_mm)))
        used = per_shelf * (wide + sheet.block_gap_mm) - sheet.block_gap_mm
        self._x = self._left = area.x + (area.width - used) / 2

    def add(self, pieces: Sequence[CounterCopy]) -> None:
        """Place counters as one block, split where a page ends."""
        sheet, area = self._sheet, self._area
        across, down = (edge + sheet.gutter_mm for edge in self._size)
        wide = min(len(pieces), self._columns) * across - sheet.gutter_mm
        if self._x > self._left and self._x + wide > area.right + 1e-6:
            self._next_shelf()
        rows = [pieces[n : n + self._columns] for n in range(0, len(pieces), self._columns)]
        room = math.floor((area.bottom - self._y + sheet.gutter_mm + 1e-6) / down)
        if room < 1 or (sheet.block_rows is not None and room < len(rows)):
            self._next_page()
            room = len(rows)
        while rows:
            room = max(1, math.floor((area.bottom - self._y + sheet.gutter_mm + 1e-6) / down))
            part, rows = rows[:room], rows[room:]
            block = self._block(part)
            self._pages[-1].append(block)
            self._low = max(self._low, block.box.bottom)
            self._x = block.box.right + sheet.block_gap_mm
            if sheet.block_columns is None:
                self._next_shelf()
            if rows:
                self._next_page()

    def done(self) -> tuple[CounterPage, ...]:
        """Return the filled pages."""
        return tuple(CounterPage(tuple(blocks)) for blocks in self._pages if blocks)

    def _next_shelf(self) -> None:
        self._y = self._low + self._sheet.block_gap_mm
        self._x = self._left

    def _next_page(self) -> None:
        if self._pages[-1]:
            self._pages.append([])
        self._y = self._low = self._area.y
        self._x = self._left

    def _block(self, rows: Sequence[Sequence[CounterCopy]]) -> Block:
        sheet = self._sheet
        wide, high = self._size
        across, down = wide + sheet.gutter_mm, high + sheet.gutter_mm
        inner = min(self._bleed, sheet.gutter_mm / 2)
        laid = []
        for r, row in enumerate(rows):
            slots = []
            for c, piece in enumerate(row):
                box = Box(self._x + c * across, self._y + r * down, wide, high)
                left = self._bleed if c == 0 else inner
                right = self._bleed if c == len(row) - 1 else inner
                top = self._bleed if r == 0 else inner
                open_below = r == len(rows) - 1 or c >= len(rows[r + 1])
                bottom = self._bleed if open_below else inner
                cell = Box(box.x - left, box.y - top, wide + left + right, high + top + bottom)
                slots.append(CounterSlot(piece, box, cell))
            laid.append(tuple(slots))
        return Block(tuple(laid))
