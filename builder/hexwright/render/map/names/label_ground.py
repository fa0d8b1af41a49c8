"""Record what lies on the map in rasters of bits, so that names can be priced by what they would cover.

Each kind of item has its own raster: a row of cells is one number, so a box is tested with a few operations.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import Final, Literal

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box

Item = Literal["track", "symbol", "sign", "water", "shore", "fort", "front", "number", "counter"]
"""The kinds of item: railways and roads, symbols of places, set-up signs and flags, rivers, shores of lakes,
fortified lines, start lines, usual places of hex numbers, usual places of counters.
"""
ITEMS: Final[tuple[Item, ...]] = (
    "track",
    "symbol",
    "sign",
    "water",
    "shore",
    "fort",
    "front",
    "number",
    "counter",
)
_CELL: Final = 0.3
"""The edge of a cell in mm."""
_BITS: Final[Mapping[Item, int]] = {item: 1 << number for number, item in enumerate(ITEMS)}
_SOLID: Final[tuple[Item, ...]] = ("symbol", "sign", "number")
_LINES: Final[tuple[Item, ...]] = ("track", "water", "shore", "fort", "front")

_TILE: Final = 6.0
"""The edge of a tile in mm. Kinds of item that no tile near a position has aren't looked for there."""

Quad = tuple[Point, Point, Point, Point]
"""The corners of a rectangle in any position, in order."""
Spans = tuple[int, list[int]]
"""Cells: their first row, and the bits of it and the rows below."""


class BitRaster:
    """A raster of bits over a box."""

    def __init__(self, bounds: Box) -> None:
        self._x, self._y = bounds.x, bounds.y
        self._wide = math.ceil(bounds.width / _CELL)
        self._rows = [0] * math.ceil(bounds.height / _CELL)

    def _columns(self, left: float, right: float) -> int:
        """Return the bits of the cells whose centres lie between two x coordinates."""
        first, last = ceil((left - self._x) / _CELL - 0.5), ceil((right - self._x) / _CELL - 0.5)
        if first < 0:
            first = 0
        if last > self._wide:
            last = self._wide
        return ((1 << (last - first)) - 1) << first if last > first else 0

    def _spans(self, box: Box) -> tuple[range, int]:
        first = max(0, math.ceil((box.y - self._y) / _CELL - 0.5))
        last = min(len(self._rows), math.ceil((box.bottom - self._y) / _CELL - 0.5))
        return range(first, last), self._columns(box.x, box.right)

    def spans(self, quad: Quad) -> Spans:
        """Return the cells of a rectangle in any position."""
        a, b, c, d = quad
        top, bottom = min(a.y, b.y, c.y, d.y), max(a.y, b.y, c.y, d.y)
        first = max(0, math.ceil((top - self._y) / _CELL - 0.5))
        last = min(len(self._rows), math.ceil((bottom - self._y) / _CELL - 0.5))
        pairs = ((a, b), (b, c), (c, d), (d, a))
        sides = [(p.y, q.y, p.x, (q.x - p.x) / (q.y - p.y)) for p, q in pairs if p.y != q.y]
        found = []
        origin, wide = self._x, self._wide
        for row in range(first, last):
            y = self._y + (row + 0.5) * _CELL
            left, right = math.inf, -math.inf
            for start, end, x, lean in sides:
                if (start <= y) != (end <= y):
                    at = x + (y - start) * lean
                    left, right = (at if at < left else left), (at if at > right else right)
            if left >= right:
                found.append(0)
                continue
            # As in `_columns`; a call for each of so many rows would take as long again.
            begin, stop = ceil((left - origin) / _CELL - 0.5), ceil((right - origin) / _CELL - 0.5)
            begin, stop = (begin if begin > 0 else 0), (stop if stop < wide else wide)
            found.append(((1 << (stop - begin)) - 1) << begin if stop > begin else 0)
        return first, found

    def contents(self) -> str:
        """Return the set cells as text."""
        return ",".join(map(hex, self._rows))

    def box_spans(self, box: Box) -> Spans:
        """Return the cells of a box."""
        rows, same = self._spans(box)
        return rows.start, [same] * len(rows)

    def fill(self, cells: Mapping[int, int]) -> None:
        """Set cells: the bits of each row."""
        for row, bits in cells.items():
            self._rows[row] |= bits

    def fill_box(self, box: Box) -> None:
        """Set the cells of a box."""
        rows, bits = self._spans(box)
        for row in rows:
            self._rows[row] |= bits

    def stroke(self, line: Sequence[Point], width: float) -> dict[int, int]:
        """Return the cells of a stroke as the bits of each row; its points must be close together."""
        half, count = width / 2, len(self._rows)
        reach = math.ceil(half / _CELL) + 1
        found: dict[int, int] = {}
        for at in line:
            x, y = at.x, at.y - self._y
            middle = math.floor(y / _CELL)
            for row in range(max(0, middle - reach), min(count, middle + reach + 1)):
                dy = (row + 0.5) * _CELL - y
                if abs(dy) < half:
                    dx = math.sqrt(half * half - dy * dy)
                    found[row] = found.get(row, 0) | self._columns(x - dx, x + dx)
        return found

    def meets(self, box: Box) -> bool:
        """Return whether any cell of a box is set."""
        span, bits = self._spans(box)
        return any(map(bits.__and__, self._rows[span.start : span.stop]))

    def area(self, box: Box) -> float:
        """Return the area of the set cells of a box, in square mm."""
        span, bits = self._spans(box)
        cells = 0
        for row in self._rows[span.start : span.stop]:
            cells += (row & bits).bit_count()
        return cells * _CELL * _CELL

    def spans_area(self, spans: Spans) -> float:
        """Return the area of the set cells of `spans`, in square mm."""
        first, bits = spans
        cells = 0
        for row, some in zip(self._rows[first : first + len(bits)], bits, strict=True):
            if found := row & some:
                cells += found.bit_count()
        return cells * _CELL * _CELL


class LabelGround:
    """All items on a map that names avoid, each kind in its raster. `bounds` is the area for names."""

    def __init__(self, bounds: Box) -> None:
        self.bounds = bounds
        self._rasters: Mapping[Item, BitRaster] = {item: BitRaster(bounds.inset(-4.0)) for item in ITEMS}
        self._any = BitRaster(bounds.inset(-4.0))
        self._used: set[Item] = set()
        self._tiles: dict[tuple[int, int], int] = {}

    def add_boxes(self, item: Item, boxes: Iterable[Box]) -> None:
        """Record boxes."""
        self._used.add(item)
        for box in boxes:
            self._rasters[item].fill_box(box)
            self._mark(item, box.x, box.y, box.right, box.bottom)
            if item != "counter":
                self._any.fill_box(box)

    def add_line(self, item: Item, line: Sequence[Point], width: float) -> None:
        """Record a stroke `width` mm wide; its points must be less than 1 mm apart."""
        self._used.add(item)
        cells, half = self._any.stroke(line, width), width / 2
        self._rasters[item].fill(cells)
        self._any.fill(cells)
        for at in line:
            self._mark(item, at.x - half, at.y - half, at.x + half, at.y + half)

    def _mark(self, item: Item, left: float, top: float, right: float, bottom: float) -> None:
        """Note that tiles have a kind of item."""
        bit, tiles = _BITS[item], self._tiles
        rows = range(int(top // _TILE), int(bottom // _TILE) + 1)
        for column in range(int(left // _TILE), int(right // _TILE) + 1):
            for row in rows:
                tiles[column, row] = tiles.get((column, row), 0) | bit

    def _near(self, box: Box) -> int:
        """Return the bits of the kinds of item that the tiles of a box have."""
        found, tiles = 0, self._tiles
        rows = range(int(box.y // _TILE), int((box.y + box.height) // _TILE) + 1)
        for column in range(int(box.x // _TILE), int((box.x + box.width) // _TILE) + 1):
            for row in rows:
                found |= tiles.get((column, row), 0)
        return found

    def reserve_boxes(self, boxes: Iterable[Box]) -> None:
        """Record signs, which names and other signs avoid."""
        self.add_boxes("sign", boxes)

    def contents(self) -> str:
        """Return every recorded cell as text, by which two grounds are compared."""
        return " ".join(f"{item}:{raster.contents()}" for item, raster in self._rasters.items())

    def meets(self, item: Item, box: Box) -> bool:
        """Return whether a box meets anything of a kind of item."""
        return item in self._used and self._rasters[item].meets(box)

    def area(self, item: Item, box: Box) -> float:
        """Return how much of a kind of item a box covers, in square mm."""
        return self._rasters[item].area(box)

    def areas(self, items: Iterable[Item], box: Box, quad: Quad | None) -> list[float] | None:
        """Return how much of each kind of item a rectangle covers, in square mm; `box` is its bounding box,
        and `quad` its corners unless it is upright.

        Of usual places of counters, the part in the bounding box is returned. The result is None if nothing
        of any kind is there.
        """
        near = self._near(box)
        if not near:
            return None
        near_counter = near & _BITS["counter"]
        spans: Spans | None = None
        if near != near_counter and self._any.meets(box):
            spans = self._any.box_spans(box) if quad is None else self._any.spans(quad)
        return [
            0.0
            if not near & _BITS[item]
            else self._rasters[item].area(box)
            if item == "counter"
            else 0.0
            if spans is None
            else self._rasters[item].spans_area(spans)
            for item in items
        ]

    def is_taken(self, box: Box) -> bool:
        """Return whether a box meets a symbol, a sign or the usual place of a number, or leaves the map."""
        if not self.bounds.holds(box):
            return True
        return self._any.meets(box) and any(self._rasters[item].meets(box) for item in _SOLID)

    def is_struck(self, box: Box) -> bool:
        """Return whether a line runs through a box."""
        return self._any.meets(box) and any(self._rasters[item].meets(box) for item in _LINES)

    def is_free(self, box: Box) -> bool:
        """Return whether a box meets neither a symbol, a sign, a number nor a line."""
        return self.bounds.holds(box) and not self._any.meets(box)
