"""Write the specification page for a print shop, and check for problems that a print shop would reject."""

from __future__ import annotations

from hexwright.diagnostics.diagnostic import Diagnostic, Span, warning
from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.paper.counters.counter_copies import counter_sizes
from hexwright.paper.pages.page_furniture import draw_band, draw_text
from hexwright.paper.pages.page_margins import SHOP_BLEED, SIDE, SLUG_MM
from hexwright.paper.pages.paper_sizes import A4
from hexwright.paper.pages.print_settings import PrintPart, PrintSettings
from hexwright.render.canvas import Box, Path, Style
from hexwright.render.fonts import FontFace
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_inks import INK_LIMIT
from hexwright.render.theme import HAIR
from hexwright.support.message_wording import count_noun

MIN_DPI = 300.0


def check_rasters(document: PdfDocument, part: PrintPart, settings: PrintSettings) -> tuple[Diagnostic, ...]:
    """Return a warning (P109) if a print shop's file contains pictures with a low resolution.

    Soft ground that hexwright paints has no edges that more pixels would sharpen.
    """
    coarse = [raster for raster in document.usage.rasters if not raster.soft and raster.dpi < MIN_DPI - 0.5]
    if not settings.shop or not coarse:
        return ()
    worst = min(coarse, key=lambda raster: raster.dpi)
    return (
        warning(
            "P109",
            f"{part}: {count_noun(len(coarse), 'picture')} below {MIN_DPI:g} dots per inch, "
            f"the first on page {coarse[0].page}; the lowest resolution is {worst.dpi:.0f}",
            Span("--shop"),
            "put larger pictures, or SVG, into the game's art folder",
        ),
    )


def draw_specification(
    document: PdfDocument, game: Game, settings: PrintSettings, part: PrintPart, plan: SheetPlan
) -> PdfDocument:
    """Return a page that specifies a part's sheets, colours, pictures and cuts for a print shop."""
    paper = settings.map_paper if part == "map" else settings.desk_paper
    size = str(paper) if paper is not None else f"{plan.width:.1f} × {plan.height:.1f} mm"
    if part == "rules":
        size = "A5, 148 × 210 mm" if not settings.imposed else str(settings.desk_paper)
    sheet = game.counters.sheet
    rows = [
        ("Game", f"{game.info.title}, version {game.info.version}"),
        ("File", f"{part}, {count_noun(document.pages, 'page')}"),
        ("Trimmed size", size),
        ("Bleed", f"{SHOP_BLEED:g} mm around the trimmed sheet; slug of {SLUG_MM:g} mm with crop marks"),
        ("Page boxes", "media, bleed and trim are set on every page"),
        (
            "Colours",
            "cyan, magenta, yellow and black; from sRGB, with black in place of their common part, "
            "but none in light tints",
        ),
        ("Output intent", _intent(settings)),
        ("Black text", "black only, 100 %"),
        ("Marks", "crop and register marks on all plates (Separation All)"),
        ("Most ink", f"{document.usage.most_ink * 100:.0f} % on any spot (limit {INK_LIMIT * 100:.0f} %)"),
        (
            "Transparency",
            "none: translucent areas are flattened to vectors"
            if settings.profile is None
            else "live, in the colours of the output intent",
        ),
        ("Pixel images", _pixel_images(document)),
        ("Fonts", "Source Sans Pro and Source Serif Pro (SIL Open Font Licence), embedded as subsets"),
        ("Scale", "100 %; do not fit to the page"),
    ]
    if part == "counters":
        rows += [
            (
                "Counters",
                f"{counter_sizes(game)}, gutter {sheet.gutter_mm:g} mm, "
                f"bleed {min(settings.counter_bleed(game), sheet.gutter_mm / 2):g} mm between them",
            ),
            (
                "Backs",
                f"mirrored for a sheet flipped on the {settings.duplex} edge"
                if settings.duplex in ("long", "short")
                else "see the sheets",
            ),
            ("Cutting", "spot colour CutContour on the fronts, overprinting; board of 1.5 to 2 mm"),
        ]
    if part == "map":
        rows.append(("Hexes", f"{game.hexmap.grid.hex_mm:g} mm from side to side, to be kept to 0.1 mm"))
    theme = settings.theme
    page = PdfDocument(f"{game.info.title}: specification of the {part}")
    with page.page(A4.width, A4.height) as canvas:
        box = Box(SIDE, 16, A4.width - 2 * SIDE, 10)
        draw_band(canvas, theme, box, "Sheet specification")
        y = box.bottom + 5
        for name, text in rows:
            canvas.text(Point(box.x, y + 3.2), name, FontFace.SANS_SEMIBOLD, 3.4, theme.ink, anchor="start")
            room = Box(box.x + 40, y, box.width - 40, 30)
            y = draw_text(canvas, room, text, FontFace.SANS, 3.4, theme.ink) + 1.6
            rule = Path.line([Point(box.x, y), Point(box.right, y)])
            canvas.path(rule, Style(stroke=theme.rule, width=HAIR))
            y += 2.2
    return page


def _pixel_images(document: PdfDocument) -> str:
    """Return the lowest resolutions of pictures and of soft ground."""
    told = []
    for soft, words in ((False, "or more"), (True, "for shaded land, which is soft tones without edges")):
        dpi = [raster.dpi for raster in document.usage.rasters if raster.soft == soft]
        if dpi:
            told.append(f"{min(dpi):.0f} dots per inch {words}")
    return "; ".join(told) or "none; all graphics are vectors"


def _intent(settings: PrintSettings) -> str:
    profile = settings.profile
    if profile is None:
        return "none; give an ICC profile of the press to --icc"
    named = profile.description or "a profile without a name"
    return f"{named}, embedded; the file has the keys of PDF/X-4, which no preflight has certified"
