"""Convert glyphs and strokes to filled shapes: text outlines, and strokes that are used as clip paths."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import cycle, pairwise
from typing import Any

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Path, Segment
from hexwright.render.fonts import FontFace

_PIECES = 8
"""Number of straight segments that approximate a curve in an outline."""
_SHARP = math.radians(25)
"""A corner with a larger angle than this is rounded instead of mitred."""


class _PathPen(BasePen):  # type: ignore[misc]  # fontTools has no type hints
    """A fontTools pen that records a glyph as path segments in font units."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.segments: list[Segment] = []

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 - the name fontTools calls
        self.segments.append(Segment("M", (Point(*pt),)))

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self.segments.append(Segment("L", (Point(*pt),)))

    def _curveToOne(  # noqa: N802
        self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]
    ) -> None:
        self.segments.append(Segment("C", (Point(*pt1), Point(*pt2), Point(*pt3))))

    def _closePath(self) -> None:  # noqa: N802
        self.segments.append(Segment("Z"))


@cache
def _font(face: FontFace) -> tuple[Any, Any, float]:
    font = TTFont(io.BytesIO(face.path.read_bytes()), lazy=True)
    return font.getGlyphSet(), font.getBestCmap(), float(font["head"].unitsPerEm)


@cache
def glyph_segments(face: FontFace, char: str) -> tuple[Segment, ...]:
    """Return a glyph's outline, with the origin on the baseline and y up, as shares of the font size."""
    glyphs, names, em = _font(face)
    pen = _PathPen(glyphs)
    glyphs[names.get(ord(char), ".notdef")].draw(pen)
    return tuple(
        Segment(segment.kind, tuple(p.scaled(1 / em) for p in segment.points)) for segment in pen.segments
    )


def stroke_outline(path: Path, width: float, dash: Sequence[float] = ()) -> Path:
    """Return the area that a stroke covers, as polygons with the same winding (use the non-zero fill rule).

    Joins are mitred where the line is nearly straight, and round elsewhere. Ends are square. `dash` has the
    lengths of dashes and gaps in turn.
    """
    half = width / 2
    pieces: list[Segment] = []
    for points, closed in path.flattened(_PIECES):
        line = _distinct(points)
        if closed and len(line) > 1 and line[0].distance(line[-1]) > 1e-6:
            line.append(line[0])
        if not dash:
            pieces.extend(_ribbon(line, half, closed))
        for run in _dashes(line, dash) if dash else ():
            pieces.extend(_ribbon(_distinct(run), half, closed=False))
    return Path(tuple(pieces))


def _distinct(points: Sequence[Point]) -> list[Point]:
    """Return points without those that lie on the one before them."""
    return [p for n, p in enumerate(points) if n == 0 or p.distance(points[n - 1]) > 1e-6]


def _dashes(line: Sequence[Point], dash: Sequence[float]) -> Iterator[list[Point]]:
    """Yield the parts of a line that its dashes cover."""
    lengths = cycle(dash if len(dash) % 2 == 0 else (*dash, *dash))
    left, drawn = next(lengths), True
    run = [line[0]] if line else []
    for a, b in pairwise(line):
        passed, length = 0.0, a.distance(b)
        while length - passed > left:
            passed += left
            at = a.towards(b, passed / length)
            if drawn:
                yield [*run, at]
            drawn, left, run = not drawn, next(lengths), [at]
        left -= length - passed
        run.append(b)
    if drawn and len(run) > 1:
        yield run


def _ribbon(line: Sequence[Point], half: float, closed: bool) -> Iterator[Segment]:
    count = len(line) - 1
    if count < 1:
        return
    ways = []
    for a, b in pairwise(line):
        length = a.distance(b)
        ways.append(Point((b.x - a.x) / length, (b.y - a.y) / length))

    def across(n: int, *, end: bool) -> tuple[Point, bool]:
        """Return the offset to the left at one end of segment `n`, and whether the corner there is sharp."""
        other = n + 1 if end else n - 1
        way = ways[n]
        normal = Point(way.y * half, -way.x * half)
        if not closed and not 0 <= other < count:
            return normal, False
        near = ways[other % count]
        turn = math.atan2(way.x * near.y - way.y * near.x, way.x * near.x + way.y * near.y)
        if abs(turn) > _SHARP:
            return normal, True
        half_normal = Point(way.y + near.y, -(way.x + near.x))
        size = math.hypot(half_normal.x, half_normal.y)
        return half_normal.scaled(half / size / math.cos(turn / 2)), False

    for n in range(count):
        (start, _), (end, sharp) = across(n, end=False), across(n, end=True)
        a, b = line[n], line[n + 1]
        yield Segment("M", (a + start,))
        for point in (b + end, b - end, a - start):
            yield Segment("L", (point,))
        yield Segment("Z")
        if sharp:
            # Clockwise, like the pieces above, because y points down.
            for k in range(12):
                angle = math.pi * k / 6
                at = Point(b.x + half * math.cos(angle), b.y + half * math.sin(angle))
                yield Segment("M" if k == 0 else "L", (at,))
            yield Segment("Z")
