"""Arrange counters on sheets: counters in blocks, and blocks on pages, as on die-cut sheets."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.model.counter_mix import Marker, Sheet, Unit
from hexwright.model.game import Game, Side
from hexwright.paper.page_margins import FOOT, HEAD, SIDE
from hexwright.paper.paper_sizes import Paper
from hexwright.render.canvas import Box


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
        for unit in game.counters.units:
            if unit.side == side.id:
                for first in range(0, len(unit.steps), 2):
                    back = first + 1 if first + 1 < len(unit.steps) else None
                    found.append(CounterCopy(len(found) + 1, unit, first, back))
    for marker in game.counters.markers:
        for first in range(0, len(marker.faces), 2):
            back = min(first + 1, len(marker.faces) - 1)
            for copy in range(marker.count):
                found.append(CounterCopy(len(found) + 1, marker, first, back, copy + 1))
    return tuple(found)


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
    edge, gutter = sheet.counter_mm, sheet.gutter_mm
    pitch = edge + gutter
    most_columns = math.floor((area.width + gutter + 1e-6) / pitch)
    most_rows = math.floor((area.height + gutter + 1e-6) / pitch)
    columns, rows = sheet.block_columns or most_columns, sheet.block_rows or max(1, most_rows)
    if columns > most_columns or rows > most_rows or columns < 1:
        wide, high = (max(n, 1) * pitch - gutter for n in (columns, rows))
        raise InputError.single(
            "P102",
            f"a block of {max(columns, 1)} × {rows} counters needs {wide:g} × {high:g} mm; "
            f"{paper} leaves {max(area.width, 0):g} × {max(area.height, 0):g} mm",
            Span(f"data/{game.slug}/counters.yaml"),
            "use larger paper with --paper, or smaller blocks in counters.yaml: sheet: block_columns",
        )
    shelves = _ShelfPacker(area, sheet, bleed, columns)
    for group in _groups(counter_copies(game)):
        for n in range(0, len(group), columns * rows):
            shelves.add(group[n : n + columns * rows])
    return shelves.done()


def _groups(pieces: Sequence[CounterCopy]) -> Iterator[Sequence[CounterCopy]]:
    start = 0
    for n in range(1, len(pieces) + 1):
        if n == len(pieces) or pieces[n].group != pieces[start].group:
            yield pieces[start:n]
            start = n


class _ShelfPacker:
    """A shelf packer: it places blocks side by side on shelves, and shelves one below the other, on as many
    pages as needed.
    """

    def __init__(self, area: Box, sheet: Sheet, bleed: float, columns: int) -> None:
        self._area, self._sheet, self._bleed, self._columns = area, sheet, bleed, columns
        self._pages: list[list[Block]] = [[]]
        self._y = area.y
        self._x = area.x
        self._low = area.y
        pitch = sheet.counter_mm + sheet.gutter_mm
        wide = columns * pitch - sheet.gutter_mm
        per_shelf = max(1, math.floor((area.width + sheet.block_gap_mm + 1e-6) / (wide + sheet.block_gap_mm)))
        used = per_shelf * (wide + sheet.block_gap_mm) - sheet.block_gap_mm
        self._left = area.x + (area.width - used) / 2
        self._x = self._left

    def add(self, pieces: Sequence[CounterCopy]) -> None:
        """Place counters as one block, split where a page ends."""
        sheet, area = self._sheet, self._area
        pitch = sheet.counter_mm + sheet.gutter_mm
        wide = min(len(pieces), self._columns) * pitch - sheet.gutter_mm
        if self._x > self._left and self._x + wide > area.right + 1e-6:
            self._next_shelf()
        rows = [pieces[n : n + self._columns] for n in range(0, len(pieces), self._columns)]
        room = math.floor((area.bottom - self._y + sheet.gutter_mm + 1e-6) / pitch)
        if room < 1 or (sheet.block_rows is not None and room < len(rows)):
            self._next_page()
            room = len(rows)
        while rows:
            room = max(1, math.floor((area.bottom - self._y + sheet.gutter_mm + 1e-6) / pitch))
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
        edge, pitch = sheet.counter_mm, sheet.counter_mm + sheet.gutter_mm
        inner = min(self._bleed, sheet.gutter_mm / 2)
        laid = []
        for r, row in enumerate(rows):
            slots = []
            for c, piece in enumerate(row):
                box = Box(self._x + c * pitch, self._y + r * pitch, edge, edge)
                left = self._bleed if c == 0 else inner
                right = self._bleed if c == len(row) - 1 else inner
                top = self._bleed if r == 0 else inner
                open_below = r == len(rows) - 1 or c >= len(rows[r + 1])
                bottom = self._bleed if open_below else inner
                cell = Box(box.x - left, box.y - top, edge + left + right, edge + top + bottom)
                slots.append(CounterSlot(piece, box, cell))
            laid.append(tuple(slots))
        return Block(tuple(laid))
