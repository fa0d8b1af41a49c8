"""Stored drawings of a PDF: their operators are compressed as they are written."""

import tracemalloc

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box, Colour, Path, Style
from hexwright.render.pdf_document import PdfDocument
from tests.paper.sheets import streams

_RED = Style(fill=Colour("#ff0000"))
_TRIANGLE = Path.line([Point(1, 1), Point(9, 1), Point(5, 9)], closed=True)


def _document(paths: int) -> PdfDocument:
    document = PdfDocument("Triangles")
    with document.store("triangles", Box(0, 0, 10, 10)) as canvas:
        for _ in range(paths):
            canvas.path(_TRIANGLE, _RED)
    with document.page(20, 20) as canvas:
        canvas.drawing("triangles")
    return document


def test_a_stored_drawing_has_all_its_operators_and_the_same_bytes_each_time() -> None:
    data = _document(200).to_bytes()
    assert data == _document(200).to_bytes()
    assert max(stream.count("1.00 1.00 m") for stream in streams(data)) == 200


def test_a_large_stored_drawing_is_not_kept_as_text() -> None:
    _document(1)  # fonts are loaded
    tracemalloc.start()
    try:
        document = _document(20_000)  # 1.3 MB of operators
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(document.to_bytes()) < 60_000
    # What remains for each path is its box and colour, for pictures with transparent parts.
    assert peak < 20_000 * 160
