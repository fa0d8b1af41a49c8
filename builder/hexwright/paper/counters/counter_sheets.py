"""Draw counter sheets: fronts, aligned backs, and the fold-over sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_mix import Sheet
from hexwright.paper.counters.counter_imposition import Block, CounterPage, CounterSlot, P, counter_area
from hexwright.paper.pages.cut_marks import CLEAR, check_bar, cut_contour, cut_marks, register_cross
from hexwright.paper.pages.duplex_backs import BackPlacement, back_placement
from hexwright.paper.pages.page_drawing import open_page
from hexwright.paper.pages.page_furniture import draw_foot, draw_head
from hexwright.paper.pages.page_margins import SIDE, UNPRINTABLE
from hexwright.paper.pages.paper_sizes import Paper
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.fonts import FontFace
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_document import PdfDocument

HEAD_PIN = 16.5
"""The distance in mm between the crosses for pins and the upper or lower edge of the paper."""
_HOW = {
    "long": "Print on both sides, flipped on the long edge, at 100 %.",
    "short": "Print on both sides, flipped on the short edge, at 100 %.",
    "none": "Print at 100 %. Glue the fronts onto board, pierce the crosses, glue the backs behind, each "
    "cross on its hole.",
    "fold": "Print at 100 %. Score and fold on the line, glue a thin board between, then cut.",
}


class CounterSource(Protocol[P]):
    """The counters of a game of ours, or of any module, with what their sheets need."""

    @property
    def title(self) -> str:
        """Return the game's title."""

    @property
    def part(self) -> str:
        """Return what is printed: "Counters" or "Cards"."""

    @property
    def sheet(self) -> Sheet:
        """Return the layout of the sheets."""

    def pages(self, paper: Paper, area: Box, bleed: float) -> tuple[CounterPage[P], ...]:
        """Arrange all counters within an area of a page; raise `InputError` (P102) if some don't fit."""

    def draw(self, canvas: PdfCanvas, piece: P, box: Box, bleed: float, *, back: bool) -> None:
        """Draw the front or the back of a counter, which may be empty."""

    def outline(self, slot: CounterSlot[P]) -> Path | None:
        """Return the line along which a counter is cut or punched; None if straight cuts make it."""


def draw_counter_sheets(
    document: PdfDocument, source: CounterSource[P], settings: PrintSettings, bleed: float
) -> None:
    """Draw the sheets of counters into a document; raise `InputError` (P102) if they don't fit the paper."""
    paper = settings.desk_paper
    if settings.duplex == "fold":
        _draw_folded(document, source, settings, paper, bleed)
        return
    pages = source.pages(paper, counter_area(paper), bleed)
    back = back_placement(paper, settings.duplex)
    sheets = [(page, (n, len(pages))) for n, page in enumerate(pages, start=1)]
    for page, place in sheets:
        _front(document, source, settings, paper, page, place, bleed)
        if settings.duplex != "none":
            _back(document, source, settings, paper, page, place, bleed, back)
    if settings.duplex == "none":
        for page, place in sheets:
            _back(document, source, settings, paper, page, place, bleed, back)


def _draw_slots(
    canvas: PdfCanvas,
    source: CounterSource[P],
    settings: PrintSettings,
    slots: Sequence[CounterSlot[P]],
    bleed: float,
    back: BackPlacement | None = None,
) -> None:
    tight = source.sheet.gutter_mm < 2 * bleed
    for slot in slots:
        box = slot.box if back is None else back.mirrored(slot.box)
        ground = slot.ground if back is None else [Point(2 * back.axis - p.x, p.y) for p in slot.ground]
        clip = Path.line(ground, closed=True) if tight else None
        with canvas.group(f"counter-{slot.piece.number}", clip=clip):
            source.draw(canvas, slot.piece, box, bleed, back=back is not None)
        outline = source.outline(slot) if back is None else None
        if outline is not None and settings.marks and not settings.shop:
            with canvas.group("cut"):
                canvas.path(outline, Style(stroke=settings.theme.ink_quiet, width=0.1))


def _front(
    document: PdfDocument,
    source: CounterSource[P],
    settings: PrintSettings,
    paper: Paper,
    page: CounterPage[P],
    place: tuple[int, int],
    bleed: float,
) -> None:
    label = f"{source.part}, sheet {place[0]} of {place[1]}, front"
    with open_page(document, settings, paper, label, bookmark=label) as canvas:
        _draw_slots(canvas, source, settings, tuple(page.slots), bleed)
        for block in page.blocks:
            if settings.marks:
                block_marks(canvas, block, bleed, source.sheet.block_gap_mm)
            if settings.shop:
                cut_contour(canvas, cut_outlines(source, block))
            _numbers(canvas, settings, block, bleed)
        if settings.duplex == "none":
            _pins(canvas, paper)
        note = f"Sheet {place[0]} of {place[1]}, front"
        draw_head(canvas, source.title, settings.theme, paper, source.part, note)
        if not settings.shop:
            check_bar(canvas, settings.theme, Point(SIDE, paper.height - UNPRINTABLE - 5.5))
            draw_foot(canvas, settings.theme, paper, _HOW[settings.duplex], paper.name)


def _back(
    document: PdfDocument,
    source: CounterSource[P],
    settings: PrintSettings,
    paper: Paper,
    page: CounterPage[P],
    place: tuple[int, int],
    bleed: float,
    back: BackPlacement,
) -> None:
    label = f"{source.part}, sheet {place[0]} of {place[1]}, back"
    with open_page(document, settings, paper, label, bookmark=label, level=1, back=back) as canvas:
        with canvas.placed(back.turn):
            _draw_slots(canvas, source, settings, tuple(page.slots), bleed, back)
            if settings.duplex == "none":
                _pins(canvas, paper)
        # Backs have no cut marks: the cuts follow the fronts, and a second set could be misaligned with the
        # first.
        note = f"Sheet {place[0]} of {place[1]}, back"
        if back.head_down is None:
            draw_head(canvas, source.title, settings.theme, paper, source.part, note)
        elif not settings.shop:
            draw_foot(canvas, settings.theme, paper, f"{source.title}: {source.part.lower()}", note)


def _draw_folded(
    document: PdfDocument, source: CounterSource[P], settings: PrintSettings, paper: Paper, bleed: float
) -> None:
    """Draw fronts on the right half of a page, and backs on the left, mirrored at the fold."""
    area = counter_area(paper, fold=True, gap=bleed + 4.0)
    pages = source.pages(paper, area, bleed)
    back = BackPlacement(paper.width / 2)
    for n, page in enumerate(pages, start=1):
        label = f"{source.part}, sheet {n} of {len(pages)}, to fold"
        with open_page(document, settings, paper, label, bookmark=label) as canvas:
            _draw_slots(canvas, source, settings, tuple(page.slots), bleed)
            _draw_slots(canvas, source, settings, tuple(page.slots), bleed, back)
            for block in page.blocks:
                if settings.marks:
                    block_marks(canvas, block, bleed, source.sheet.block_gap_mm, inner=False)
                if settings.shop:
                    cut_contour(canvas, cut_outlines(source, block))
            _fold_line(canvas, settings, paper)
            note = f"Sheet {n} of {len(pages)}: backs to the left, fronts to the right"
            draw_head(canvas, source.title, settings.theme, paper, f"{source.part} to fold over", note)
            if not settings.shop:
                check_bar(canvas, settings.theme, Point(SIDE, paper.height - UNPRINTABLE - 5.5))
                draw_foot(canvas, settings.theme, paper, _HOW["fold"], paper.name)


def block_marks(canvas: Canvas, block: Block[P], bleed: float, between: float, *, inner: bool = True) -> None:
    """Draw the cut marks around a block; if `inner` is false, draw none on its left, where the fold is.

    `between` is the space between two blocks, in mm.
    """
    boxes = [slot.box for slot in block.slots]
    xs = sorted({round(x, 4) for b in boxes for x in (b.x, b.right)})
    ys = sorted({round(y, 4) for b in boxes for y in (b.y, b.bottom)})
    # Two adjacent blocks share the marks between them.
    gap = between - 2 * (bleed + CLEAR)
    cut_marks(canvas, block.box, xs, (), bleed, min(5.0, max(1.5, gap)))
    length = min(4.0, SIDE - bleed - CLEAR - UNPRINTABLE)
    if length > 0.5:
        sides: tuple[Literal["left", "right"], ...] = ("left", "right") if inner else ("right",)
        cut_marks(canvas, block.box, (), ys, bleed, length, sides=sides)


def cut_outlines(source: CounterSource[P], block: Block[P]) -> Path:
    """Return the lines along which a block is cut; a cut that two counters share is one line."""
    outlines = [(slot.box, source.outline(slot)) for slot in block.slots]
    shaped = sum((outline for _, outline in outlines if outline is not None), Path(()))
    boxes = [box for box, outline in outlines if outline is None]
    if source.sheet.gutter_mm > 0:
        return sum((Path.rectangle(box) for box in boxes), shaped)
    edges: dict[tuple[float, ...], Path] = {}
    for box in boxes:
        upper, lower = Point(box.x, box.y), Point(box.right, box.bottom)
        left, right = Point(upper.x, lower.y), Point(lower.x, upper.y)
        for start, end in ((upper, right), (left, lower), (upper, left), (right, lower)):
            key = tuple(round(part, 3) for part in (start.x, start.y, end.x, end.y))
            edges[key] = Path.line([start, end])
    return sum(edges.values(), shaped)


def _numbers(canvas: Canvas, settings: PrintSettings, block: Block[P], bleed: float) -> None:
    """Draw the number of each row's first counter to its left, and of the last counter to its right."""
    away = bleed + CLEAR + 1.2
    with canvas.group("numbers"):
        for row in block.rows:
            first, last = row[0], row[-1]
            y = first.box.centre.y + 0.9
            fill = settings.theme.ink_quiet
            left = Point(first.box.x - away, y)
            right = Point(last.box.right + away, y)
            canvas.text(left, str(first.piece.number), FontFace.SANS_SEMIBOLD, 2.4, fill, anchor="end")
            canvas.text(right, str(last.piece.number), FontFace.SANS_SEMIBOLD, 2.4, fill, anchor="start")


def _pins(canvas: Canvas, paper: Paper) -> None:
    """Draw a cross for a pin in each corner; the page of backs has matching crosses."""
    away = UNPRINTABLE + 2.2
    for x in (away, paper.width - away):
        for y in (HEAD_PIN, paper.height - HEAD_PIN):
            register_cross(canvas, Point(x, y), 4.0)


def _fold_line(canvas: Canvas, settings: PrintSettings, paper: Paper) -> None:
    x = paper.width / 2
    line = Path.line([Point(x, 15.5), Point(x, paper.height - 16.0)])
    with canvas.group("fold"):
        canvas.path(line, Style(stroke=settings.theme.ink, width=0.15, dash=(3.0, 1.5)))
        canvas.text(
            Point(x - 1.0, paper.height / 2),
            "fold here, printed sides out",
            FontFace.SANS_ITALIC,
            2.4,
            settings.theme.ink_quiet,
            rotation=-90,
        )
