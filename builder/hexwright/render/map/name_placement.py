"""Place names on the map so that no name overlaps another name, a symbol or a hex number.

Each name has several candidate positions; the placer uses the cheapest one without a collision. Lines that a
name may cross at a cost (rivers, railways, fortified lines) are stored as points.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box, Canvas, Colour, Halo
from hexwright.render.fonts import FontFace, face_metrics, text_width
from hexwright.render.map.polylines import Line, Ruler, normals, polyline_length
from hexwright.render.recording_canvas import text_box


@dataclass(frozen=True, slots=True)
class NameStyle:
    """The typography of a name: font, size, colour and spacing."""

    face: FontFace
    size: float
    fill: Colour
    spacing: float = 0.0

    def width(self, text: str) -> float:
        """Return the width in mm of a string in this style."""
        return text_width(text, self.face, self.size, self.spacing)


@dataclass(frozen=True, slots=True)
class NamePiece:
    """A part of a name on one baseline: a line of a straight name, or one letter of a curved name."""

    text: str
    at: Point
    rotation: float
    box: Box


@dataclass(frozen=True, slots=True)
class PlacedName:
    """A name with its position."""

    id: str
    text: str
    lettering: NameStyle
    pieces: tuple[NamePiece, ...]
    halo: float

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Return the boxes that the pieces of the name cover."""
        return tuple(piece.box for piece in self.pieces)

    def moved(self, by: Point) -> Iterator[NamePiece]:
        """Yield the pieces of the name, shifted by an offset."""
        for piece in self.pieces:
            box = Box(piece.box.x + by.x, piece.box.y + by.y, piece.box.width, piece.box.height)
            yield NamePiece(piece.text, piece.at + by, piece.rotation, box)


@dataclass(frozen=True, slots=True)
class NameCandidate:
    """A possible position of a name, and its cost before the cost of crossed lines.

    The pieces are laid out one at a time, so that the first collision ends the attempt.
    """

    cost: float
    label: PlacedName
    """The name with the pieces of another position, or without pieces."""
    pieces: Callable[[], Iterator[NamePiece]]

    def with_pieces(self, pieces: Iterable[NamePiece]) -> PlacedName:
        """Return the name with the given pieces."""
        return replace(self.label, pieces=tuple(pieces))


_CELL = 8.0
_WIDEST = 6.0
"""Half the width in mm of the widest stroke passed to `block_stroke`."""


class NamePlacer:
    """The items placed on the map so far. `unit` is the scale of the map's art."""

    def __init__(self, bounds: Box, unit: float) -> None:
        self.bounds = bounds
        self._unit = unit
        self._gap = 0.35 * unit
        self._taken: dict[tuple[int, int], list[Box]] = {}
        self._soft: dict[tuple[int, int], list[tuple[Point, float, float]]] = {}
        self._fine = 4 * unit
        self._broadest = 0.0
        self._bars: dict[tuple[int, int], list[tuple[Point, float]]] = {}

    @staticmethod
    def _cells(box: Box) -> Iterable[tuple[int, int]]:
        for x in range(math.floor(box.x / _CELL), math.floor(box.right / _CELL) + 1):
            for y in range(math.floor(box.y / _CELL), math.floor(box.bottom / _CELL) + 1):
                yield x, y

    def reserve_boxes(self, boxes: Iterable[Box]) -> None:
        """Keep names away from these boxes."""
        for box in boxes:
            for cell in self._cells(box):
                self._taken.setdefault(cell, []).append(box)

    def add_line_cost(self, line: Sequence[Point], width: float, weight: float) -> None:
        """Add a line that names may cross, at a cost of `weight` per unit of crossed length.

        The points of the line must be close together.
        """
        share = weight * polyline_length(line) / len(line) / self._unit if len(line) > 1 else weight
        self._broadest = max(self._broadest, width / 2)
        for at in line:
            cell = math.floor(at.x / self._fine), math.floor(at.y / self._fine)
            self._soft.setdefault(cell, []).append((at, width / 2, share))

    def block_stroke(self, line: Sequence[Point], width: float) -> None:
        """Add a stroke that `is_struck` will test; its points must be less than 1 mm apart."""
        for point in line:
            cell = math.floor(point.x / _CELL), math.floor(point.y / _CELL)
            self._bars.setdefault(cell, []).append((point, width / 2))

    def is_struck(self, box: Box) -> bool:
        """Return whether a stroke added with `block_stroke` crosses a box or comes too near to it."""
        near = box.inset(-_WIDEST)
        return any(
            box.x - half < at.x < box.right + half and box.y - half < at.y < box.bottom + half
            for cell in self._cells(near)
            for at, half in self._bars.get(cell, ())
        )

    def crossing(self, box: Box) -> float:
        """Return the total cost of the lines that cross a box."""
        soft, fine, reach = self._soft, self._fine, self._broadest
        left, right, top, bottom = box.x, box.right, box.y, box.bottom
        columns = range(math.floor((left - reach) / fine), math.floor((right + reach) / fine) + 1)
        rows = range(math.floor((top - reach) / fine), math.floor((bottom + reach) / fine) + 1)
        return sum(
            share
            for x in columns
            for y in rows
            for at, half, share in soft.get((x, y), ())
            if left - half < at.x < right + half and top - half < at.y < bottom + half
        )

    def _touches(self, box: Box) -> bool:
        # Called a million times on a large map, so `Box.overlaps` is inlined.
        left, top, right, bottom = box.x, box.y, box.right, box.bottom
        return any(
            left < other.x + other.width
            and other.x < right
            and top < other.y + other.height
            and other.y < bottom
            for cell in self._cells(box)
            for other in self._taken.get(cell, ())
        )

    def collides(self, box: Box) -> bool:
        """Return whether a box extends beyond the map or is too near to an occupied box."""
        return not self.bounds.holds(box) or self._touches(box.inset(-self._gap))

    def is_taken(self, box: Box) -> bool:
        """Return whether a box extends beyond the map or overlaps an occupied box."""
        return not self.bounds.holds(box) or self._touches(box)

    def is_free(self, box: Box) -> bool:
        """Return whether a box overlaps no occupied box and no line."""
        return self.crossing(box) == 0 and not self._touches(box)

    def place(self, candidates: Iterable[NameCandidate]) -> PlacedName | None:
        """Place the cheapest candidate without a collision; return None if all candidates collide."""
        best: tuple[float, PlacedName] | None = None
        for candidate in sorted(candidates, key=lambda c: c.cost):
            least = math.inf if best is None else best[0]
            if candidate.cost >= least:
                break
            cost, pieces = candidate.cost, []
            for piece in candidate.pieces():
                cost += self.crossing(piece.box)
                if cost >= least or self.collides(piece.box):
                    break
                pieces.append(piece)
            else:
                best = cost, candidate.with_pieces(pieces)
        if best is None:
            return None
        self.reserve_boxes(best[1].boxes)
        return best[1]


def straight_name(
    name: str, lines: Sequence[str], lettering: NameStyle, at: Point, halo: float
) -> PlacedName:
    """Return a name in one or more horizontal lines; `at` is the middle of the first line's baseline."""
    pieces = []
    for n, text in enumerate(lines):
        base = Point(at.x, at.y + n * lettering.size * 1.02)
        box = text_box(base, text, lettering.face, lettering.size, "middle", 0.0, lettering.spacing)
        pieces.append(NamePiece(text, base, 0.0, box))
    return PlacedName(name, " ".join(lines), lettering, tuple(pieces), halo)


def letters_along(text: str, lettering: NameStyle, line: Ruler, start: float) -> Iterator[NamePiece]:
    """Yield the letters of a name along a line, starting at `start` mm."""
    passed = start
    for char in text:
        wide = text_width(char, lettering.face, lettering.size)
        here = line.station(passed + wide / 2)
        degrees = math.degrees(here.heading)
        if not char.isspace():
            box = text_box(here.at, char, lettering.face, lettering.size, "middle", degrees, 0.0)
            yield NamePiece(char, here.at, degrees, box)
        passed += wide + lettering.spacing


def name_places_along(
    name: str,
    text: str,
    lettering: NameStyle,
    line: Line,
    offsets: Sequence[float],
    halo: float,
    *,
    step: int = 2,
) -> Iterator[NameCandidate]:
    """Yield positions for a name along a line, shifted sideways by each offset; straight sections cost less.

    An offset is the distance from the line to the nearer edge of the letters: positive above the line in
    reading direction, negative below. The name reads from left to right, or upward if it is vertical.
    """
    label = PlacedName(name, text, lettering, (), halo)
    wide = lettering.width(text)
    cap = face_metrics(lettering.face).cap_height * lettering.size
    reach = math.ceil(wide)
    sevenths = [round(reach * n / 6) for n in range(7)]
    ways = normals(line)
    for rank, offset in enumerate(offsets):
        right = -offset if offset >= 0 else -offset + cap
        for turn in (1, -1):
            # Reversing the line swaps its left and right.
            base = Ruler([p + n.scaled(turn * right) for p, n in zip(line, ways, strict=True)][::turn])
            marks = [base.station(float(n)) for n in range(math.floor(base.length))]
            for start in range(1, len(marks) - reach, step):
                first, last = marks[start].at, marks[start + reach].at
                heading = math.atan2(last.y - first.y, last.x - first.x)
                if -_UPWARD < heading <= _DOWNWARD:
                    bend = sum(_turn(marks[start + n].heading, heading) ** 2 for n in sevenths)
                    off_centre = abs(start + wide / 2 - base.length / 2) / base.length
                    cost = 9 * bend + 1.5 * rank + 3 * off_centre + 1.2 * abs(math.sin(heading))
                    yield NameCandidate(cost, label, partial(letters_along, text, lettering, base, start))


_UPWARD, _DOWNWARD = math.radians(95), math.radians(80)
"""The steepest upward slope and the steepest downward slope of a name."""


def _turn(a: float, b: float) -> float:
    return abs((a - b + math.pi) % (2 * math.pi) - math.pi)


def draw_name(canvas: Canvas, label: PlacedName, halo: Colour) -> None:
    """Draw a name. All outlines are drawn before the letters, so that no outline covers another letter."""
    style = label.lettering
    with canvas.group(f"label:{label.id}"):
        if len(label.pieces) == 1 or label.halo == 0:
            for piece in label.pieces:
                canvas.text(
                    piece.at,
                    piece.text,
                    style.face,
                    style.size,
                    style.fill,
                    rotation=piece.rotation,
                    spacing=style.spacing if len(piece.text) > 1 else 0.0,
                    halo=Halo(halo, label.halo) if label.halo else None,
                )
            return
        for rim in (True, False):
            for piece in label.pieces:
                canvas.text(
                    piece.at,
                    piece.text,
                    style.face,
                    style.size,
                    halo if rim else style.fill,
                    rotation=piece.rotation,
                    spacing=style.spacing if len(piece.text) > 1 else 0.0,
                    halo=Halo(halo, label.halo) if rim else None,
                )
