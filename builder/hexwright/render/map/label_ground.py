"""Record what lies on the map in rasters of bits, so that names can be priced by what they would cover.

Each kind of item has its own raster: a row of cells is one number, so a box is tested with a few operations.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
_SOLID: Final[tuple[Item, ...]] = ("symbol", "sign", "number")
_LINES: Final[tuple[Item, ...]] = ("track", "water", "shore", "fort", "front")

Quad = tuple[Point, Point, Point, Point]
"""The corners of a rectangle in any position, in order."""


class BitRaster:
    """A raster of bits over a box."""

    def __init__(self, bounds: Box) -> None:
        self._x, self._y = bounds.x, bounds.y
        self._wide = math.ceil(bounds.width / _CELL)
        self._rows = [0] * math.ceil(bounds.height / _CELL)

    def _columns(self, left: float, right: float) -> int:
        """Return the bits of the cells whose centres lie between two x coordinates."""
        first = max(0, math.ceil((left - self._x) / _CELL - 0.5))
        last = min(self._wide, math.ceil((right - self._x) / _CELL - 0.5))
        return ((1 << (last - first)) - 1) << first if last > first else 0

    def _spans(self, box: Box) -> tuple[range, int]:
        first = max(0, math.ceil((box.y - self._y) / _CELL - 0.5))
        last = min(len(self._rows), math.ceil((box.bottom - self._y) / _CELL - 0.5))
        return range(first, last), self._columns(box.x, box.right)

    def _quad_rows(self, quad: Quad) -> Iterator[tuple[int, int]]:
        """Yield the rows that a rectangle meets, each with the bits of its cells."""
        top, bottom = min(p.y for p in quad), max(p.y for p in quad)
        first = max(0, math.ceil((top - self._y) / _CELL - 0.5))
        last = min(len(self._rows), math.ceil((bottom - self._y) / _CELL - 0.5))
        sides = tuple(zip(quad, (*quad[1:], quad[0]), strict=True))
        for row in range(first, last):
            y = self._y + (row + 0.5) * _CELL
            cuts = [a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) for a, b in sides if (a.y <= y) != (b.y <= y)]
            if len(cuts) > 1:
                yield row, self._columns(min(cuts), max(cuts))

    def contents(self) -> str:
        """Return the set cells as text."""
        return ",".join(map(hex, self._rows))

    def fill_box(self, box: Box) -> None:
        """Set the cells of a box."""
        rows, bits = self._spans(box)
        for row in rows:
            self._rows[row] |= bits

    def fill_line(self, line: Sequence[Point], width: float) -> None:
        """Set the cells of a stroke; its points must be close together."""
        half = width / 2
        reach = math.ceil(half / _CELL) + 1
        for at in line:
            middle = math.floor((at.y - self._y) / _CELL)
            for row in range(max(0, middle - reach), min(len(self._rows), middle + reach + 1)):
                dy = self._y + (row + 0.5) * _CELL - at.y
                if abs(dy) < half:
                    dx = math.sqrt(half * half - dy * dy)
                    self._rows[row] |= self._columns(at.x - dx, at.x + dx)

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

    def set_spans(self, quad: Quad) -> list[tuple[int, int]]:
        """Return the rows in which a rectangle in any position has set cells, each with their bits."""
        rows, (a, b, c, _) = self._rows, quad
        if a.y == b.y and b.x == c.x:  # Most rectangles are upright: all their rows have the same bits.
            span, same = self._spans(Box(a.x, a.y, b.x - a.x, c.y - b.y))
            return [(row, found) for row in span if (found := rows[row] & same)]
        return [(row, found) for row, bits in self._quad_rows(quad) if (found := rows[row] & bits)]

    def spans_area(self, spans: Sequence[tuple[int, int]]) -> float:
        """Return the area of the set cells of `spans`, in square mm."""
        rows, cells = self._rows, 0
        for row, bits in spans:
            cells += (rows[row] & bits).bit_count()
        return cells * _CELL * _CELL


class LabelGround:
    """All items on a map that names avoid, each kind in its raster. `bounds` is the area for names."""

    def __init__(self, bounds: Box) -> None:
        self.bounds = bounds
        self._rasters: Mapping[Item, BitRaster] = {item: BitRaster(bounds.inset(-4.0)) for item in ITEMS}
        self._any = BitRaster(bounds.inset(-4.0))
        self._used: set[Item] = set()

    def add_boxes(self, item: Item, boxes: Iterable[Box]) -> None:
        """Record boxes."""
        self._used.add(item)
        for box in boxes:
            self._rasters[item].fill_box(box)
            if item != "counter":
                self._any.fill_box(box)

    def add_line(self, item: Item, line: Sequence[Point], width: float) -> None:
        """Record a stroke `width` mm wide; its points must be less than 1 mm apart."""
        self._used.add(item)
        self._rasters[item].fill_line(line, width)
        self._any.fill_line(line, width)

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

    def areas(self, items: Iterable[Item], box: Box, quad: Quad) -> list[float]:
        """Return how much of each kind of item a rectangle covers, in square mm; `box` is its bounding box.

        Of usual places of counters, the part in the bounding box is returned.
        """
        spans = self._any.set_spans(quad)
        return [
            self._rasters[item].area(box)
            if item == "counter"
            else self._rasters[item].spans_area(spans)
            if spans and item in self._used
            else 0.0
            for item in items
        ]

    def is_empty(self, box: Box) -> bool:
        """Return whether nothing but usual places of counters lies in a box."""
        return not self._any.meets(box)

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
