"""Arrange counters on sheets: counters in blocks, and blocks on pages, as on die-cut sheets."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_mix import Sheet
from hexwright.paper.pages.page_margins import FOOT, HEAD, SIDE
from hexwright.paper.pages.paper_sizes import Paper
from hexwright.render.canvas import Box


class NumberedPiece(Protocol):
    """What is printed as a counter: one of a game of ours, or a piece of any module."""

    @property
    def number(self) -> int:
        """Return its number on the sheets, from 1."""


P = TypeVar("P", bound=NumberedPiece)


@dataclass(frozen=True, slots=True)
class CounterSlot(Generic[P]):
    """A counter and its position on a page of fronts."""

    piece: P
    box: Box
    cell: Box
    """The area of the counter's background: to the middle of the gaps between counters, and beyond outer
    edges.
    """
    upper_right: float = 0.0
    lower_left: float = 0.0
    """How far these corners of the background are cut, where two meet at the inner corner of a block."""

    @property
    def ground(self) -> tuple[Point, ...]:
        """Return the corners of the background."""
        cell, right, left = self.cell, self.upper_right, self.lower_left
        top = (Point(cell.right - right, cell.y), Point(cell.right, cell.y + right))
        low = (Point(cell.x + left, cell.bottom), Point(cell.x, cell.bottom - left))
        return (Point(cell.x, cell.y), *top, Point(cell.right, cell.bottom), *low)


@dataclass(frozen=True, slots=True)
class Block(Generic[P]):
    """A block of adjacent counters: rows of slots."""

    rows: tuple[tuple[CounterSlot[P], ...], ...]

    @property
    def slots(self) -> Iterator[CounterSlot[P]]:
        """Yield all slots, row by row."""
        return (slot for row in self.rows for slot in row)

    @property
    def box(self) -> Box:
        """Return the bounding box of all counters."""
        boxes = [slot.box for slot in self.slots]
        left, top = min(b.x for b in boxes), min(b.y for b in boxes)
        return Box(left, top, max(b.right for b in boxes) - left, max(b.bottom for b in boxes) - top)


@dataclass(frozen=True, slots=True)
class CounterPage(Generic[P]):
    """A page of fronts."""

    blocks: tuple[Block[P], ...]

    @property
    def slots(self) -> Iterator[CounterSlot[P]]:
        """Yield all slots of the page, block by block."""
        return (slot for block in self.blocks for slot in block.slots)


def counter_area(paper: Paper, *, fold: bool = False, gap: float = 0.0) -> Box:
    """Return the area of a page for counters; if `fold` is set, return the right half, `gap` mm from the
    fold.
    """
    area = Box(SIDE, HEAD + 3, paper.width - 2 * SIDE, paper.height - HEAD - 3 - FOOT - 6)
    if not fold:
        return area
    middle = paper.width / 2
    return Box(middle + gap, area.y, area.right - middle - gap, area.height)


@dataclass(frozen=True, slots=True)
class CounterRun(Generic[P]):
    """Counters of one size, in mm, that are printed together."""

    pieces: Sequence[P]
    size: tuple[float, float]


def arrange_counters(
    runs: Iterable[CounterRun[P]], sheet: Sheet, paper: Paper, area: Box, bleed: float, *, origin: str
) -> tuple[CounterPage[P], ...]:
    """Arrange runs of counters within an area of a page; raise `InputError` (P102) if a block doesn't fit.

    `origin` is the file with the layout of the sheet, which the error names.
    """
    shelves: _ShelfPacker[P] = _ShelfPacker(area, sheet, bleed)
    square = (sheet.counter_mm, sheet.counter_mm)
    for run in runs:
        wanted = (sheet.block_columns, sheet.block_rows) if run.size == square else (None, None)
        columns, rows = _block(sheet, paper, area, run.size, wanted, origin)
        shelves.begin(run.size, columns)
        for n in range(0, len(run.pieces), columns * rows):
            shelves.add(run.pieces[n : n + columns * rows])
    return shelves.done()


def _block(
    sheet: Sheet,
    paper: Paper,
    area: Box,
    size: tuple[float, float],
    wanted: tuple[int | None, int | None],
    origin: str,
) -> tuple[int, int]:
    """Return the columns and rows of a block of counters of a size; raise `InputError` if it doesn't fit."""
    gutter = sheet.gutter_mm
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
            Span(origin),
            "use larger paper with --paper, or smaller blocks in counters.yaml: sheet: block_columns",
        )
    return columns, rows


class _ShelfPacker(Generic[P]):
    """A shelf packer: it places blocks side by side on shelves, and shelves one below the other, on as many
    pages as needed.
    """

    def __init__(self, area: Box, sheet: Sheet, bleed: float) -> None:
        self._area, self._sheet, self._bleed, self._columns = area, sheet, bleed, 1
        self._size = (0.0, 0.0)
        self._pages: list[list[Block[P]]] = [[]]
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

    def add(self, pieces: Sequence[P]) -> None:
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

    def done(self) -> tuple[CounterPage[P], ...]:
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

    def _block(self, rows: Sequence[Sequence[P]]) -> Block[P]:
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
                # A short last row leaves an inner corner, into which two counters bleed: each has half of it.
                below = len(rows[r + 1]) if r + 1 < len(rows) else 0
                cut = self._bleed - inner
                last = r > 0 and c == len(row) - 1 and len(rows[r - 1]) > len(row)
                first = 0 < c == below
                slots.append(CounterSlot(piece, box, cell, cut if last else 0.0, cut if first else 0.0))
            laid.append(tuple(slots))
        return Block(tuple(laid))
