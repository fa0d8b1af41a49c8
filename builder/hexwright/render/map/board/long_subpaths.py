"""Cut long subpaths of a drawing to the box of a region, without a change of its pixels.

Pieces near the box keep their points. Everything between two of them is replaced by corners of the box that
go the same way around it, so a change far from a box leaves its text as it is.
"""

from __future__ import annotations

import math
from typing import Final

from hexwright.render.canvas import Box

_RUN: Final = 32
"""The number of pieces that are tested together."""

_XY = tuple[float, float]


class LongSubpath:
    """A subpath of straight pieces, which is either filled or stroked."""

    def __init__(self, data: str, *, filled: bool) -> None:
        """Read path data of the commands M, L and Z alone."""
        self._data, self._filled = data, filled
        self._texts = data.strip("MZ").split("L")
        self._ring = filled or data.endswith("Z")
        if self._ring:
            self._texts.append(self._texts[0])
        pairs = [text.split(",") for text in self._texts]
        self._points: list[_XY] = [(float(x), float(y)) for x, y in pairs]
        self._runs = [
            (start, min(start + _RUN, len(self._points) - 1))
            for start in range(0, len(self._points) - 1, _RUN)
        ]
        self._sides = [_sides(self._points[first : last + 1]) for first, last in self._runs]

    def within(self, box: Box) -> str:
        """Return path data that paints the same inside a box; it may paint anything elsewhere."""
        near: list[tuple[int, int]] = []
        gaps = [0.0]
        for (first, last), sides in zip(self._runs, self._sides, strict=True):
            if _apart(sides, box):
                gaps[-1] += _way_around(self._points[first], self._points[last], box)
                continue
            for n in range(first, last):
                start, end = self._points[n], self._points[n + 1]
                if _apart(_sides((start, end)), box):
                    gaps[-1] += _way_around(start, end, box)
                elif near and near[-1][1] == n:
                    near[-1] = (near[-1][0], n + 1)
                else:
                    near.append((n, n + 1))
                    gaps.append(0.0)
        if not near:
            return _around_box(round(gaps[0] / 4), box) if self._filled else ""
        pieces = [self._texts[start : end + 1] for start, end in near]
        if pieces == [self._texts]:
            return self._data
        before = gaps.pop(0)
        gaps[-1] += before
        if self._ring and near[0][0] == 0 and near[-1][1] == len(self._points) - 1:
            pieces[0] = [*pieces.pop()[:-1], *pieces[0]]
            gaps.pop()
        if not self._filled:
            return "".join(sorted("M" + "L".join(piece) for piece in pieces))
        return self._joined(pieces, gaps, box)

    def _joined(self, pieces: list[list[str]], gaps: list[float], box: Box) -> str:
        """Return pieces as one ring that goes around the box between them."""
        first = pieces.index(min(pieces))
        found: list[str] = []
        for n in range(first, first + len(pieces)):
            piece, after = pieces[n % len(pieces)], pieces[(n + 1) % len(pieces)]
            found += piece
            start, end = (_place(_point(text), box) for text in (piece[-1], after[0]))
            end += 4 * round((start + gaps[n % len(pieces)] - end) / 4)
            corners = range(math.floor(start) + 1, math.ceil(end))
            if end < start:
                corners = range(math.ceil(start) - 1, math.floor(end), -1)
            found += [_corner(corner, box) for corner in corners]
        return "M" + "L".join(found) + "Z"


def _sides(points: list[_XY] | tuple[_XY, _XY]) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _apart(sides: tuple[float, float, float, float], box: Box) -> bool:
    """Whether points lie all on one side of a box."""
    left, top, right, bottom = sides
    return right < box.x or left > box.right or bottom < box.y or top > box.bottom


def _way_around(start: _XY, end: _XY, box: Box) -> float:
    """Return how far a piece on one side of a box leads around it, in sides of the box, clockwise."""
    wide, high = (
        min(max(end[0], box.x), box.right) - min(max(start[0], box.x), box.right),
        min(max(end[1], box.y), box.bottom) - min(max(start[1], box.y), box.bottom),
    )
    if max(start[1], end[1]) < box.y:
        return wide / box.width
    if min(start[1], end[1]) > box.bottom:
        return -wide / box.width
    return (high if min(start[0], end[0]) > box.right else -high) / box.height


def _place(point: _XY, box: Box) -> float:
    """Return where the edge of a box is nearest to a point outside: 0 at its upper left corner, 1 at the
    next one clockwise.
    """
    x, y = (min(max(point[0], box.x), box.right) - box.x), (min(max(point[1], box.y), box.bottom) - box.y)
    if point[1] <= box.y:
        return x / box.width
    if point[0] >= box.right:
        return 1 + y / box.height
    if point[1] >= box.bottom:
        return 3 - x / box.width
    return (4 - y / box.height) % 4


def _point(text: str) -> _XY:
    x, y = text.split(",")
    return float(x), float(y)


def _corner(number: int, box: Box) -> str:
    x = box.right if number % 4 in (1, 2) else box.x
    y = box.bottom if number % 4 in (2, 3) else box.y
    return f"{x:.3f},{y:.3f}"


def _around_box(times: int, box: Box) -> str:
    """Return the outline of a box so many times, counter-clockwise if they are less than 0."""
    corners = [_corner(n, box) for n in (range(4) if times > 0 else range(4, 0, -1))]
    return ("M" + "L".join(corners) + "Z") * abs(times)
