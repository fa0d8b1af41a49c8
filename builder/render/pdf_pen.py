"""Write the operators of a page or stored drawing, and keep them where the same is to be written again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas as ReportlabCanvas

from builder.render.canvas import Box, Path
from builder.render.fonts import Face

Encode = Callable[[str, Face], Iterable[tuple[str, bytes]]]
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
class Recording:
    """A drawing that was made once, to be stored in other documents without making it again."""

    operations: list[Operation] = field(default_factory=list)
    most_ink: float = 0.0


class Pen:
    """Writes operators through reportlab; with a recording, keeps them too."""

    def __init__(self, pdf: ReportlabCanvas, encode: Encode, recording: Recording | None = None) -> None:
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


def number(value: float) -> str:
    """Write a number with at most four decimals."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def numbers(*values: float) -> str:
    """Write numbers with blanks between them."""
    return " ".join(map(number, values))


def operators(path: Path) -> str:
    """Return the operators that construct a path."""
    return "\n".join(_construct(path))


def _construct(path: Path) -> Iterator[str]:
    for segment in path.segments:
        match segment.kind:
            case "M":
                (p,) = segment.points
                yield f"{p.x:.3f} {p.y:.3f} m"
            case "L":
                (p,) = segment.points
                yield f"{p.x:.3f} {p.y:.3f} l"
            case "C":
                a, b, c = segment.points
                yield f"{a.x:.3f} {a.y:.3f} {b.x:.3f} {b.y:.3f} {c.x:.3f} {c.y:.3f} c"
            case "Z":
                yield "h"
