"""Draw the headers, footers, bands and body text that pages share."""

from __future__ import annotations

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Side
from hexwright.paper.pages.page_margins import SIDE, UNPRINTABLE
from hexwright.paper.pages.paper_sizes import Paper
from hexwright.render.canvas import Anchor, Box, Canvas, Colour, Path, Style
from hexwright.render.counters.counter_palette import lettering_colour
from hexwright.render.fonts import FontFace, fitting_size, text_width, wrap
from hexwright.render.side_emblems import emblem_path
from hexwright.render.theme import HAIR, STRONG, Theme


def draw_head(canvas: Canvas, game: str, theme: Theme, paper: Paper, title: str, note: str = "") -> None:
    """Draw a page header: the game's title, the page's title, a note to the right, and a double rule."""
    left, right, base = SIDE, paper.width - SIDE, 10.6
    game_width = text_width(game, FontFace.SERIF_BOLD, 5.2)
    canvas.text(Point(left, base), game, FontFace.SERIF_BOLD, 5.2, theme.ink, anchor="start")
    note_width = text_width(note, FontFace.SANS, 2.8)
    x = left + game_width + 3.5
    room = right - x - note_width - 4
    size = fitting_size(title, FontFace.SERIF_ITALIC, 4.4, room) if room > 10 else 3.0
    canvas.text(Point(x, base), title, FontFace.SERIF_ITALIC, size, theme.ink_quiet, anchor="start")
    canvas.text(Point(right, base), note, FontFace.SANS, 2.8, theme.ink_quiet, anchor="end")
    for y, width in ((12.4, STRONG), (13.2, HAIR)):
        canvas.path(Path.line([Point(left, y), Point(right, y)]), Style(stroke=theme.ink, width=width))


def draw_foot(canvas: Canvas, theme: Theme, paper: Paper, text: str, right: str = "") -> None:
    """Draw a line of muted text at the bottom of a page, and `right` at the line's end."""
    y = paper.height - UNPRINTABLE - 1.5
    room = paper.width - 2 * SIDE - text_width(right, FontFace.SANS, 2.4) - 4
    size = fitting_size(text, FontFace.SANS, 2.4, room)
    canvas.text(Point(SIDE, y), text, FontFace.SANS, size, theme.ink_quiet, anchor="start")
    canvas.text(Point(paper.width - SIDE, y), right, FontFace.SANS, 2.4, theme.ink_quiet, anchor="end")


def draw_band(canvas: Canvas, theme: Theme, box: Box, text: str, side: Side | None = None) -> None:
    """Draw a band with a title: in a side's colour with its emblem, or in ink without a side."""
    accent = theme.accent(side)
    on = lettering_colour(accent)
    canvas.path(Path.rectangle(box, 1.0), Style(fill=accent))
    x = box.x + 2.6
    if side is not None:
        radius = box.height * 0.34
        centre = Point(x + radius, box.centre.y)
        canvas.path(emblem_path(side.emblem, centre, radius), Style(fill=on))
        x += 2 * radius + 2.2
    size = fitting_size(text, FontFace.SERIF_BOLD, box.height * 0.58, box.right - x - 3)
    canvas.text(Point(x, box.centre.y + size * 0.33), text, FontFace.SERIF_BOLD, size, on, anchor="start")


def draw_text(
    canvas: Canvas,
    box: Box,
    text: str,
    face: FontFace,
    size: float,
    fill: Colour,
    *,
    leading: float = 1.3,
    anchor: Anchor = "start",
) -> float:
    """Draw text in lines from the top of a box; return the y of the next line."""
    y = box.y
    x = {"start": box.x, "middle": box.centre.x, "end": box.right}[anchor]
    for line in wrap(text, face, size, box.width):
        canvas.text(Point(x, y + size * 0.95), line, face, size, fill, anchor=anchor)
        y += size * leading
    return y


def text_height(text: str, face: FontFace, size: float, width: float, leading: float = 1.3) -> float:
    """Return the height in mm that `draw_text` needs for a string."""
    return len(wrap(text, face, size, width)) * size * leading
