"""Draw the cover of the rulebook: the title over a piece of the map that runs to the edges."""

from __future__ import annotations

from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.paper.pages.page_furniture import draw_text
from hexwright.paper.pages.paper_sizes import Paper
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box, Colour, Path, Style
from hexwright.render.fonts import FontFace, fitting_size, wrap
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_flattening import Placement
from hexwright.render.side_emblems import emblem_path
from hexwright.render.theme import STRONG

COVER_DRAWING: Final = "cover-map"
"""The name under which a document stores the piece of the map."""
_BLEED: Final = 3.0
_CUT, _CLEAR = 3.0, 1.0
"""The least distance in mm of names from the edge of the page, and from the fields above and below."""
_TITLE: Final = 0.36
"""The height of the dark field with the title, as a share of the page."""
_FOOT: Final = 0.125
"""The height of the pale field at the foot, as a share of the page."""
_ACROSS: Final = 6.5
"""The number of hexes across the map's piece, unless the map has fewer."""


def _picture(paper: Paper) -> Box:
    top = paper.height * _TITLE
    high = paper.height * (1 - _TITLE - _FOOT)
    return Box(-_BLEED, top, paper.width + 2 * _BLEED, high)


def cover_scale(plan: SheetPlan, paper: Paper) -> float:
    """Return the scale of the map's piece on the cover."""
    return _scale(plan, _picture(paper))


def cover_piece(game: Game, plan: SheetPlan, paper: Paper) -> Box:
    """Return the part of the map that the cover shows, in mm of the sheet."""
    return cover_window(game, plan, _picture(paper))[0]


def cover_margins(scale: float) -> tuple[float, float]:
    """Return how far names stay from the edges of the map's piece: at the sides the page is cut."""
    return (_BLEED + _CUT) / scale, _CLEAR / scale


def cover_window(game: Game, plan: SheetPlan, box: Box) -> tuple[Box, float]:
    """Return the part of the map that fills a box on a cover, and its scale."""
    scale = _scale(plan, box)
    wide, high = box.width / scale, box.height / scale
    middle = _heart(game, plan, wide, high)
    return Box(middle.x - wide / 2, middle.y - high / 2, wide, high), scale


def _scale(plan: SheetPlan, box: Box) -> float:
    whole = max(box.width / plan.field.width, box.height / plan.field.height)
    return max(whole, box.width / (_ACROSS * plan.layout.hex_width))


def _heart(game: Game, plan: SheetPlan, wide: float, high: float) -> Point:
    """Return the middle of the piece: the first capital or the middle of the map, kept within the map."""
    field = plan.field
    found = next((p for p in game.hexmap.places if p.kind == "capital"), None)
    at = field.centre if found is None else plan.layout.centre(found.hex)
    return Point(
        min(max(at.x, field.x + wide / 2), field.right - wide / 2),
        min(max(at.y, field.y + high / 2), field.bottom - high / 2),
    )


def draw_cover(canvas: PdfCanvas, game: Game, settings: PrintSettings, plan: SheetPlan, paper: Paper) -> None:
    """Draw the cover on the first page of the rulebook."""
    theme, info = settings.theme, game.info
    picture, scale, piece = _picture(paper), cover_scale(plan, paper), cover_piece(game, plan, paper)
    with canvas.group("cover-map", clip=Path.rectangle(picture)):
        place = Placement(picture.x - piece.x * scale, picture.y - piece.y * scale, 0.0, scale)
        canvas.drawing(COVER_DRAWING, place)
    dark = Colour("#1c2624")
    head = Box(-_BLEED, -_BLEED, paper.width + 2 * _BLEED, picture.y + _BLEED)
    canvas.path(Path.rectangle(head), Style(fill=dark))
    foot = Box(-_BLEED, picture.bottom, paper.width + 2 * _BLEED, paper.height - picture.bottom + _BLEED)
    canvas.path(Path.rectangle(foot), Style(fill=theme.panel))
    left = paper.width * 0.076
    room = paper.width - 2 * left
    unit = paper.width / 210.0
    pale = theme.panel
    over = " · ".join(filter(None, (info.subtitle, info.period)))
    y = paper.height * 0.085
    if over:
        size = fitting_size(over, FontFace.SANS_SEMIBOLD, 4.0 * unit, room)
        canvas.text(Point(left, y), over, FontFace.SANS_SEMIBOLD, size, theme.weather_clear, anchor="start")
    rule = Path.line([Point(left, y + 4.0 * unit), Point(left + room, y + 4.0 * unit)])
    canvas.path(rule, Style(stroke=theme.weather_clear, width=STRONG))
    *small, large = _title_lines(info.title)
    y += 10.0 * unit
    for line in small:
        size = fitting_size(line, FontFace.SERIF_BOLD, 19.0 * unit, room)
        y += size * 0.95
        canvas.text(Point(left, y), line, FontFace.SERIF_BOLD, size, pale, anchor="start")
    size = fitting_size(large, FontFace.SERIF_BOLD, 40.0 * unit, room)
    y = min(y + size * 0.95, picture.y - 6.0 * unit)
    canvas.text(Point(left, y), large, FontFace.SERIF_BOLD, size, pale, anchor="start")
    _foot(canvas, game, settings, foot, left, unit)


def _title_lines(title: str) -> list[str]:
    """Return a title in one or two lines, the last of which is set largest."""
    words = title.split()
    if len(words) < 2 or len(title) <= 10:
        return [title]
    return [" ".join(words[:-1]), words[-1]]


def _foot(
    canvas: PdfCanvas, game: Game, settings: PrintSettings, foot: Box, left: float, unit: float
) -> None:
    theme, info = settings.theme, game.info
    y = foot.y + 13.0 * unit
    canvas.text(Point(left, y), "Rules of play", FontFace.SERIF_BOLD, 8.0 * unit, theme.ink, anchor="start")
    reach = 5.6 * unit
    for n, side in enumerate(reversed(info.sides)):
        at = Point(foot.right - 3.0 - left - reach - n * 15.0 * unit, y - 1.5 * unit)
        canvas.path(emblem_path(side.emblem, at, reach), Style(fill=theme.accent(side)))
    imprint = f"{info.publisher}, {info.published}"
    if not game.invented:
        imprint = f"First published {info.published} by {info.publisher}"
    size = max(2.5, 3.2 * unit)
    wide = foot.width - 2 * left - 40.0 * unit
    lines = wrap(imprint, FontFace.SANS, size, wide)
    box = Box(left, y + 3.0 * unit, wide, 20.0)
    draw_text(canvas, box, " ".join(lines), FontFace.SANS, size, theme.ink_quiet)
