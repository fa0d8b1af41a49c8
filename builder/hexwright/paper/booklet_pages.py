"""Draw the booklet's pages, singly or two per side, with a bookmark for each heading."""

from __future__ import annotations

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.paper.booklet_cover import cover_piece, cover_scale
from hexwright.paper.example_diagrams import ExampleSource
from hexwright.paper.map_sheets import MapDrawing
from hexwright.paper.page_drawing import open_page
from hexwright.paper.page_margins import BOOKLET_MARGIN, BOOKLET_TOP
from hexwright.paper.print_settings import PrintSettings
from hexwright.paper.rules_booklet import A5, Bookmark, RulesBooklet
from hexwright.paper.text_flow import Page
from hexwright.render.canvas import Box, Path, Style
from hexwright.render.fonts import FontFace
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_document import Anchor, PdfDocument
from hexwright.render.pdf_flattening import Placement
from hexwright.render.theme import HAIR


def draw_booklet(
    document: PdfDocument,
    game: Game,
    settings: PrintSettings,
    drawing: MapDrawing,
    reference: ExampleSource | None,
) -> None:
    """Draw the booklet's pages one by one, or two per side, arranged to be folded and stapled."""
    booklet = RulesBooklet(game, settings, drawing.plan, reference)
    pages = booklet.compose()
    for scale in sorted(booklet.scales):
        drawing.store_reduced(document, game, settings, scale)
    shown = cover_piece(game, drawing.plan, A5)
    drawing.store_extract(document, game, settings, cover_scale(drawing.plan, A5), shown)
    bookmarks = booklet.bookmarks()
    if not settings.imposed:
        for page in pages:
            anchors = _anchors(bookmarks, page.number, Placement(0.0, 0.0))
            with open_page(document, settings, A5, f"Page {page.number}", anchors=anchors) as canvas:
                _draw_page(canvas, booklet, page)
    else:
        _draw_spreads(document, settings, booklet, bookmarks)
    for n, bookmark in enumerate(bookmarks):
        document.outline(bookmark.title, _key(n), bookmark.level)


def _draw_spreads(
    document: PdfDocument, settings: PrintSettings, booklet: RulesBooklet, bookmarks: list[Bookmark]
) -> None:
    for page in booklet.pages:
        with document.store(f"page-{page.number}", Box(0, 0, A5.width, A5.height)) as canvas:
            _draw_page(canvas, booklet, page)
    paper = settings.desk_paper
    lying = paper.turned if paper.upright else paper
    half = lying.width / 2
    scale = min(half / A5.width, lying.height / A5.height, 1.0)
    top = (lying.height - A5.height * scale) / 2
    for n, pair in enumerate(spreads(len(booklet.pages))):
        places = {
            number: Placement(x, top, 0.0, scale)
            for number, x in zip(pair, (half - A5.width * scale, half), strict=True)
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


def _draw_page(canvas: PdfCanvas, booklet: RulesBooklet, page: Page) -> None:
    for y, atom in page.items:
        atom.draw(canvas, BOOKLET_MARGIN, BOOKLET_TOP + y)
    if page.number == 1:
        return
    theme = booklet.theme
    base = A5.height - 9.0
    rule = Path.line([Point(BOOKLET_MARGIN, base - 4.6), Point(A5.width - BOOKLET_MARGIN, base - 4.6)])
    canvas.path(rule, Style(stroke=theme.rule, width=HAIR))
    left = page.number % 2 == 0
    x, other = (
        (BOOKLET_MARGIN, A5.width - BOOKLET_MARGIN) if left else (A5.width - BOOKLET_MARGIN, BOOKLET_MARGIN)
    )
    canvas.text(
        Point(x, base),
        str(page.number),
        FontFace.SERIF_SEMIBOLD,
        3.4,
        theme.ink,
        anchor="start" if left else "end",
    )
    canvas.text(
        Point(other, base),
        booklet.game.info.title,
        FontFace.SERIF_ITALIC,
        2.8,
        theme.ink_quiet,
        anchor="end" if left else "start",
    )
