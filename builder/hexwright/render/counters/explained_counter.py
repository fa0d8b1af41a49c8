"""Draw a counter whose parts have numbers beside it; a list next to it says what they tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.counters.counter_explanation import ExplainedPart
from hexwright.render.counters.counter_face import CounterFace, counter_size
from hexwright.render.counters.unit_face import draw_unit_face
from hexwright.render.designer_pictures import NO_ART, Art
from hexwright.render.fonts import FontFace
from hexwright.render.theme import HAIR, Theme

SAMPLE: Final = 21.0
"""The height in mm of a counter that is explained."""
DISC: Final = 1.75
"""The radius in mm of a numbered disc."""
BESIDE: Final = 2 * DISC + 2.2
"""The width in mm at either side of the counter, for the discs."""
BLEED: Final = 0.05
_APART: Final = 3.8
"""The least distance in mm of two discs."""
_DIGIT: Final = 2.34
"""The size in mm of the number on a disc."""


def scaled_size(size: tuple[float, float], high: float) -> tuple[float, float]:
    """Return the size of a counter that is made so high, but less if it is very wide; all in mm."""
    scale = min(high / size[1], 1.6 * high / size[0])
    return size[0] * scale, size[1] * scale


def draw_explained_counter(
    canvas: Canvas,
    game: Game,
    theme: Theme,
    unit: Unit,
    box: Box,
    parts: Sequence[ExplainedPart],
    art: Art = NO_ART,
) -> None:
    """Draw the front of a unit's counter in a box, and the numbers of its parts beside it."""
    draw_unit_face(canvas, game, unit, 0, theme, box, art=art, bleed=BLEED)
    canvas.path(Path.rectangle(box), Style(stroke=theme.ink_quiet, width=HAIR))
    own = Box(0, 0, *counter_size(game, unit))
    grid = CounterFace.in_box(game, unit, 0, theme, own).layout.grid
    for number, spot, disc in numbered_discs(parts, box, grid):
        canvas.path(Path.line([disc, spot]), Style(stroke=theme.ink, width=0.25))
        draw_disc(canvas, theme, number, disc)


def draw_disc(canvas: Canvas, theme: Theme, number: int, at: Point) -> None:
    """Draw a numbered disc around a point."""
    canvas.path(Path.ellipse(at, DISC), Style(fill=theme.ink))
    foot = Point(at.x, at.y + _DIGIT * 0.35)
    canvas.text(foot, str(number), FontFace.SANS_BOLD, _DIGIT, theme.on_dark, anchor="middle")


def numbered_discs(
    parts: Sequence[ExplainedPart], box: Box, grid: tuple[float, float]
) -> Iterator[tuple[int, Point, Point]]:
    """Yield the number of each part, a spot at its edge, and the middle of its disc beside the counter."""
    scale = box.width / grid[0]
    lowest = {True: box.y - _APART, False: box.y - _APART}
    for number, part in enumerate(parts, start=1):
        at_left = part.box.centre.x < 0.5 * grid[0]
        y = box.y + part.box.centre.y * scale
        down = max(y, lowest[at_left] + _APART)
        lowest[at_left] = down
        if at_left:
            spot = Point(box.x + max(part.box.x, 0.3) * scale, y)
            yield number, spot, Point(box.x - DISC - 1.0, down)
        else:
            spot = Point(box.x + min(part.box.right, grid[0] - 0.3) * scale, y)
            yield number, spot, Point(box.right + DISC + 1.0, down)
