"""Write the PDF operators of a page or a stored drawing, and record them for use in other documents."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas as ReportlabCanvas

from hexwright.render.canvas import Box, Path, Segment
from hexwright.render.fonts import FontFace
from hexwright.render.glyph_outlines import glyph_segments

EncodeText = Callable[[str, FontFace], Iterable[tuple[str, bytes]]]
"""A function that splits a string into runs: the name of a subset font in the file, and character codes."""


@dataclass(frozen=True, slots=True)
class _Literal:
    text: str


@dataclass(frozen=True, slots=True)
class _Faint:
    text: str
    opacity: float


@dataclass(frozen=True, slots=True)
class _Overprint:
    text: str


@dataclass(frozen=True, slots=True)
class _Letters:
    head: str
    text: str
    face: FontFace
    size: str


@dataclass(frozen=True, slots=True)
class _Pixels:
    picture: Image.Image | bytes
    box: Box


@dataclass(frozen=True, slots=True)
class _Form:
    name: str


Operation = _Literal | _Faint | _Overprint | _Letters | _Pixels | _Form


@dataclass(slots=True)
class PdfRecording:
    """A finished drawing that other documents can store without drawing it again."""

    operations: list[Operation] = field(default_factory=list)
    most_ink: float = 0.0


class PdfPen:
    """A writer of PDF operators. It writes through reportlab and, if there is a recording, adds to it."""

    def __init__(
        self, pdf: ReportlabCanvas, encode: EncodeText, recording: PdfRecording | None = None
    ) -> None:
        self._pdf, self._encode, self._recording = pdf, encode, recording

    def literal(self, text: str) -> None:
        """Write operators as they are."""
        self.write(_Literal(text))

    def faint(self, text: str, opacity: float) -> None:
        """Write painting operators with an opacity."""
        self.write(_Faint(text, opacity))

    def overprinted(self, text: str) -> None:
        """Write strokes that leave the inks below them as they are."""
        self.write(_Overprint(text))

    def letters(self, head: str, text: str, face: FontFace, size: str) -> None:
        """Write a line of text; `head` contains the operators for colour and position."""
        self.write(_Letters(head, text, face, size))

    def pixels(self, picture: Image.Image | bytes, box: Box) -> None:
        """Write a raster picture, or the bytes of a JPEG, with its corner at the origin."""
        self.write(_Pixels(picture, box))

    def form(self, name: str) -> None:
        """Show a stored drawing."""
        self.write(_Form(name))

    def write(self, operation: Operation) -> None:
        """Repeat a recorded operation."""
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
            case _Overprint(text):
                pdf.saveState()
                pdf.setStrokeOverprint(True)
                pdf.addLiteral(text)
                pdf.restoreState()
            case _Letters(head, text, face, size):
                runs = (f"{name} {size} Tf <{codes.hex()}> Tj" for name, codes in self._encode(text, face))
                pdf.addLiteral(f"BT {head} {' '.join(runs)} ET")
            case _Pixels(picture, box):
                source = io.BytesIO(picture) if isinstance(picture, bytes) else picture
                pdf.drawImage(ImageReader(source), 0, 0, box.width, box.height)
            case _Form(name):
                pdf.doForm(name)


def number(value: float, places: int = 4) -> str:
    """Format a number with at most `places` decimals."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def numbers(*values: float, places: int = 4) -> str:
    """Format numbers and join them with spaces."""
    return " ".join(number(value, places) for value in values)


PLACES: Final = 2
"""The number of decimals of path coordinates in mm. The error is at most half a dot at 2,540 dpi."""


def operators(path: Path, places: int = PLACES) -> str:
    """Return the PDF operators that construct a path, with coordinates of `places` decimals."""
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
"""Units per em in the coordinates that `glyph_operators` returns."""


@cache
def glyph_operators(face: FontFace, char: str) -> str:
    """Return the PDF operators that construct a glyph's outline; "" for blanks.

    Coordinates are integers with y up. They don't depend on the glyph's position, so the operators repeat
    within a file and compress well.
    """
    units = (
        Segment(s.kind, tuple(p.scaled(GLYPH_UNITS) for p in s.points)) for s in glyph_segments(face, char)
    )
    return operators(Path(tuple(units)), 0)
