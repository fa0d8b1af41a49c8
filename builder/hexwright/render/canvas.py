"""The drawing interface: the `Canvas` protocol, and the types of its arguments.

Lengths are in millimetres, with x to the right and y down. A drawing function takes a canvas. It doesn't
depend on the kind of canvas, which may write SVG or PDF, or record boxes for a test. It opens no file.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, NewType, Protocol

from hexwright.geometry.hex_layout import Point
from hexwright.render.fonts import FontFace

Colour = NewType("Colour", str)
"""A colour as "#rrggbb", such as "#a0c4e8"."""

Anchor = Literal["start", "middle", "end"]

Separation = Literal["", "All", "CutContour"]
"""A printing plate: all plates (for register marks), or the cutter's own. Empty for plain colours."""


@dataclass(init=False, eq=True, unsafe_hash=True, slots=True)
class Box:
    """An axis-aligned rectangle in mm. Treat it as immutable, as a `Point`, and for the same reason."""

    x: Final[float]
    y: Final[float]
    width: Final[float]
    height: Final[float]

    def __init__(self, x: float, y: float, width: float, height: float) -> None:
        self.x = x
        self.y = y
        self.width = width
        self.height = height

    @property
    def right(self) -> float:
        """Return the x coordinate of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Return the y coordinate of the lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """Return the centre point."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def overlaps(self, other: Box) -> bool:
        """Return whether the boxes' interiors intersect; touching edges don't count."""
        # Asked a million times for a page: a call for each edge would take as long again.
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def shared(self, other: Box) -> float:
        """Return the area of the intersection of two boxes, in square mm."""
        wide = min(self.right, other.right) - max(self.x, other.x)
        tall = min(self.bottom, other.bottom) - max(self.y, other.y)
        return max(0.0, wide) * max(0.0, tall)

    def holds_point(self, at: Point) -> bool:
        """Return whether a point lies inside the box or on its edge."""
        return self.x <= at.x <= self.x + self.width and self.y <= at.y <= self.y + self.height

    def holds(self, other: Box) -> bool:
        """Return whether another box lies completely inside this one."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.x + other.width <= self.x + self.width
            and other.y + other.height <= self.y + self.height
        )

    def inset(self, by: float) -> Box:
        """Return the box shrunk by `by` on each side; a negative `by` enlarges it."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def moved(self, by: Point) -> Box:
        """Return the box moved along a vector."""
        return Box(self.x + by.x, self.y + by.y, self.width, self.height)

    @classmethod
    def around(cls, points: Iterable[Point]) -> Box:
        """Return the bounding box of all points; raise ValueError if there are none."""
        kept = list(points)
        xs, ys = [p.x for p in kept], [p.y for p in kept]
        left, top = min(xs), min(ys)
        return cls(left, top, max(xs) - left, max(ys) - top)


@dataclass(init=False, eq=True, unsafe_hash=True, slots=True)
class Segment:
    """One segment of a path: `M` move, `L` line, `C` cubic curve (two control points and the end), `Z`
    close. Treat it as immutable, as a `Point`, and for the same reason.
    """

    kind: Final[Literal["M", "L", "C", "Z"]]
    points: Final[tuple[Point, ...]]

    def __init__(self, kind: Literal["M", "L", "C", "Z"], points: tuple[Point, ...] = ()) -> None:
        self.kind = kind
        self.points = points


@dataclass(frozen=True, slots=True)
class Path:
    """A path of lines and curves, possibly with several subpaths."""

    segments: tuple[Segment, ...]

    @classmethod
    def line(cls, points: Sequence[Point], *, closed: bool = False) -> Path:
        """Return a path that joins the points by straight lines."""
        pieces = [Segment("M", (points[0],)), *(Segment("L", (p,)) for p in points[1:])]
        return cls((*pieces, Segment("Z")) if closed else tuple(pieces))

    @classmethod
    def smooth(cls, points: Sequence[Point], *, closed: bool = False, tension: float = 0.5) -> Path:
        """Return a Catmull–Rom curve through the points; `tension` 0 gives straight lines, 0.5 round
        curves.
        """
        count = len(points)
        if count < 3 and not closed:
            return cls.line(points)

        def at(index: int) -> Point:
            return points[index % count] if closed else points[max(0, min(count - 1, index))]

        pieces = [Segment("M", (points[0],))]
        for i in range(count if closed else count - 1):
            before, start, end, after = at(i - 1), at(i), at(i + 1), at(i + 2)
            pieces.append(
                Segment(
                    "C",
                    (
                        start + (end - before).scaled(tension / 3),
                        end - (after - start).scaled(tension / 3),
                        end,
                    ),
                )
            )
        return cls((*pieces, Segment("Z")) if closed else tuple(pieces))

    @classmethod
    def rectangle(cls, box: Box, radius: float = 0.0) -> Path:
        """Return a rectangle; its corners are rounded if `radius` is positive."""
        x, y, right, bottom = box.x, box.y, box.right, box.bottom
        if radius <= 0:
            return cls.line(
                [Point(x, y), Point(right, y), Point(right, bottom), Point(x, bottom)], closed=True
            )
        r = min(radius, box.width / 2, box.height / 2)
        k = r * 0.5522847498
        return cls(
            (
                Segment("M", (Point(x + r, y),)),
                Segment("L", (Point(right - r, y),)),
                Segment("C", (Point(right - r + k, y), Point(right, y + r - k), Point(right, y + r))),
                Segment("L", (Point(right, bottom - r),)),
                Segment(
                    "C",
                    (Point(right, bottom - r + k), Point(right - r + k, bottom), Point(right - r, bottom)),
                ),
                Segment("L", (Point(x + r, bottom),)),
                Segment("C", (Point(x + r - k, bottom), Point(x, bottom - r + k), Point(x, bottom - r))),
                Segment("L", (Point(x, y + r),)),
                Segment("C", (Point(x, y + r - k), Point(x + r - k, y), Point(x + r, y))),
                Segment("Z"),
            )
        )

    @classmethod
    def ellipse(cls, c: Point, rx: float, ry: float | None = None) -> Path:
        """Return an ellipse around `c`, or a circle if only one radius is given."""
        ry = rx if ry is None else ry
        kx, ky = rx * 0.5522847498, ry * 0.5522847498
        return cls(
            (
                Segment("M", (Point(c.x + rx, c.y),)),
                Segment("C", (Point(c.x + rx, c.y + ky), Point(c.x + kx, c.y + ry), Point(c.x, c.y + ry))),
                Segment("C", (Point(c.x - kx, c.y + ry), Point(c.x - rx, c.y + ky), Point(c.x - rx, c.y))),
                Segment("C", (Point(c.x - rx, c.y - ky), Point(c.x - kx, c.y - ry), Point(c.x, c.y - ry))),
                Segment("C", (Point(c.x + kx, c.y - ry), Point(c.x + rx, c.y - ky), Point(c.x + rx, c.y))),
                Segment("Z"),
            )
        )

    @classmethod
    def star(cls, centre: Point, radius: float, *, points: int = 5, inner: float = 0.382) -> Path:
        """Return a star with one point up; `inner` is the ratio of the inner radius to the outer."""
        corners = []
        for n in range(points * 2):
            reach = radius if n % 2 == 0 else radius * inner
            angle = math.pi * n / points - math.pi / 2
            corners.append(Point(centre.x + reach * math.cos(angle), centre.y + reach * math.sin(angle)))
        return cls.line(corners, closed=True)

    def flattened(self, pieces: int) -> Iterator[tuple[list[Point], bool]]:
        """Yield each subpath as points, and whether it is closed; each curve becomes `pieces` straight
        lines.
        """
        points: list[Point] = []
        for segment in self.segments:
            if segment.kind == "M":
                if points:
                    yield points, False
                points = list(segment.points)
            elif segment.kind == "L":
                points.extend(segment.points)
            elif segment.kind == "C":
                start, (one, two, end) = points[-1], segment.points
                for n in range(1, pieces + 1):
                    t = n / pieces
                    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                    points.append(start.scaled(a) + one.scaled(b) + two.scaled(c) + end.scaled(d))
            elif points:
                yield points, True
                points = []
        if points:
            yield points, False

    def __add__(self, other: Path) -> Path:
        return Path(self.segments + other.segments)

    def moved(self, by: Point) -> Path:
        """Return the path moved by a vector."""
        return Path(tuple(Segment(s.kind, tuple(p + by for p in s.points)) for s in self.segments))

    @property
    def box(self) -> Box:
        """Return the bounding box of all points and control points."""
        return Box.around([p for segment in self.segments for p in segment.points])


@dataclass(frozen=True, slots=True)
class Style:
    """The fill and stroke of a path. Widths and dash lengths are in mm. None means no fill or no stroke."""

    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 0.2
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    opacity: float = 1.0
    even_odd: bool = False
    separation: Separation = ""
    """The plate of the stroke in a print shop's file; everything else uses the stroke's colour."""


@dataclass(frozen=True, slots=True)
class Halo:
    """An outline around text that sets it off from the background."""

    colour: Colour
    width: float


@dataclass(frozen=True, slots=True)
class Stamp:
    """A small drawing around the origin that is shown many times, such as a clump of trees."""

    name: str
    """The name by which a document refers to it; unique among the stamps of a drawing."""
    parts: tuple[tuple[Path, Style], ...]
    reach: float
    """The distance in mm from the origin within which everything is drawn."""

    def box_at(self, at: Point) -> Box:
        """Return the bounding box of the stamp shown at a point."""
        return Box(at.x - self.reach, at.y - self.reach, 2 * self.reach, 2 * self.reach)

    def moved_to(self, at: Point) -> Iterator[tuple[Path, Style]]:
        """Yield the parts of the stamp shown at a point."""
        for path, style in self.parts:
            yield path.moved(at), style


Stamped = tuple[Stamp, Point]
"""A stamp and the point at which its origin is shown."""


def paint_stamps(canvas: Canvas, stamped: Iterable[Stamped]) -> None:
    """Paint every part of stamps as a path of its own."""
    for stamp, at in stamped:
        for path, style in stamp.moved_to(at):
            canvas.path(path, style)


class Canvas(Protocol):
    """The operations that a drawing function may use."""

    def path(self, path: Path, style: Style) -> None:
        """Paint a path with a fill, a stroke or both."""

    def text(
        self,
        at: Point,
        text: str,
        face: FontFace,
        size: float,
        fill: Colour,
        *,
        anchor: Anchor = "middle",
        rotation: float = 0.0,
        spacing: float = 0.0,
        halo: Halo | None = None,
    ) -> None:
        """Draw one line of text.

        `at` is a point on the baseline, `size` is the font size in mm, and `rotation` is in degrees
        clockwise.
        """

    def stamps(self, stamped: Sequence[Stamped]) -> None:
        """Show stamps, each at its point, in this order."""

    def image(self, box: Box, data: bytes, *, cover: bool = False, soft: bool = False) -> None:
        """Draw a PNG, JPEG, WebP or SVG picture in the middle of a box, without distorting it.

        By default, the whole picture is visible. With `cover`, it fills the box, and the parts outside the
        box are cropped. `soft` marks a picture without edges, which needs few pixels.
        """

    def group(
        self, label: str, *, clip: Path | None = None, opacity: float = 1.0
    ) -> AbstractContextManager[None]:
        """Put everything that is drawn inside the `with` block into one named group.

        The group is optionally clipped to a path.
        """


def walk_polyline(points: Sequence[Point], step: float) -> Iterator[tuple[Point, float]]:
    """Yield a point every `step` mm along a polyline, with the direction there in degrees clockwise."""
    left = step / 2
    for start, end in pairwise(points):
        length = start.distance(end)
        heading = math.degrees(math.atan2(end.y - start.y, end.x - start.x))
        while left <= length and length > 0:
            yield start.towards(end, left / length), heading
            left += step
        left -= length
