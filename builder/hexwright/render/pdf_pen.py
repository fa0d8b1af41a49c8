"""Write the PDF operators of a page or a stored drawing."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from queue import Queue
from threading import Thread
from typing import Any, Final

from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, xObjectName
from reportlab.pdfgen.canvas import Canvas as ReportlabCanvas

from hexwright.render.canvas import Box, Path, Segment
from hexwright.render.fonts import FontFace
from hexwright.render.glyph_outlines import glyph_segments

EncodeText = Callable[[str, FontFace], Iterable[tuple[str, bytes]]]
"""A function that splits a string into runs: the name of a subset font in the file, and character codes."""


class CompressedOperators(list[str]):
    """The operators of a stored drawing, compressed as they are written: a map has 30 MB of them and more.

    reportlab appends to this list, which stays empty. A thread compresses blocks while the next are drawn.
    """

    def __init__(self, preamble: str) -> None:
        super().__init__()
        self._compressor = zlib.compressobj(_LEVEL)
        self._parts: list[bytes] = []
        self._block: list[bytes] = []
        self._size = 0
        self._blocks: Queue[list[bytes]] = Queue(_WAITING)
        self._thread: Thread | None = None
        self.append(preamble)

    def append(self, text: str) -> None:
        """Add one more line of operators."""
        line = text.encode("latin-1")
        self._block.append(line)
        self._size += len(line) + 1
        if self._size >= _BLOCK:
            if self._thread is None:
                self._thread = Thread(target=self._compress_blocks, daemon=True)
                self._thread.start()
            self._blocks.put(self._block)
            self._block, self._size = [], 0

    def _compress_blocks(self) -> None:
        while lines := self._blocks.get():
            self._compress(lines)

    def _compress(self, lines: list[bytes]) -> None:
        self._parts.append(self._compressor.compress(b"\n".join((*lines, b""))))

    def stream(self) -> PDFStream:
        """Return the finished stream."""
        if self._thread is not None:
            self._blocks.put([])
            self._thread.join()
        self._compress(self._block)
        data = b"".join((*self._parts, self._compressor.flush()))
        self._parts.clear()
        return _ReleasedStream(PDFDictionary({"Filter": PDFName("FlateDecode")}), data)


_BLOCK: Final = 1 << 18
"""The number of bytes that are compressed at once."""
_WAITING: Final = 32
"""The number of blocks that may wait until they are compressed."""
_LEVEL: Final = 5
"""The next level takes twice the time, and spares a twelfth of a map's bytes."""


class _ReleasedStream(PDFStream):  # type: ignore[misc]
    """A stream that gives up its content when it is written, so that no file is in memory twice."""

    def format(self, document: Any) -> bytes:
        """Return the stream as it stands in the file."""
        text: bytes = super().format(document)
        self.content = b""
        return text


def small_form(operators: str, box: Box) -> PDFStream:
    """Return a form that paints paths alone, and so needs no resources."""
    corners = [round(value, 2) for value in (box.x, box.y, box.right, box.bottom)]
    entries: dict[str, Any] = {
        "Type": PDFName("XObject"),
        "Subtype": PDFName("Form"),
        "BBox": PDFArray(corners),
        "Resources": PDFDictionary({}),
        "Filter": PDFName("FlateDecode"),
    }
    return PDFStream(PDFDictionary(entries), zlib.compress(operators.encode("latin-1")))


class PdfPen:
    """A writer of PDF operators through reportlab."""

    def __init__(self, pdf: ReportlabCanvas, encode: EncodeText) -> None:
        self._pdf, self._encode = pdf, encode
        self._shown: dict[str, str] = {}

    def literal(self, text: str) -> None:
        """Write operators as they are."""
        self._pdf.addLiteral(text)

    def faint(self, text: str, opacity: float) -> None:
        """Write painting operators with an opacity."""
        self._pdf.saveState()
        self._pdf.setFillAlpha(opacity)
        self._pdf.setStrokeAlpha(opacity)
        self._pdf.addLiteral(text)
        self._pdf.restoreState()

    def overprinted(self, text: str) -> None:
        """Write strokes that leave the inks below them as they are."""
        self._pdf.saveState()
        self._pdf.setStrokeOverprint(True)
        self._pdf.addLiteral(text)
        self._pdf.restoreState()

    def letters(self, head: str, text: str, face: FontFace, size: str) -> None:
        """Write a line of text; `head` contains the operators for colour and position."""
        runs = (f"{name} {size} Tf <{codes.hex()}> Tj" for name, codes in self._encode(text, face))
        self._pdf.addLiteral(f"BT {head} {' '.join(runs)} ET")

    def pixels(self, picture: Image.Image | bytes, box: Box) -> None:
        """Write a raster picture, or the bytes of a JPEG, with its corner at the origin."""
        source = io.BytesIO(picture) if isinstance(picture, bytes) else picture
        self._pdf.drawImage(ImageReader(source), 0, 0, box.width, box.height)

    def form(self, name: str) -> None:
        """Show a stored drawing."""
        if name in self._shown:
            self._pdf.addLiteral(self._shown[name])
            return
        self._pdf.doForm(name)  # reportlab counts a form again each time, and a map shows some 10,000 times.
        self._shown[name] = f"/{xObjectName(name)} Do"


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
    # A map has a million segments: all numbers of a path are formatted at once.
    pattern = _pattern(places)
    coordinates = [one for segment in path.segments for p in segment.points for one in (p.x, p.y)]
    return "\n".join([pattern[segment.kind] for segment in path.segments]) % tuple(coordinates)


@cache
def _pattern(places: int) -> Mapping[str, str]:
    """Return the operator of each kind of segment, with gaps for its coordinates."""
    one = f"%.{places}f"
    curve = " ".join([one] * 6)
    return {"M": f"{one} {one} m", "L": f"{one} {one} l", "C": f"{curve} c", "Z": "h"}


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
