"""Describe names on the map: their typography, their pieces and the boxes that these cover; draw them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box, Canvas, Colour, Halo, Style
from hexwright.render.counters.own_fonts import OwnFont
from hexwright.render.fonts import FontFace, face_metrics, text_width
from hexwright.render.map.names.label_ground import Quad
from hexwright.render.map.polylines import Ruler
from hexwright.render.recording_canvas import text_box


@dataclass(frozen=True, slots=True)
class NameStyle:
    """The typography of a name: font, size, colour and spacing."""

    face: FontFace | OwnFont
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

    def quad(self, lettering: NameStyle) -> Quad:
        """Return the corners of the piece's rectangle, from cap height to descender, as it is turned."""
        half = lettering.width(self.text) / 2
        tall = face_metrics(lettering.face)
        top, foot = -tall.cap_height * lettering.size, tall.descent * 0.8 * lettering.size
        x, y = self.at.x, self.at.y
        if not self.rotation:
            return (
                Point(x - half, y + top),
                Point(x + half, y + top),
                Point(x + half, y + foot),
                Point(x - half, y + foot),
            )
        angle = math.radians(self.rotation)
        cos, sin = math.cos(angle), math.sin(angle)
        one, two, three, four = (
            Point(self.at.x + x * cos - y * sin, self.at.y + x * sin + y * cos)
            for x, y in ((-half, top), (half, top), (half, foot), (-half, foot))
        )
        return one, two, three, four


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


def draw_name_halo(canvas: Canvas, label: PlacedName, halo: Colour) -> None:
    """Draw the halo of a name, without the name. It is painted below all lines, so it cuts none of them."""
    if not label.halo:
        return
    with canvas.group("name-halos"), canvas.group(f"label:{label.id}"):
        for piece in label.pieces:
            _write(canvas, label.lettering, piece, halo, Halo(halo, label.halo))


def draw_name(canvas: Canvas, label: PlacedName) -> None:
    """Draw a name without its halo."""
    with canvas.group(f"label:{label.id}"):
        for piece in label.pieces:
            _write(canvas, label.lettering, piece, label.lettering.fill)


def _write(
    canvas: Canvas, style: NameStyle, piece: NamePiece, fill: Colour, halo: Halo | None = None
) -> None:
    """Draw a piece of a name: as text, or as a shape if its font is the designer's."""
    spacing = style.spacing if len(piece.text) > 1 else 0.0
    if isinstance(style.face, FontFace):
        canvas.text(
            piece.at,
            piece.text,
            style.face,
            style.size,
            fill,
            rotation=piece.rotation,
            spacing=spacing,
            halo=halo,
        )
        return
    angle, half = math.radians(piece.rotation), style.width(piece.text) / 2
    start = piece.at - Point(math.cos(angle), math.sin(angle)).scaled(half)
    shape = style.face.shape(
        piece.text, start, style.size, rotation=piece.rotation, spacing=spacing / style.size
    )
    if shape is not None:
        rim = Style(fill=fill) if halo is None else Style(fill, halo.colour, 2 * halo.width, join="round")
        canvas.path(shape, rim)
