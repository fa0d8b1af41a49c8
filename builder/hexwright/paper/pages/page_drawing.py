"""Draw pages: plain ones for home printers, and pages with trim, bleed and slug for a print shop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.paper.pages.cut_marks import crop_marks
from hexwright.paper.pages.duplex_backs import BackPlacement
from hexwright.paper.pages.page_margins import SHOP_BLEED, SLUG_MM
from hexwright.paper.pages.paper_sizes import Paper
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box, Colour, Path, Style
from hexwright.render.fonts import FontFace
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_document import Anchor, PageFit, PdfDocument
from hexwright.render.pdf_flattening import Placement

BLACK = Colour("#000000")


def new_document(game: Game, settings: PrintSettings, what: str) -> PdfDocument:
    """Return a new document with metadata about the game; `what` describes the content."""
    info = game.info
    designers = [name for credit in info.credits if credit.role.lower() == "design" for name in credit.names]
    return PdfDocument(
        f"{info.title}: {what}",
        author=", ".join(designers),
        subject=f"{what}, version {info.version}" + (f"; {info.copyright}" if info.copyright else ""),
        keywords="wargame, print and play",
        process=settings.shop,
        profile=settings.profile,
    )


@contextmanager
def open_page(
    document: PdfDocument,
    settings: PrintSettings,
    paper: Paper,
    label: str,
    *,
    bookmark: str = "",
    level: int = 0,
    back: BackPlacement | None = None,
    ground: Colour | None = None,
    anchors: Iterable[Anchor] = (),
) -> Iterator[PdfCanvas]:
    """Add a page; the origin of its canvas is the corner of the trimmed sheet.

    `back` marks a page of backs, which is shifted by the printer's offset. `ground` fills the sheet to its
    edge, and beyond it where a print shop trims. `anchors` are the targets of bookmarks.
    """
    if settings.shop:
        trim = Box(SLUG_MM, SLUG_MM, paper.width, paper.height)
        wide, high = paper.width + 2 * SLUG_MM, paper.height + 2 * SLUG_MM
        with document.page(
            wide,
            high,
            bookmark=bookmark,
            label=label,
            level=level,
            trim=trim,
            bleed=trim.inset(-SHOP_BLEED),
            anchors=[(key, x + SLUG_MM, y + SLUG_MM) for key, x, y in anchors],
        ) as canvas:
            if ground is not None:
                canvas.path(Path.rectangle(trim.inset(-SHOP_BLEED)), Style(fill=ground))
            with canvas.placed(Placement(SLUG_MM, SLUG_MM)):
                yield canvas
            crop_marks(canvas, trim, SHOP_BLEED)
            at = Point(SLUG_MM + 10, SLUG_MM - SHOP_BLEED - 2.5)
            canvas.text(at, f"{label} · {paper}", FontFace.SANS, 2.5, BLACK, anchor="start")
        return
    x, y = back.correction(*settings.offset) if back is not None else (0.0, 0.0)
    fit = PageFit(x, y, 1 / settings.scale[0], 1 / settings.scale[1])
    plain = fit == PageFit()
    with document.page(
        paper.width,
        paper.height,
        bookmark=bookmark,
        label=label,
        level=level,
        fit=None if plain else fit,
        anchors=anchors,
    ) as canvas:
        if ground is not None:
            canvas.path(Path.rectangle(Box(0, 0, paper.width, paper.height)), Style(fill=ground))
        yield canvas
