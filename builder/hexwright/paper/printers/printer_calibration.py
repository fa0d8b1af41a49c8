"""Draw the calibration page, and convert measurements of it to a printer's offset and scale."""

from __future__ import annotations

from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.geometry.hex_layout import Point
from hexwright.paper.pages.cut_marks import BLACK
from hexwright.paper.pages.duplex_backs import BackPlacement, Duplex, back_placement
from hexwright.paper.pages.page_furniture import draw_text
from hexwright.paper.pages.page_margins import SIDE, UNPRINTABLE
from hexwright.paper.pages.paper_sizes import Paper
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.fonts import FontFace
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.theme import CLASSIC

REACH: Final = 8
"""The length in mm of the scales, to each side of zero."""
_AWAY: Final = 11.0
"""The distance in mm of the scales from the middle of the cross."""
_GREY = Colour("#6a5d48")
_LINE = Style(stroke=BLACK, width=0.12)


def measured_lengths(paper: Paper) -> tuple[float, float]:
    """Return the nominal lengths in mm of the page's horizontal line and its vertical line."""
    return tuple(float(10 * int((size - 50) // 10)) for size in (paper.width, paper.height))  # type: ignore[return-value]


def printer_scale(measured: tuple[float, float], paper: Paper) -> tuple[float, float]:
    """Return a printer's horizontal and vertical scaling error; raise `InputError` (P106) for impossible
    values.
    """
    wanted = measured_lengths(paper)
    found = (measured[0] / wanted[0], measured[1] / wanted[1])
    if not all(0.98 <= part <= 1.02 for part in found):
        raise InputError.single(
            "P106",
            f"measured lengths of {measured[0]:g} and {measured[1]:g} mm are too far from the drawn "
            f"lengths, {wanted[0]:g} and {wanted[1]:g} mm",
            Span("--measured"),
            "print the page at 100 %, not fitted to the paper, and write the horizontal line's length first",
        )
    return found


def draw_calibration(document: PdfDocument, paper: Paper, duplex: Duplex) -> None:
    """Draw the front and the back of the calibration page."""
    turned: Duplex = "short" if duplex == "short" else "long"
    back = back_placement(paper, turned)
    places = _places(paper)
    with document.page(paper.width, paper.height, bookmark="Calibration, front") as canvas:
        _front(canvas, paper, turned, places)
    with document.page(paper.width, paper.height, bookmark="Calibration, back") as canvas:
        with canvas.placed(back.turn):
            for at in places:
                _pointer(canvas, Point(2 * back.axis - at.x, at.y))
        _back_text(canvas, paper, back)


def _places(paper: Paper) -> tuple[Point, Point]:
    return Point(paper.width / 2, paper.height * 0.22), Point(paper.width / 2, paper.height * 0.8)


def _front(canvas: PdfCanvas, paper: Paper, duplex: Duplex, places: tuple[Point, ...]) -> None:
    canvas.text(Point(paper.width / 2, 18), "Calibration", FontFace.SERIF_BOLD, 8.0, BLACK)
    line = "front · print both sides at 100 %, flipped on the " + duplex + f" edge · {paper}"
    canvas.text(Point(paper.width / 2, 24), line, FontFace.SANS, 2.8, _GREY)
    for at in places:
        _scale(canvas, at)
    level, upright = measured_lengths(paper)
    y = paper.height * 0.5 - 22
    left = (paper.width - level) / 2
    _measure(canvas, Point(left, y), Point(left + level, y), f"{level:g} mm")
    x, top = SIDE + 4, (paper.height - upright) / 2
    _measure(canvas, Point(x, top), Point(x, top + upright), f"{upright:g} mm")
    steps = (
        "1. Measure the horizontal and the vertical line from end to end.",
        "2. Hold the page against the light, with this side towards you. The crosses on the back "
        "shine through: read where their arms cut the scales X and Y. Values to the right and "
        "downward are positive, to the left and upward negative. Take the mean of the upper and "
        "the lower reading.",
        "3. Store the values under a name for the printer:",
    )
    box = Box(SIDE + 22, y + 10, paper.width - 2 * SIDE - 34, 60)
    for step in steps:
        box = Box(box.x, draw_text(canvas, box, step, FontFace.SANS, 3.2, BLACK) + 1.6, box.width, 60)
    size = "" if paper.name == "A4" else f" --paper {paper.name.lower()}"
    command = (
        f"hexwright print --calibrate{size} --printer NAME --measured {level:g},{upright:g} --offset X,Y"
    )
    canvas.text(Point(box.x, box.y + 3), command, FontFace.SANS_SEMIBOLD, 3.0, BLACK, anchor="start")
    after = Box(box.x, box.y + 5.5, box.width, 20)
    text = "From then on, hexwright print GAME --printer NAME corrects both errors."
    draw_text(canvas, after, text, FontFace.SANS, 3.2, BLACK)


def _scale(canvas: Canvas, at: Point) -> None:
    """Draw a horizontal scale above the middle and a vertical one to its right, with half-mm ticks.

    One arm of the cross on the back points to each scale.
    """
    fine, strong = Path(()), Path(())
    top, right = at.y - _AWAY, at.x + _AWAY
    for n in range(-2 * REACH, 2 * REACH + 1):
        size = 4.2 if n % 10 == 0 else 2.8 if n % 2 == 0 else 1.5
        x, y = at.x + n / 2, at.y + n / 2
        ticks = Path.line([Point(x, top), Point(x, top - size)])
        ticks += Path.line([Point(right, y), Point(right + size, y)])
        if n % 10 == 0:
            strong += ticks
        else:
            fine += ticks
        if n % 10 == 0:
            label = f"{n // 2:+d}".replace("-", "−") if n else "0"
            canvas.text(Point(x, top - 5.0), label, FontFace.SANS, 2.2, BLACK)
            canvas.text(Point(right + 5.0, y + 0.75), label, FontFace.SANS, 2.2, BLACK, anchor="start")
    strong += Path.line([Point(at.x - REACH, top), Point(at.x + REACH, top)])
    strong += Path.line([Point(right, at.y - REACH), Point(right, at.y + REACH)])
    with canvas.group("scale"):
        canvas.path(fine, Style(stroke=BLACK, width=0.1))
        canvas.path(strong, Style(stroke=BLACK, width=0.2))
    canvas.text(Point(at.x - REACH - 4.0, top - 0.4), "X", FontFace.SANS_BOLD, 4.0, BLACK)
    canvas.text(Point(right + 1.2, at.y + REACH + 5.0), "Y", FontFace.SANS_BOLD, 4.0, BLACK)


def _pointer(canvas: Canvas, at: Point) -> None:
    """Draw the cross on the back, long and bold enough to be visible through the paper."""
    lines = Path.line([Point(at.x - 22, at.y), Point(at.x + 22, at.y)])
    lines += Path.line([Point(at.x, at.y - 22), Point(at.x, at.y + 22)])
    with canvas.group("pointer"):
        canvas.path(lines, Style(stroke=BLACK, width=0.3))


def _measure(canvas: Canvas, start: Point, end: Point, text: str) -> None:
    level = start.y == end.y
    path = Path.line([start, end])
    for at in (start, end):
        across = Point(0, 3) if level else Point(3, 0)
        path += Path.line([at - across, at + across])
    with canvas.group("measure"):
        canvas.path(path, _LINE)
    middle = start.towards(end, 0.5)
    if level:
        canvas.text(Point(middle.x, middle.y - 1.6), text, FontFace.SANS_SEMIBOLD, 3.4, BLACK)
    else:
        canvas.text(Point(middle.x - 1.6, middle.y), text, FontFace.SANS_SEMIBOLD, 3.4, BLACK, rotation=-90)


def _back_text(canvas: Canvas, paper: Paper, back: BackPlacement) -> None:
    theme = CLASSIC
    y = paper.height / 2
    canvas.text(Point(paper.width / 2, y), "Calibration, back", FontFace.SERIF_BOLD, 6.0, theme.ink)
    text = "Turn the page over: the scales are on the front."
    canvas.text(Point(paper.width / 2, y + 7), text, FontFace.SANS, 3.0, theme.ink_quiet)
    if back.head_down is not None:
        note = "This side is upside down when the page is turned sideways; that is correct."
        canvas.text(Point(paper.width / 2, y + 12), note, FontFace.SANS, 3.0, theme.ink_quiet)
    canvas.text(
        Point(paper.width / 2, paper.height - UNPRINTABLE - 4),
        paper.name,
        FontFace.SANS,
        2.6,
        theme.ink_quiet,
    )
