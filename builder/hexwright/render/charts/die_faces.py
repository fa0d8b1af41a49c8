"""Draw dice and emblems for charts."""

from __future__ import annotations

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Side
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.charts.chart_tables import Drawing
from hexwright.render.fonts import FontFace
from hexwright.render.side_emblems import emblem_path
from hexwright.render.text_fitting import letter_in_box
from hexwright.render.theme import MEDIUM, Theme

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die_drawing(roll: str, sides: int) -> Drawing:
    """Return a drawing of a die with pips if it has six sides, otherwise with a number."""

    def draw(canvas: Canvas, theme: Theme, box: Box) -> None:
        canvas.path(
            Path.rectangle(box, box.width * 0.2), Style(fill=theme.panel, stroke=theme.ink, width=MEDIUM)
        )
        if sides == 6 and roll in "123456" and len(roll) == 1:
            pips = Path(())
            for x, y in PIPS[int(roll)]:
                at = Point(box.centre.x + x * box.width * 0.25, box.centre.y + y * box.width * 0.25)
                pips += Path.ellipse(at, box.width * 0.09)
            canvas.path(pips, Style(fill=theme.ink))
        else:
            inner, size = box.inset(box.width * 0.12), box.width * 0.6
            signed = f"\u2212{roll[1:]}" if roll.startswith("-") else roll
            letter_in_box(canvas, inner, signed, FontFace.SANS_BOLD, size, theme.ink)

    return draw


def emblem_drawing(side: Side, colour: Colour | None = None) -> Drawing:
    """Return a drawing of a side's emblem, in its accent colour or in a given colour."""

    def draw(canvas: Canvas, theme: Theme, box: Box) -> None:
        fill = colour or theme.accent(side)
        canvas.path(emblem_path(side.emblem, box.centre, min(box.width, box.height) / 2), Style(fill=fill))

    return draw
