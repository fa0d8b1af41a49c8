"""Leave gaps in lines under names, as on printed maps, so that the names are readable."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box
from hexwright.render.map.canvas_clipping import piece_within
from hexwright.render.map.polylines import Line, polyline_length

_CELL = 8.0


class LineGaps:
    """Boxes in which lines aren't drawn, indexed by position."""

    def __init__(self, boxes: Iterable[Box], longest: float) -> None:
        """Index the boxes of names. A line gets no gap where the gap would be longer than `longest` mm."""
        self._longest = longest
        self._cells: dict[tuple[int, int], list[Box]] = {}
        for box in boxes:
            for cell in _cells(box):
                self._cells.setdefault(cell, []).append(box)

    def runs(self, line: Sequence[Point]) -> list[Line]:
        """Return the parts of a line that are drawn."""
        found: list[list[Point]] = []
        broken = True
        for covered, parts in groupby(self._parts(line), key=itemgetter(1)):
            pieces = [piece for piece, _ in parts]
            points = [pieces[0][0], *(end for _, end in pieces)]
            if covered and polyline_length(points) <= self._longest:
                broken = True
                continue
            if broken:
                found.append(points)
            else:
                found[-1].extend(points[1:])
            broken = False
        return [tuple(run) for run in found]

    def _parts(self, line: Sequence[Point]) -> Iterator[tuple[tuple[Point, Point], bool]]:
        """Yield the straight pieces of a line in order, with a flag: whether the piece lies in a box."""
        for start, end in pairwise(line):
            near = dict.fromkeys(
                box for cell in _cells(Box.around((start, end))) for box in self._cells.get(cell, ())
            )
            within = sorted(part for box in near if (part := piece_within(start, end, box)) is not None)
            at = 0.0
            for first, last in within:
                if first > at:
                    yield (start.towards(end, at), start.towards(end, first)), False
                    at = first
                if last > at:
                    yield (start.towards(end, at), end if last == 1 else start.towards(end, last)), True
                    at = last
            if at < 1:
                yield (start.towards(end, at) if at else start, end), False


NO_GAPS: Final = LineGaps((), 0.0)
"""No gap in any line."""


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    for x in range(math.floor(box.x / _CELL), math.floor(box.right / _CELL) + 1):
        for y in range(math.floor(box.y / _CELL), math.floor(box.bottom / _CELL) + 1):
            yield x, y
