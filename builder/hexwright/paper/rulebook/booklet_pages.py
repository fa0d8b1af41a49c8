"""Draw the rulebook's pages, singly or two per side, with a bookmark for each heading."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.paper.columns.booklet_cover import (
    COVER_DRAWING,
    cover_margins,
    cover_piece,
    cover_scale,
    draw_cover,
)
from hexwright.paper.columns.rulebook_blocks import page_rule
from hexwright.paper.columns.rulebook_flow import Page
from hexwright.paper.columns.rulebook_grid import NOTE
from hexwright.paper.figures.example_diagrams import MapLettering, covered_boxes, lettering_scale
from hexwright.paper.map.map_sheets import READABLE, MapDrawing, MapWindow
from hexwright.paper.pages.page_drawing import open_page
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.paper.rulebook.booklet_links import BookletLinks
from hexwright.paper.rulebook.rulebook import Bookmark, Figure, Rulebook
from hexwright.render.canvas import Box
from hexwright.render.fonts import FontFace
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_document import Anchor, PdfDocument
from hexwright.render.pdf_flattening import Placement
from hexwright.render.text_fitting import shorten_to_width


def booklet_windows(book: Rulebook) -> Iterator[MapWindow]:
    """Yield the parts of the map on the cover and in the diagrams of a rulebook that is composed.

    Diagrams are lettered for the large ones; small ones lack names too small to read.
    """
    scale = cover_scale(book.plan, book.grid.paper)
    piece = cover_piece(book.game, book.plan, book.grid.paper)
    margins = cover_margins(scale)
    yield MapWindow(COVER_DRAWING, piece, scale, framed=scale, margins=margins)
    yield from figure_windows(book.game, book.plan, book.figures.values())


def figure_windows(game: Game, plan: SheetPlan, figures: Collection[Figure]) -> Iterator[MapWindow]:
    """Yield the parts of the map in some diagrams."""
    least = lettering_scale([figure.scale for figure in figures]) * READABLE
    for figure in figures:
        covered = covered_boxes(game, plan, figure.diagram, figure.scale)
        yield MapWindow(figure.name, figure.window, least, True, figure.scale, covered, at_home=True)


def draw_booklet(document: PdfDocument, book: Rulebook, drawing: MapDrawing) -> None:
    """Draw the pages one by one, or two per side, arranged to be folded and stapled."""
    settings, paper = book.settings, book.grid.paper
    drawing.store_windows(document, booklet_windows(book))
    book.lettering = {
        name: MapLettering(tuple(boxes), frozenset(drawing.names[name]))
        for name, boxes in drawing.lettered.items()
    }
    bookmarks = book.bookmarks()
    if not settings.imposed:
        # A print shop's file has no links.
        targets = None if settings.shop else BookletLinks(book)
        for number in range(1, len(book.pages) + 2):
            anchors = _anchors(bookmarks, number, Placement(0.0, 0.0))
            if targets is not None:
                anchors += targets.anchors(number)
            label = "Cover" if number == 1 else f"Page {number}"
            with open_page(document, settings, paper, label, anchors=anchors) as canvas:
                _draw(canvas, book, number)
                for area, key in targets.links(canvas.cited) if targets is not None else ():
                    document.link(area, key, paper.height)
    else:
        _draw_spreads(document, settings, book, bookmarks)
    for n, bookmark in enumerate(bookmarks):
        document.outline(bookmark.title, _key(n), bookmark.level)


def _draw_spreads(
    document: PdfDocument, settings: PrintSettings, book: Rulebook, bookmarks: list[Bookmark]
) -> None:
    page = book.grid.paper
    count = len(book.pages) + 1
    for number in range(1, count + 1):
        with document.store(f"page-{number}", Box(0, 0, page.width, page.height)) as canvas:
            _draw(canvas, book, number)
    paper = settings.desk_paper
    lying = paper.turned if paper.upright else paper
    half = lying.width / 2
    scale = min(half / page.width, lying.height / page.height, 1.0)
    top = (lying.height - page.height * scale) / 2
    for n, pair in enumerate(spreads(count)):
        places = {
            number: Placement(x, top, 0.0, scale)
            for number, x in zip(pair, (half - page.width * scale, half), strict=True)
        }
        anchors = [a for number, place in places.items() for a in _anchors(bookmarks, number, place)]
        label = f"Sheet {n // 2 + 1}, {'front' if n % 2 == 0 else 'back'}"
        with open_page(document, settings, lying, label, anchors=anchors) as canvas:
            for number, place in places.items():
                canvas.drawing(f"page-{number}", place)


def _key(number: int) -> str:
    return f"heading-{number}"


def _anchors(bookmarks: list[Bookmark], page: int, place: Placement) -> list[Anchor]:
    """Return the link targets of a page's bookmarks, slightly above each heading."""
    found = []
    for n, bookmark in enumerate(bookmarks):
        if bookmark.page == page:
            at = place.apply(Point(0.0, max(0.0, bookmark.y - 3.0)))
            found.append((_key(n), at.x, at.y))
    return found


def spreads(count: int) -> list[tuple[int, int]]:
    """Return the left and the right page number on each side of the sheets, front and back in turn.

    Sheets are printed on both sides, flipped on the short edge, nested and stapled; the number of pages is a
    multiple of four.
    """
    found = []
    for n in range(count // 4):
        low, high = 2 * n + 1, count - 2 * n
        found += [(high, low), (low + 1, high - 1)]
    return found


def _draw(canvas: PdfCanvas, book: Rulebook, number: int) -> None:
    """Draw a page by its number; the first is the cover."""
    if number == 1:
        draw_cover(canvas, book.game, book.settings, book.plan, book.grid.paper)
        return
    page = book.pages[number - 2]
    grid = book.grid
    text, margin = grid.text(number), grid.margin(number)
    for placed in page.items:
        placed.item.draw(canvas, text.x + placed.x, text.y + placed.y)
    for y, note in page.placed_notes(grid.height):
        note.draw(canvas, margin.x, margin.y + y)
    _head(canvas, book, page, text)
    _foot(canvas, book, page, text, margin)


def _head(canvas: PdfCanvas, book: Rulebook, page: Page, text: Box) -> None:
    theme, y = book.theme, text.y - 7.5
    canvas.text(
        Point(text.x, y), book.game.info.title, FontFace.SERIF_ITALIC, 3.6, theme.ink_quiet, anchor="start"
    )
    number, title = book.running_head(page)
    if title:
        told = shorten_to_width(f"{number} {title}".strip(), FontFace.SANS_SEMIBOLD, NOTE, text.width * 0.5)
        canvas.text(Point(text.right, y), told, FontFace.SANS_SEMIBOLD, NOTE, theme.ink_quiet, anchor="end")
    page_rule(canvas, theme, text.x, text.right, y + 2.2)


def _foot(canvas: PdfCanvas, book: Rulebook, page: Page, text: Box, margin: Box) -> None:
    theme, y = book.theme, text.bottom + 9.0
    left = page.number % 2 == 0
    outer = min(text.x, margin.x) if left else max(text.right, margin.right)
    canvas.text(
        Point(outer, y),
        str(page.number),
        FontFace.SERIF_BOLD,
        4.2,
        theme.ink,
        anchor="start" if left else "end",
    )
    if page.notes:
        inner, anchor = (text.right, "end") if left else (text.x, "start")
        canvas.text(
            Point(inner, y),
            "† ruling in the margin",
            FontFace.SANS,
            NOTE,
            book.setter.red,
            anchor=anchor,  # type: ignore[arg-type]
        )
