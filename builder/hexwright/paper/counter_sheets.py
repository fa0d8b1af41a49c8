"""Draw the counter sheets: fronts, aligned backs, the fold-over sheet, and the index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.paper.counter_imposition import (
    STAND_TAB,
    Block,
    CounterCopy,
    CounterPage,
    CounterSlot,
    counter_area,
    counter_copies,
    impose_counters,
)
from hexwright.paper.counter_sheet_index import draw_index
from hexwright.paper.cut_marks import CLEAR, check_bar, cut_contour, cut_marks, register_cross
from hexwright.paper.duplex_backs import BackPlacement, back_placement
from hexwright.paper.page_drawing import open_page
from hexwright.paper.page_furniture import draw_foot, draw_head
from hexwright.paper.page_margins import SIDE, UNPRINTABLE
from hexwright.paper.paper_sizes import Paper
from hexwright.paper.print_settings import PrintSettings
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.counters.counter_background import CounterCard
from hexwright.render.counters.counter_face import layout_of
from hexwright.render.counters.marker_face import draw_marker_face
from hexwright.render.counters.unit_face import draw_unit_back, draw_unit_face
from hexwright.render.fonts import FontFace
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.turned_canvas import TurnedCanvas

HEAD_PIN = 16.5
"""The distance in mm between the crosses for pins and the upper or lower edge of the paper."""
_HAIRLINE = 0.01
"""The bleed in mm of counters that have none: just enough to omit border and round corners."""
_HOW = {
    "long": "Print on both sides, flipped on the long edge, at 100 %.",
    "short": "Print on both sides, flipped on the short edge, at 100 %.",
    "none": "Print at 100 %. Glue the fronts onto board, pierce the crosses, glue the backs behind, each "
    "cross on its hole.",
    "fold": "Print at 100 %. Score and fold on the line, glue a thin board between, then cut.",
}


def draw_counters(document: PdfDocument, game: Game, settings: PrintSettings) -> None:
    """Draw all counter pages into a document; raise `InputError` (P102) if counters don't fit the paper."""
    paper = settings.desk_paper
    bleed = settings.counter_bleed(game)
    if settings.duplex == "fold":
        _draw_folded(document, game, settings, paper, bleed)
    else:
        pages = impose_counters(game, paper, counter_area(paper), bleed)
        back = back_placement(paper, settings.duplex)
        sheets = [(page, n) for n, page in enumerate(pages, start=1)]
        if settings.duplex == "none":
            for page, n in sheets:
                _front(document, game, settings, paper, page, (n, len(pages)), bleed)
            for page, n in sheets:
                _back(document, game, settings, paper, page, (n, len(pages)), bleed, back)
        else:
            for page, n in sheets:
                _front(document, game, settings, paper, page, (n, len(pages)), bleed)
                _back(document, game, settings, paper, page, (n, len(pages)), bleed, back)
    draw_index(document, game, settings, paper, counter_copies(game))


def draw_face(
    canvas: Canvas,
    game: Game,
    settings: PrintSettings,
    piece: CounterCopy,
    face: int | None,
    box: Box,
    bleed: float,
) -> None:
    """Draw one face of a counter; if `face` is None, draw the back of a unit with one face."""
    theme, counter = settings.theme, piece.counter
    if not isinstance(counter, Unit):
        draw_marker_face(canvas, game, counter, face or 0, theme, box, art=settings.art, bleed=bleed)
        return
    if face is not None:
        draw_unit_face(canvas, game, counter, face, theme, box, art=settings.art, bleed=bleed)
        return
    draw_unit_back(canvas, game, counter, theme, box, art=settings.art, bleed=bleed)


def _draw_slots(
    canvas: PdfCanvas,
    game: Game,
    settings: PrintSettings,
    slots: Sequence[CounterSlot],
    bleed: float,
    back: BackPlacement | None = None,
) -> None:
    tight = game.counters.sheet.gutter_mm < 2 * bleed
    for slot in slots:
        box = slot.box if back is None else back.mirrored(slot.box)
        cell = slot.cell if back is None else back.mirrored(slot.cell)
        face = slot.piece.front if back is None else slot.piece.back
        shape = layout_of(game, slot.piece.counter, slot.piece.front).shape
        if back is not None and shape in ("block", "stand-up"):
            continue
        clip = Path.rectangle(cell) if tight else None
        with canvas.group(f"counter-{slot.piece.number}", clip=clip):
            if shape == "stand-up":
                _draw_stand_up(canvas, game, settings, slot.piece, box, bleed or _HAIRLINE)
            else:
                draw_face(canvas, game, settings, slot.piece, face, box, bleed or _HAIRLINE)
        outline = _shaped_outline(game, slot)
        if back is None and outline is not None and settings.marks and not settings.shop:
            with canvas.group("cut"):
                canvas.path(outline, Style(stroke=settings.theme.ink_quiet, width=0.1))


def _draw_stand_up(
    canvas: Canvas, game: Game, settings: PrintSettings, piece: CounterCopy, net: Box, bleed: float
) -> None:
    """Draw a stand-up counter to be folded: its front, its back upside down above it, and two tabs."""
    high = net.height / 2 - STAND_TAB
    front = Box(net.x, net.centre.y, net.width, high)
    back = Box(net.x, net.centre.y - high, net.width, high)
    turned = TurnedCanvas(canvas, back.centre, 2)
    ground = Colour(settings.theme.panel)
    canvas.path(Path.rectangle(net.inset(-bleed)), Style(fill=ground))
    draw_face(
        turned, game, settings, piece, piece.front if piece.back is None else piece.back, back, _HAIRLINE
    )
    draw_face(canvas, game, settings, piece, piece.front, front, _HAIRLINE)
    ink = settings.theme.ink_quiet
    for y, dash in ((back.y, ()), (net.centre.y, (1.0, 0.7)), (front.bottom, ())):
        line = Path.line([Point(net.x, y), Point(net.right, y)])
        canvas.path(line, Style(stroke=ink, width=0.1, dash=dash))
    for y in (net.y + STAND_TAB / 2, net.bottom - STAND_TAB / 2):
        canvas.text(Point(net.centre.x, y + 0.7), "tab", FontFace.SANS_ITALIC, 2.2, ink)


def _shaped_outline(game: Game, slot: CounterSlot) -> Path | None:
    """Return the line along which a counter is cut or punched; None if straight cuts make it."""
    layout = layout_of(game, slot.piece.counter, slot.piece.front)
    if layout.shape not in ("round", "hexagon"):
        return None
    return CounterCard(slot.box, layout.grid, layout.corner, layout.shape).outline()


def _front(
    document: PdfDocument,
    game: Game,
    settings: PrintSettings,
    paper: Paper,
    page: CounterPage,
    place: tuple[int, int],
    bleed: float,
) -> None:
    label = f"Counters, sheet {place[0]} of {place[1]}, front"
    with open_page(document, settings, paper, label, bookmark=label) as canvas:
        _draw_slots(canvas, game, settings, tuple(page.slots), bleed)
        for block in page.blocks:
            if settings.marks:
                block_marks(canvas, game, block, bleed)
            if settings.shop:
                cut_contour(canvas, cut_outlines(game, block))
            _numbers(canvas, settings, block, bleed)
        if settings.duplex == "none":
            _pins(canvas, paper)
        note = f"Sheet {place[0]} of {place[1]}, front"
        draw_head(canvas, game, settings.theme, paper, "Counters", note)
        if not settings.shop:
            check_bar(canvas, settings.theme, Point(SIDE, paper.height - UNPRINTABLE - 5.5))
            draw_foot(canvas, settings.theme, paper, _HOW[settings.duplex], paper.name)


def _back(
    document: PdfDocument,
    game: Game,
    settings: PrintSettings,
    paper: Paper,
    page: CounterPage,
    place: tuple[int, int],
    bleed: float,
    back: BackPlacement,
) -> None:
    label = f"Counters, sheet {place[0]} of {place[1]}, back"
    with open_page(document, settings, paper, label, bookmark=label, level=1, back=back) as canvas:
        with canvas.placed(back.turn):
            _draw_slots(canvas, game, settings, tuple(page.slots), bleed, back)
            if settings.duplex == "none":
                _pins(canvas, paper)
        # Backs have no cut marks: the cuts follow the fronts, and a second set could be misaligned with the
        # first.
        note = f"Sheet {place[0]} of {place[1]}, back"
        if back.head_down is None:
            draw_head(canvas, game, settings.theme, paper, "Counters", note)
        elif not settings.shop:
            draw_foot(canvas, settings.theme, paper, f"{game.info.title}: counters", note)


def _draw_folded(
    document: PdfDocument, game: Game, settings: PrintSettings, paper: Paper, bleed: float
) -> None:
    """Draw fronts on the right half of a page, and backs on the left, mirrored at the fold."""
    area = counter_area(paper, fold=True, gap=bleed + 4.0)
    pages = impose_counters(game, paper, area, bleed)
    back = BackPlacement(paper.width / 2)
    for n, page in enumerate(pages, start=1):
        label = f"Counters, sheet {n} of {len(pages)}, to fold"
        with open_page(document, settings, paper, label, bookmark=label) as canvas:
            _draw_slots(canvas, game, settings, tuple(page.slots), bleed)
            _draw_slots(canvas, game, settings, tuple(page.slots), bleed, back)
            for block in page.blocks:
                if settings.marks:
                    block_marks(canvas, game, block, bleed, inner=False)
                if settings.shop:
                    cut_contour(canvas, cut_outlines(game, block))
            _fold_line(canvas, settings, paper)
            note = f"Sheet {n} of {len(pages)}: backs to the left, fronts to the right"
            draw_head(canvas, game, settings.theme, paper, "Counters to fold over", note)
            if not settings.shop:
                check_bar(canvas, settings.theme, Point(SIDE, paper.height - UNPRINTABLE - 5.5))
                draw_foot(canvas, settings.theme, paper, _HOW["fold"], paper.name)


def block_marks(canvas: Canvas, game: Game, block: Block, bleed: float, *, inner: bool = True) -> None:
    """Draw the cut marks around a block; if `inner` is false, draw none on its left, where the fold is."""
    boxes = [slot.box for slot in block.slots]
    xs = sorted({round(x, 4) for b in boxes for x in (b.x, b.right)})
    ys = sorted({round(y, 4) for b in boxes for y in (b.y, b.bottom)})
    # Two adjacent blocks share the marks between them.
    gap = game.counters.sheet.block_gap_mm - 2 * (bleed + CLEAR)
    cut_marks(canvas, block.box, xs, (), bleed, min(5.0, max(1.5, gap)))
    length = min(4.0, SIDE - bleed - CLEAR - UNPRINTABLE)
    if length > 0.5:
        sides: tuple[Literal["left", "right"], ...] = ("left", "right") if inner else ("right",)
        cut_marks(canvas, block.box, (), ys, bleed, length, sides=sides)


def cut_outlines(game: Game, block: Block) -> Path:
    """Return the lines along which a block is cut; a cut that two counters share is one line."""
    outlines = [(slot.box, _shaped_outline(game, slot)) for slot in block.slots]
    shaped = sum((outline for _, outline in outlines if outline is not None), Path(()))
    boxes = [box for box, outline in outlines if outline is None]
    if game.counters.sheet.gutter_mm > 0:
        return sum((Path.rectangle(box) for box in boxes), shaped)
    edges: dict[tuple[float, ...], Path] = {}
    for box in boxes:
        upper, lower = Point(box.x, box.y), Point(box.right, box.bottom)
        left, right = Point(upper.x, lower.y), Point(lower.x, upper.y)
        for start, end in ((upper, right), (left, lower), (upper, left), (right, lower)):
            key = tuple(round(part, 3) for part in (start.x, start.y, end.x, end.y))
            edges[key] = Path.line([start, end])
    return sum(edges.values(), shaped)


def _numbers(canvas: Canvas, settings: PrintSettings, block: Block, bleed: float) -> None:
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
