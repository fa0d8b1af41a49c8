"""Print a flat sheet, such as a map, at full size: on one page, or as tiles with an assembly diagram."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hexwright.geometry.hex_layout import Point
from hexwright.paper.map.map_tiling import Tile, Tiling, plan_tiles
from hexwright.paper.pages.cut_marks import check_bar, cut_marks
from hexwright.paper.pages.page_drawing import open_page
from hexwright.paper.pages.page_furniture import draw_foot, draw_head, draw_text
from hexwright.paper.pages.page_margins import FOOT, HOME_BLEED, MARGIN, OVERLAP, SIDE, UNPRINTABLE
from hexwright.paper.pages.paper_sizes import Paper
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.fonts import FontFace, fitting_size, text_width
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_flattening import PLAIN, Placement
from hexwright.render.theme import HAIR, MEDIUM, STRONG
from hexwright.support.message_wording import count_noun


@dataclass(frozen=True, slots=True)
class FlatSheet:
    """A sheet to print: the title of its game, its name, its size in mm, and how it is drawn.

    `cut_xs` and `cut_ys` are the lines in mm along which it may be cut best, such as those through corners of
    hexes. `draw` draws the whole sheet, placed on a page; what lies outside the page's part is clipped.
    """

    title: str
    name: str
    width: float
    height: float
    cut_xs: tuple[float, ...]
    cut_ys: tuple[float, ...]
    draw: Callable[[PdfCanvas, Placement], None]
    scale_check: str = "Check the scale: the bar below is 100 mm long."
    joins: str = "their lines"
    """What must meet where two tiles join."""
    ground: Colour | None = None
    """The colour around the sheet on a page of its own size."""


def draw_flat_sheet(
    document: PdfDocument, sheet: FlatSheet, settings: PrintSettings, paper: Paper | None
) -> None:
    """Draw a sheet on one page if it fits the paper, else on tiles; without a paper, on a page of its size.

    Raise `InputError` (P105) if the paper is too small.
    """
    if paper is None:
        whole = Paper(f"{sheet.name} sheet", round(sheet.width, 3), round(sheet.height, 3))
        with open_page(
            document, settings, whole, sheet.name, bookmark=sheet.name, ground=sheet.ground
        ) as canvas:
            sheet.draw(canvas, PLAIN)
        return
    # With marks around it if there is room, else up to the printable area.
    for edge in (MARGIN, UNPRINTABLE):
        for lying in (paper, paper.turned):
            if sheet.width <= lying.width - 2 * edge and sheet.height <= lying.height - 2 * edge:
                _draw_whole(document, sheet, settings, lying, marks=edge == MARGIN)
                return
    tiling = plan_tiles(sheet.width, sheet.height, sheet.cut_xs, sheet.cut_ys, paper)
    _draw_assembly(document, sheet, settings, tiling)
    for tile in tiling.tiles:
        _draw_tile(document, sheet, settings, tiling, tile)


def _draw_whole(
    document: PdfDocument, sheet: FlatSheet, settings: PrintSettings, paper: Paper, *, marks: bool
) -> None:
    box = Box((paper.width - sheet.width) / 2, (paper.height - sheet.height) / 2, sheet.width, sheet.height)
    with open_page(document, settings, paper, sheet.name, bookmark=sheet.name) as canvas:
        printable = Box(0, 0, paper.width, paper.height).inset(UNPRINTABLE)
        with canvas.group("sheet", clip=Path.rectangle(_within(box.inset(-HOME_BLEED), printable))):
            sheet.draw(canvas, Placement(box.x, box.y))
        if marks and settings.marks:
            cut_marks(canvas, box, (box.x, box.right), (box.y, box.bottom), HOME_BLEED)


def _within(box: Box, limits: Box) -> Box:
    """Return the part of a box within limits."""
    x, y = max(box.x, limits.x), max(box.y, limits.y)
    return Box(x, y, min(box.right, limits.right) - x, min(box.bottom, limits.bottom) - y)


def _with_bleed(tiling: Tiling, tile: Tile, shown: Box) -> Box:
    """Return what a tile shows, with bleed along the edges of the sheet."""
    left, top = (HOME_BLEED if number == 1 else 0.0 for number in (tile.column, tile.row))
    right = HOME_BLEED if tile.column == tiling.columns else 0.0
    bottom = HOME_BLEED if tile.row == tiling.rows else 0.0
    return Box(shown.x - left, shown.y - top, shown.width + left + right, shown.height + top + bottom)


def _draw_tile(
    document: PdfDocument, sheet: FlatSheet, settings: PrintSettings, tiling: Tiling, tile: Tile
) -> None:
    paper = tiling.paper
    label = f"{sheet.name}, tile {tile.number} of {len(tiling.tiles)}"
    area = paper.area
    # The tile is centred on the paper.
    x = area.x + (area.width - tile.shown.width) / 2
    y = area.y + (area.height - tile.shown.height) / 2
    shown = Box(x, y, tile.shown.width, tile.shown.height)
    cut = Box(x, y, tile.cut.width, tile.cut.height)
    with open_page(document, settings, paper, label, bookmark=label, level=0) as canvas:
        with canvas.group("tile", clip=Path.rectangle(_with_bleed(tiling, tile, shown))):
            sheet.draw(canvas, Placement(x - tile.shown.x, y - tile.shown.y))
        if settings.marks:
            cut_marks(canvas, shown, (cut.x, cut.right), (cut.y, cut.bottom), HOME_BLEED)
        _overlap(canvas, settings, shown, cut)
        parts = [f"row {tile.row}, column {tile.column}"]
        if tile.column > 1:
            parts.append(f"trim at the left marks and glue onto tile {tile.number - 1}")
        if tile.row > 1:
            parts.append(f"trim at the upper marks and glue onto tile {tile.number - tiling.columns}")
        _tile_foot(canvas, settings, paper, shown, f"{sheet.title} · tile {tile.number}", "; ".join(parts))


def _tile_foot(
    canvas: Canvas, settings: PrintSettings, paper: Paper, shown: Box, name: str, joins: str
) -> None:
    """Name a tile at its foot, and say how it is joined; below a narrow tile in the width of the paper."""
    theme, area, base = settings.theme, paper.area, paper.height - UNPRINTABLE - 1.0
    named = text_width(name, FontFace.SANS_BOLD, 2.6)
    left, right = shown.x + 6, shown.right - 6
    if named + 4.0 + text_width(joins, FontFace.SANS, 2.4) > right - left:
        left, right = area.x, area.right
    canvas.text(Point(left, base), name, FontFace.SANS_BOLD, 2.6, theme.ink, anchor="start")
    size = fitting_size(joins, FontFace.SANS, 2.4, right - left - named - 4.0)
    canvas.text(Point(right, base), joins, FontFace.SANS, size, theme.ink_quiet, anchor="end")


def _overlap(canvas: Canvas, settings: PrintSettings, shown: Box, cut: Box) -> None:
    """Mark the strips that adjacent tiles will cover, by fine lines at the ends of each cut."""
    for flap, at, turn in (
        (shown.right - cut.right, Point(shown.right + 2.6, shown.centre.y), -90.0),
        (shown.bottom - cut.bottom, Point(shown.centre.x, shown.bottom + 2.6), 0.0),
    ):
        if flap > 0.1 and at.x < shown.right + MARGIN:
            fill = settings.theme.ink_quiet
            canvas.text(
                at, "glue the next tile over this edge", FontFace.SANS_ITALIC, 2.2, fill, rotation=turn
            )


def _draw_assembly(document: PdfDocument, sheet: FlatSheet, settings: PrintSettings, tiling: Tiling) -> None:
    """Draw the sheet at a small scale with the outlines and numbers of tiles, and instructions."""
    paper = tiling.paper if not tiling.paper.upright else tiling.paper.turned
    theme = settings.theme
    label = f"{sheet.name}, how the tiles go together"
    with open_page(document, settings, paper, label, bookmark=label) as canvas:
        note = f"{count_noun(len(tiling.tiles), 'tile')} on {tiling.paper.name}"
        draw_head(canvas, sheet.title, theme, paper, f"{sheet.name}: how the tiles go together", note)
        column = 62.0
        room = Box(SIDE, 19.0, paper.width - 2 * SIDE - column - 8, paper.height - 19.0 - FOOT - 8)
        scale = min(room.width / sheet.width, room.height / sheet.height)
        x, y = room.x, room.y
        outline = Box(x, y, sheet.width * scale, sheet.height * scale)
        with canvas.group("sheet", clip=Path.rectangle(outline)):
            sheet.draw(canvas, Placement(x, y, 0.0, scale))
        canvas.path(Path.rectangle(outline), Style(stroke=theme.ink, width=MEDIUM))
        for tile in tiling.tiles:
            _outline(canvas, settings, tile, x, y, scale)
        _steps(
            canvas,
            sheet,
            settings,
            Box(outline.right + 8, 20.0, paper.width - SIDE - outline.right - 8, 120),
        )
        check_bar(canvas, theme, Point(SIDE, paper.height - UNPRINTABLE - 5.5))
        draw_foot(canvas, theme, paper, "Print all pages at 100 %, one-sided.", paper.name)


def _outline(
    canvas: PdfCanvas, settings: PrintSettings, tile: Tile, x: float, y: float, scale: float
) -> None:
    theme = settings.theme
    box = Box(x + tile.cut.x * scale, y + tile.cut.y * scale, tile.cut.width * scale, tile.cut.height * scale)
    canvas.path(Path.rectangle(box), Style(stroke=theme.on_dark, width=1.1))
    canvas.path(Path.rectangle(box), Style(stroke=theme.ink, width=STRONG))
    canvas.path(Path.ellipse(box.centre, 8.0), Style(fill=theme.on_dark, stroke=theme.ink, width=STRONG))
    at = Point(box.centre.x, box.centre.y + 3.4)
    canvas.text(at, str(tile.number), FontFace.SERIF_BOLD, 10.0, theme.ink)


def _steps(canvas: Canvas, sheet: FlatSheet, settings: PrintSettings, box: Box) -> None:
    theme = settings.theme
    along = " The cuts run through corners of hexes." if sheet.cut_xs else ""
    steps = [
        "Print every tile at 100 % on stiff paper.",
        sheet.scale_check,
        "Trim tiles along the marks at their left and upper edges, but not at the edges of the sheet."
        f"{along}",
        f"Lay each tile on the {OVERLAP:g} mm that its neighbours to the left and above show beyond their "
        f"marks, until {sheet.joins} meet, and glue it down. Begin with tile 1 and go row by row.",
        "Trim the outer edge last.",
    ]
    y = box.y
    for n, text in enumerate(steps, start=1):
        centre = Point(box.x + 3.0, y + 2.2)
        canvas.path(Path.ellipse(centre, 2.9), Style(fill=theme.ink))
        canvas.text(Point(centre.x, centre.y + 1.15), str(n), FontFace.SERIF_BOLD, 3.4, theme.on_dark)
        room = Box(box.x + 8.0, y, box.width - 8.0, 20)
        y = draw_text(canvas, room, text, FontFace.SANS, 3.2, theme.ink) + 3.0
    rule = Path.line([Point(box.x, y), Point(box.right, y)])
    canvas.path(rule, Style(stroke=theme.rule, width=HAIR))
