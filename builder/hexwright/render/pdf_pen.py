"""Write the operators of a page or stored drawing, and keep them where the same is to be written again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas as ReportlabCanvas

from hexwright.render.canvas import Box, Path, Segment
from hexwright.render.fonts import Face
from hexwright.render.glyph_outlines import glyph_segments

EncodeText = Callable[[str, Face], Iterable[tuple[str, bytes]]]
"""A text in a face → runs of a subset font's name in the file and the codes of its characters."""


@dataclass(frozen=True, slots=True)
class _Literal:
    text: str


@dataclass(frozen=True, slots=True)
class _Faint:
    text: str
    opacity: float


@dataclass(frozen=True, slots=True)
class _Letters:
    head: str
    text: str
    face: Face
    size: str


@dataclass(frozen=True, slots=True)
class _Pixels:
    picture: Image.Image
    box: Box


@dataclass(frozen=True, slots=True)
class _Form:
    name: str


Operation = _Literal | _Faint | _Letters | _Pixels | _Form


@dataclass(slots=True)
class PdfRecording:
    """A drawing that was made once, to be stored in other documents without making it again."""

    operations: list[Operation] = field(default_factory=list)
    most_ink: float = 0.0


class PdfPen:
    """Writes operators through reportlab; with a recording, keeps them too."""

    def __init__(
        self, pdf: ReportlabCanvas, encode: EncodeText, recording: PdfRecording | None = None
    ) -> None:
        self._pdf, self._encode, self._recording = pdf, encode, recording

    def literal(self, text: str) -> None:
        """Write operators as they are."""
        self.write(_Literal(text))

    def faint(self, text: str, opacity: float) -> None:
        """Write painting operators at an opacity."""
        self.write(_Faint(text, opacity))

    def letters(self, head: str, text: str, face: Face, size: str) -> None:
        """Write a text after what sets its colour and place."""
        self.write(_Letters(head, text, face, size))

    def pixels(self, picture: Image.Image, box: Box) -> None:
        """Write a picture of pixels; its corner is the origin in force."""
        self.write(_Pixels(picture, box))

    def form(self, name: str) -> None:
        """Show a stored drawing."""
        self.write(_Form(name))

    def write(self, operation: Operation) -> None:
        """Write an operation."""
        if self._recording is not None:
            self._recording.operations.append(operation)
        pdf = self._pdf
        match operation:
            case _Literal(text):
                pdf.addLiteral(text)
            case _Faint(text, opacity):
                pdf.saveState()
                pdf.setFillAlpha(opacity)
                pdf.setStrokeAlpha(opacity)
                pdf.addLiteral(text)
                pdf.restoreState()
            case _Letters(head, text, face, size):
                runs = (f"{name} {size} Tf <{codes.hex()}> Tj" for name, codes in self._encode(text, face))
                pdf.addLiteral(f"BT {head} {' '.join(runs)} ET")
            case _Pixels(picture, box):
                pdf.drawImage(ImageReader(picture), 0, 0, box.width, box.height)
            case _Form(name):
                pdf.doForm(name)


def number(value: float, places: int = 4) -> str:
    """Write a number with at most so many decimals."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def numbers(*values: float, places: int = 4) -> str:
    """Write numbers with blanks between them."""
    return " ".join(number(value, places) for value in values)


PLACES: Final = 2
"""Decimals of a path's coordinates in mm: off by half a dot of 2,540 to the inch at most."""


def operators(path: Path, places: int = PLACES) -> str:
    """Return the operators that construct a path, its coordinates with so many decimals."""
    return "\n".join(_construct(path, f"%.{places}f"))


def _construct(path: Path, one: str) -> Iterator[str]:
    move, line = f"{one} {one} m", f"{one} {one} l"
    curve = f"{one} {one} {one} {one} {one} {one} c"
    for segment in path.segments:
        match segment.kind:
            case "M":
                (p,) = segment.points
                yield move % (p.x, p.y)
            case "L":
                (p,) = segment.points
                yield line % (p.x, p.y)
            case "C":
                a, b, c = segment.points
                yield curve % (a.x, a.y, b.x, b.y, c.x, c.y)
            case "Z":
                yield "h"


GLYPH_UNITS: Final = 1000
"""Units to an em in which `glyph_operators` writes."""


@cache
def glyph_operators(face: Face, char: str) -> str:
    """Return the operators that construct a glyph's outline in whole units of its own, y up; none for blanks.

    They are the same wherever a glyph stands, so that a file has them over and over and packs them to little.
    """
    units = (
        Segment(s.kind, tuple(p.scaled(GLYPH_UNITS) for p in s.points)) for s in glyph_segments(face, char)
    )
    return operators(Path(tuple(units)), 0)
