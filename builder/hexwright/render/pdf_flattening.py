"""Track the items that are painted on a page, to find those visible through each translucent area (wash)."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box, Colour, Halo, Path, Segment, Stamp, Style
from hexwright.render.fonts import FontFace

if TYPE_CHECKING:
    from PIL.Image import Image

WashTints = tuple[tuple[Colour, float], ...]
"""The colours and opacities of the washes that cover an item, bottom first."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A placement on the page.

    The item is rotated by `degrees` clockwise and scaled around the origin, then moved.
    """

    x: float = 0.0
    y: float = 0.0
    degrees: float = 0.0
    scale: float = 1.0

    def apply(self, point: Point) -> Point:
        """Return the position of a point after rotation, scaling and movement."""
        if not self.degrees:
            return Point(point.x * self.scale + self.x, point.y * self.scale + self.y)
        cos, sin = self.cos_sin
        return Point(
            (point.x * cos - point.y * sin) * self.scale + self.x,
            (point.x * sin + point.y * cos) * self.scale + self.y,
        )

    @property
    def cos_sin(self) -> tuple[float, float]:
        """Return cosine and sine of the rotation, without rounding errors for quarter turns."""
        quarter = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
        found = quarter.get(round(self.degrees) % 360) if self.degrees == round(self.degrees) else None
        return found or (math.cos(math.radians(self.degrees)), math.sin(math.radians(self.degrees)))

    def then(self, outer: Placement) -> Placement:
        """Return the placement that applies this placement first and `outer` second."""
        at = outer.apply(Point(self.x, self.y))
        return Placement(at.x, at.y, self.degrees + outer.degrees, self.scale * outer.scale)

    def path(self, path: Path) -> Path:
        """Return a path after rotation, scaling and movement."""
        if self == PLAIN:
            return path
        return Path(tuple(Segment(s.kind, tuple(map(self.apply, s.points))) for s in path.segments))


PLAIN: Final = Placement()


@dataclass(slots=True, eq=False)
class PackedPath:
    """A path kept in a tenth of the memory. Nearly all paths of a page are kept and never used again."""

    kinds: str
    coordinates: array[float]
    _pieces: tuple[tuple[PackedPath, Box], ...] = ()

    @classmethod
    def of(cls, path: Path | PackedPath) -> PackedPath:
        """Return a path packed."""
        places = array("d")
        for segment in path.segments:
            for point in segment.points:
                places.append(point.x)
                places.append(point.y)
        return cls("".join(segment.kind for segment in path.segments), places)

    @classmethod
    def joined(cls, pieces: Iterable[PackedPath]) -> PackedPath:
        """Return a path of several pieces."""
        found = cls("", array("d"))
        for piece in pieces:
            found.kinds += piece.kinds
            found.coordinates.extend(piece.coordinates)
        return found

    @property
    def segments(self) -> tuple[Segment, ...]:
        """Return the segments of the path, unpacked anew each time."""
        places = iter(self.coordinates)
        points = map(Point, places, places)
        return tuple(
            Segment(kind, tuple(islice(points, _POINTS[kind])))  # type: ignore[arg-type]
            for kind in self.kinds
        )

    @property
    def pieces(self) -> tuple[tuple[PackedPath, Box], ...]:
        """Return the subpaths, packed, each with its bounding box."""
        if not self._pieces:
            self._pieces = tuple(self._split())
        return self._pieces

    def _split(self) -> Iterator[tuple[PackedPath, Box]]:
        at = 0
        for kinds in self.kinds.split("M")[1:]:
            count = 2 + 2 * kinds.count("L") + 6 * kinds.count("C")
            places = self.coordinates[at : at + count]
            at += count
            across, down = places[::2], places[1::2]
            left, top = min(across), min(down)
            yield PackedPath(f"M{kinds}", places), Box(left, top, max(across) - left, max(down) - top)


_POINTS: Final = {"M": 1, "L": 1, "C": 3, "Z": 0}
"""The number of points of each kind of segment."""


@dataclass(frozen=True, slots=True)
class PaintedPath:
    """A painted path in page coordinates, in mm."""

    path: Path | PackedPath
    style: Style
    clips: tuple[Path, ...]
    box: Box


@dataclass(frozen=True, slots=True)
class PaintedPicture:
    """A painted picture of pixels (RGB). It fills `shape` before it is placed on the page."""

    picture: Image
    data: bytes | None
    """The same picture as a JPEG file, if it was one."""
    shape: Box
    turn: Placement
    clips: tuple[Path, ...]
    box: Box

    def part(self, box: Box) -> PaintedPicture:
        """Return the pixels that touch a box of the page; all of them if the picture is turned."""
        if self.turn.degrees:
            return self
        across, down = self.picture.width / self.box.width, self.picture.height / self.box.height
        left = max(0, math.floor((box.x - self.box.x) * across))
        top = max(0, math.floor((box.y - self.box.y) * down))
        right = min(self.picture.width, math.ceil((box.right - self.box.x) * across))
        bottom = min(self.picture.height, math.ceil((box.bottom - self.box.y) * down))
        if (
            (right - left) * (bottom - top) >= self.picture.width * self.picture.height
            or right <= left
            or bottom <= top
        ):
            return self
        wide, high = self.shape.width / self.picture.width, self.shape.height / self.picture.height
        shape = Box(
            self.shape.x + left * wide,
            self.shape.y + top * high,
            (right - left) * wide,
            (bottom - top) * high,
        )
        placed = self.turn.path(Path.rectangle(shape)).box
        cut = self.picture.crop((left, top, right, bottom))
        return PaintedPicture(cut, None, shape, self.turn, self.clips, placed)


@dataclass(frozen=True, slots=True)
class ShownStamp:
    """A stamp that is shown at a place."""

    stamp: Stamp
    place: Placement
    clips: tuple[Path, ...]
    box: Box


@dataclass(frozen=True, slots=True)
class LetteredLine:
    """A painted line of text."""

    at: Point
    text: str
    face: FontFace
    size: float
    fill: Colour
    degrees: float
    spacing: float
    halo: Halo | None
    clips: tuple[Path, ...]
    box: Box


@dataclass(frozen=True, slots=True)
class TranslucentArea:
    """A wash: a translucent area whose colour is mixed into the items below it."""

    area: Path
    even_odd: bool
    tint: tuple[Colour, float]
    below: tuple[PageItem, ...]
    clips: tuple[Path, ...]
    box: Box


PageItem = PaintedPath | PaintedPicture | ShownStamp | LetteredLine | TranslucentArea


_CELL = 4.0
"""Edge in mm of the grid cells that approximate the extent of a region."""


@dataclass(frozen=True, slots=True)
class Region:
    """The extent of a wash: its bounding box, and for a wash of many pieces the grid cells that they
    touch.
    """

    box: Box
    cells: frozenset[tuple[int, int]] | None

    @classmethod
    def of(cls, area: Path) -> Region:
        """Return the region of a wash with the given area."""
        pieces = _pieces(area)
        if len(pieces) < 8:
            return cls(area.box, None)
        cells = {cell for _, box in pieces for cell in _cells(box)}
        return cls(area.box, frozenset(cells))

    def touches(self, box: Box) -> bool:
        """Return whether an item with the given box may overlap the region."""
        if not self.box.overlaps(box):
            return False
        if self.cells is None or box.width * box.height > 400 * _CELL * _CELL:
            return True
        return any(cell in self.cells for cell in _cells(box))


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(math.floor(box.x / _CELL), math.floor(box.right / _CELL) + 1):
        for row in range(math.floor(box.y / _CELL), math.floor(box.bottom / _CELL) + 1):
            yield column, row


@dataclass(frozen=True, slots=True, eq=False)
class _PathKey:
    """A dictionary key for a path. It compares paths by identity, which is fast."""

    path: Path

    def __hash__(self) -> int:
        return id(self.path)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _PathKey) and other.path is self.path


def _pieces(path: Path) -> tuple[tuple[tuple[Segment, ...], Box], ...]:
    """Return the subpaths of a path, each with its bounding box."""
    return _pieces_of(_PathKey(path))


@lru_cache(maxsize=64)
def _pieces_of(same: _PathKey) -> tuple[tuple[tuple[Segment, ...], Box], ...]:
    path = same.path
    starts = [n for n, segment in enumerate(path.segments) if segment.kind == "M"]
    ends = [*starts[1:], len(path.segments)]
    parts = (path.segments[start:end] for start, end in zip(starts, ends, strict=True))
    return tuple((part, Box.around(p for s in part for p in s.points)) for part in parts)


def _part(path: Path | PackedPath, region: Region, reach: float) -> Path | PackedPath:
    """Return the subpaths that may be visible in a region, without holes outside it."""
    if isinstance(path, PackedPath):
        return PackedPath.joined(piece for piece, box in path.pieces if region.touches(box.inset(-reach)))
    return Path(tuple(s for part, box in _pieces(path) if region.touches(box.inset(-reach)) for s in part))


def visible_part(item: PageItem, region: Region) -> PageItem | None:
    """Return the part of an item that may be visible in a region, or None if nothing is."""
    if not region.touches(item.box):
        return None
    match item:
        case PaintedPath():
            reach = item.style.width if item.style.stroke is not None else 0.0
            path = _part(item.path, region, reach)
            seen = path.kinds if isinstance(path, PackedPath) else path.segments
            return replace(item, path=path) if seen else None
        case TranslucentArea():
            area = Path(_part(item.area, region, 0.0).segments)
            if not area.segments:
                return None
            below = tuple(part for lower in item.below if (part := visible_part(lower, region)) is not None)
            return replace(item, area=area, below=below)
        case PaintedPicture():
            return item.part(region.box)
        case _:
            return item


def covers(item: PageItem, box: Box) -> bool:
    """Return whether an item is an opaque rectangle that hides everything below a box."""
    return (
        isinstance(item, PaintedPath)
        and item.style.fill is not None
        and not item.clips
        and item.box.holds(box)
        and [s.kind for s in item.path.segments] == ["M", "L", "L", "L", "Z"]
        and len({p.x for s in item.path.segments for p in s.points}) == 2
    )
