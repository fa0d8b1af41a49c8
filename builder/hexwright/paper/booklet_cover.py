"""Draw the cover of the rules booklet: title, part of the map, the sides' emblems, the imprint."""

from __future__ import annotations

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.paper.map_sheets import EXTRACT_NAME
from hexwright.paper.page_furniture import draw_text
from hexwright.paper.paper_sizes import Paper
from hexwright.paper.print_settings import PrintSettings
from hexwright.render.canvas import Box, Path, Style
from hexwright.render.fonts import FontFace, fitting_size, wrap
from hexwright.render.map.sheet_plan import SheetPlan
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_flattening import Placement
from hexwright.render.side_emblems import emblem_path
from hexwright.render.theme import HAIR, HEAVY, MEDIUM

_PICTURE = 84.0
"""Height of the map excerpt in mm."""
_ACROSS = 6.0
"""The number of hexes across the excerpt, unless the map has fewer."""


def cover_scale(plan: SheetPlan, paper: Paper) -> float:
    """Return the scale of the map excerpt on the cover."""
    wide = paper.width - 36.0
    whole = max(wide / plan.field.width, _PICTURE / plan.field.height)
    return max(whole, wide / (_ACROSS * plan.layout.hex_width))


def cover_piece(game: Game, plan: SheetPlan, paper: Paper) -> Box:
    """Return the part of the map that the cover shows, in mm of the sheet."""
    scale = cover_scale(plan, paper)
    wide, high = (paper.width - 36.0) / scale, _PICTURE / scale
    middle = _heart(game, plan, wide, high)
    return Box(middle.x - wide / 2, middle.y - high / 2, wide, high)


def _heart(game: Game, plan: SheetPlan, wide: float, high: float) -> Point:
    """Return the middle of the map excerpt: the first capital or the middle of the map, kept within the
    map.
    """
    field = plan.field
    found = next((p for p in game.hexmap.places if p.kind == "capital"), None)
    at = field.centre if found is None else plan.layout.centre(found.hex)
    return Point(
        min(max(at.x, field.x + wide / 2), field.right - wide / 2),
        min(max(at.y, field.y + high / 2), field.bottom - high / 2),
    )


def draw_cover(canvas: PdfCanvas, game: Game, settings: PrintSettings, plan: SheetPlan, paper: Paper) -> None:
    """Draw the cover on a page of the booklet."""
    theme, info = settings.theme, game.info
    frame = Box(0, 0, paper.width, paper.height).inset(9.0)
    canvas.path(Path.rectangle(frame), Style(fill=theme.panel, stroke=theme.ink, width=HEAVY))
    canvas.path(Path.rectangle(frame.inset(1.6)), Style(stroke=theme.ink, width=HAIR))
    middle = paper.width / 2
    room = frame.width - 18
    y = 34.0
    size = max(fitting_size(info.title, FontFace.SERIF_BOLD, 14.0, room), 9.0)
    for line in wrap(info.title, FontFace.SERIF_BOLD, size, room):
        canvas.text(Point(middle, y), line, FontFace.SERIF_BOLD, size, theme.ink)
        y += size * 1.1
    for text, face, tall in ((info.subtitle, FontFace.SERIF_ITALIC, 6.0), (info.period, FontFace.SERIF, 4.6)):
        if text:
            tall = fitting_size(text, face, tall, room)
            canvas.text(Point(middle, y), text, face, tall, theme.ink_quiet)
            y += tall * 1.45
    y = max(y, 62.0)
    picture = Box(frame.x + 9.0, y, frame.width - 18.0, _PICTURE)
    scale = cover_scale(plan, paper)
    piece = cover_piece(game, plan, paper)
    x, top = picture.x - piece.x * scale, picture.y - piece.y * scale
    with canvas.group("vignette", clip=Path.rectangle(picture)):
        canvas.drawing(EXTRACT_NAME, Placement(x, top, 0.0, scale))
    canvas.path(Path.rectangle(picture), Style(stroke=theme.ink, width=MEDIUM))
    y = picture.bottom + 12.0
    canvas.text(Point(middle, y), "Rules of play", FontFace.SERIF_BOLD, 7.0, theme.ink)
    reach = 4.2
    for n, side in enumerate(info.sides):
        way = n - (len(info.sides) - 1) / 2
        at = Point(middle + way * 84.0, y - 2.4)
        canvas.path(emblem_path(side.emblem, at, reach), Style(fill=theme.accent(side)))
    imprint = f"{info.publisher}, {info.published}"
    if not game.invented:
        imprint = f"first published {info.published} by {info.publisher}"
    lines = [f"Version {info.version} · {imprint}"]
    box = Box(frame.x + 12, frame.bottom - 26, frame.width - 24, 24)
    for line in lines:
        box = Box(
            box.x,
            draw_text(canvas, box, line, FontFace.SANS, 2.8, theme.ink_quiet, anchor="middle"),
            box.width,
            20,
        )
    draw_text(
        canvas,
        Box(box.x, box.y + 1.0, box.width, 20),
        info.copyright,
        FontFace.SANS,
        2.3,
        theme.ink_quiet,
        anchor="middle",
    )
