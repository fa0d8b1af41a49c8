"""Record drawn items, so that code and tests can query their positions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Anchor, Box, Colour, Halo, Path, Stamp, Stamped, Style
from hexwright.render.fonts import FontFace, MeasuredFont, face_metrics, text_width


@dataclass(frozen=True, slots=True)
class DrawnPath:
    """A painted path and the names of its groups, outermost first."""

    path: Path
    style: Style
    groups: tuple[str, ...]
    order: int
    """The number of items drawn before this one."""


@dataclass(frozen=True, slots=True)
class DrawnStamp:
    """A stamp, the point at which its origin is shown, and the names of its groups."""

    stamp: Stamp
    at: Point
    groups: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawnText:
    """A line of text, its bounding box even if it is rotated, and the names of its groups."""

    text: str
    face: FontFace
    size: float
    fill: Colour
    box: Box
    groups: tuple[str, ...]
    at: Point
    """The point on the baseline that was passed to the canvas: the start, middle or end of the text."""
    rotation: float
    halo: Halo | None
    order: int
    """The number of items drawn before this one."""


@dataclass(frozen=True, slots=True)
class DrawnImage:
    """A picture, its box and the names of its groups."""

    box: Box
    data: bytes
    groups: tuple[str, ...]


def text_box(
    at: Point,
    text: str,
    face: FontFace | MeasuredFont,
    size: float,
    anchor: Anchor,
    rotation: float,
    spacing: float,
) -> Box:
    """Return the axis-aligned bounding box of a line of text, from cap height to descender."""
    width = text_width(text, face, size, spacing)
    left = {"start": 0.0, "middle": -width / 2, "end": -width}[anchor]
    tall = face_metrics(face)
    top, height = -tall.cap_height * size, (tall.cap_height + tall.descent * 0.8) * size
    if rotation == 0:
        return Box(at.x + left, at.y + top, width, height)
    angle = math.radians(rotation)
    cos, sin = math.cos(angle), math.sin(angle)
    # The bounding box of a rotated rectangle has the same middle, with half of each extent to either side.
    x, y = left + width / 2, top + height / 2
    wide = abs(width * cos) + abs(height * sin)
    high = abs(width * sin) + abs(height * cos)
    return Box(at.x + x * cos - y * sin - wide / 2, at.y + x * sin + y * cos - high / 2, wide, high)


@dataclass(slots=True)
class RecordingCanvas:
    """A canvas that only records the drawn items, in lists."""

    paths: list[DrawnPath] = field(default_factory=list)
    texts: list[DrawnText] = field(default_factory=list)
    images: list[DrawnImage] = field(default_factory=list)
    stamps_drawn: list[DrawnStamp] = field(default_factory=list)
    _groups: tuple[str, ...] = ()

    def _count(self) -> int:
        return len(self.paths) + len(self.texts) + len(self.images)

    def path(self, path: Path, style: Style) -> None:
        """Record a path."""
        self.paths.append(DrawnPath(path, style, self._groups, self._count()))

    def stamps(self, stamped: Sequence[Stamped]) -> None:
        """Record stamps and where they are shown."""
        self.stamps_drawn.extend(DrawnStamp(stamp, at, self._groups) for stamp, at in stamped)

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
        """Record a line of text with its bounding box."""
        box = text_box(at, text, face, size, anchor, rotation, spacing)
        self.texts.append(
            DrawnText(text, face, size, fill, box, self._groups, at, rotation, halo, self._count())
        )

    def image(self, box: Box, data: bytes, *, cover: bool = False, soft: bool = False) -> None:
        """Record a picture."""
        self.images.append(DrawnImage(box, data, self._groups))

    @contextmanager
    def group(self, label: str, *, clip: Path | None = None, opacity: float = 1.0) -> Iterator[None]:
        """Record the group's name with every item drawn inside the `with` block."""
        outer = self._groups
        self._groups = (*outer, label)
        try:
            yield
        finally:
            self._groups = outer
