"""Stamps on paper: the file contains each once, and they look like paths painted one by one."""

import tracemalloc
from collections.abc import Callable

import pytest
from PIL import ImageChops

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box, Colour, Path, Stamp, Stamped, Style, paint_stamps
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_flattening import PackedPath, Placement
from tests.paper.sheets import opened, picture, streams

_TREE = Stamp(
    "tree",
    (
        (
            Path.line([Point(-2, 1), Point(2, 1), Point(0, -2)], closed=True),
            Style(fill=Colour("#2f6a35"), stroke=Colour("#102a14"), width=0.3),
        ),
        (Path.line([Point(0, 1), Point(0, 2)]), Style(stroke=Colour("#5a3a1a"), width=0.4)),
    ),
    2.3,
)
_WOOD: tuple[Stamped, ...] = tuple((_TREE, Point(4 + 3 * n % 13, 4 + 2 * n % 11)) for n in range(30))
_LAND = Style(fill=Colour("#e7dcb4"))
_SHADE = Style(fill=Colour("#5566aa"), opacity=0.5)
Show = Callable[[PdfCanvas], None]


def _show(canvas: PdfCanvas) -> None:
    canvas.stamps(_WOOD)


def _paint(canvas: PdfCanvas) -> None:
    paint_stamps(canvas, _WOOD)


def _plain(canvas: PdfCanvas, show: Show) -> None:
    show(canvas)


def _clipped(canvas: PdfCanvas, show: Show) -> None:
    with canvas.group("wood", clip=Path.rectangle(Box(5, 5, 7, 8))):
        show(canvas)


def _turned(canvas: PdfCanvas, show: Show) -> None:
    with canvas.placed(Placement(18, 1, 30.0, 0.7)):
        show(canvas)


def _below_a_wash(canvas: PdfCanvas, show: Show) -> None:
    show(canvas)
    canvas.path(Path.rectangle(Box(3, 3, 9, 9)), _SHADE)
    canvas.path(Path.rectangle(Box(6, 6, 9, 9)), _SHADE)


def _faint(canvas: PdfCanvas, show: Show) -> None:
    with canvas.group("wood", opacity=0.4):
        show(canvas)


def _document(way: Callable[[PdfCanvas, Show], None], show: Show, *, process: bool) -> bytes:
    document = PdfDocument("Wood", process=process)
    with document.store("wood", Box(0, 0, 20, 20)) as canvas:
        canvas.path(Path.rectangle(Box(0, 0, 20, 20)), _LAND)
        way(canvas, show)
    with document.page(20, 20) as canvas:
        canvas.drawing("wood")
    return document.to_bytes()


@pytest.mark.parametrize("process", [False, True], ids=["at home", "for a shop"])
@pytest.mark.parametrize("way", [_plain, _clipped, _turned, _below_a_wash, _faint])
def test_stamps_look_like_paths_painted_one_by_one(
    way: Callable[[PdfCanvas, Show], None], process: bool
) -> None:
    stamped = picture(opened(_document(way, _show, process=process)), 0, 10).convert("L")
    painted = picture(opened(_document(way, _paint, process=process)), 0, 10).convert("L")
    differing = ImageChops.difference(stamped, painted).histogram()
    assert sum(differing[24:]) < 0.002 * stamped.width * stamped.height
    bare = picture(opened(_document(lambda *_: None, _show, process=process)), 0, 10).convert("L")
    assert sum(ImageChops.difference(stamped, bare).histogram()[24:]) > 0.05 * bare.width * bare.height


@pytest.mark.parametrize("process", [False, True], ids=["at home", "for a shop"])
def test_a_stamp_is_in_the_file_once_for_each_mixture_of_washes(process: bool) -> None:
    data = _document(_below_a_wash, _show, process=process)
    assert data == _document(_below_a_wash, _show, process=process)
    bark = sum(text.count("0.00 1.00 m\n0.00 2.00 l") for text in streams(data))
    # Bare, below either wash, and below both. Where nothing is mixed, a viewer mixes the one stamp itself.
    assert bark == (3 if process else 1)


def test_paths_kept_for_washes_take_a_tenth_of_their_memory_and_lose_nothing() -> None:
    points = [Point(n / 7, n * n / 31) for n in range(4_000)]
    path = Path((*Path.smooth(points, tension=0.0).segments, *Path.line(points, closed=True).segments))
    tracemalloc.start()
    try:
        packed = PackedPath.of(path)
        kept = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert packed.segments == path.segments
    assert [segment for piece, _ in packed.pieces for segment in piece.segments] == list(path.segments)
    assert [box for _, box in packed.pieces] == [Box.around(points), Box.around(points)]
    numbers = sum(2 * len(segment.points) for segment in path.segments)
    assert kept < 12 * numbers
