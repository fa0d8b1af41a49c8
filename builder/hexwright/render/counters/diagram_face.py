"""Draw a unit in a diagram: a small counter whose designation and values are set as large as can be read."""

from __future__ import annotations

from functools import cache
from typing import Final

from hexwright.model.counter_layouts import CounterLayout, LayoutPart
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.render.canvas import Box, Canvas
from hexwright.render.counters.counter_face import CounterFace
from hexwright.render.counters.unit_face import SMALLEST_FACE, draw_parts, draw_unit_face
from hexwright.render.designer_pictures import NO_ART, Art
from hexwright.render.theme import Theme

_GRID: Final = 15.0
_NAME, _LEAST_NAME, _VALUES = 8.0, 6.6, 10.0
"""Points on paper of the designation and of the values."""


@cache
def diagram_layout(edge: float) -> CounterLayout:
    """Return the layout of a counter with an edge in mm: text keeps its size, whatever the edge."""
    times = _GRID / edge
    stripe, left = 1.7, 2.4
    room = _GRID - left - 0.5
    return CounterLayout(
        "diagram",
        (
            LayoutPart("ground"),
            LayoutPart(
                "plate", (stripe, 4.7, _GRID - stripe, 5.6), fill="side.paper", rules=True, when="reduced"
            ),
            LayoutPart("stripe", (0.0, 0.0, stripe, _GRID)),
            LayoutPart(
                "text",
                (left, 0.5, room, 4.0),
                text="{designation}",
                size=_NAME * times,
                min=_LEAST_NAME * times * 0.99,
                ignore=True,
            ),
            LayoutPart(
                "symbol", (left + 1.6, 5.1, room - 3.2, 4.8), width=0.36, fill="side.paper", second="side.ink"
            ),
            LayoutPart(
                "text",
                (left, 10.3, room, 4.2),
                text="{values}",
                font="black",
                size=_VALUES * times,
                min=_LEAST_NAME * times * 0.99,
                ignore=True,
            ),
            LayoutPart("edge"),
        ),
        corner=0.9,
        safe=0.4,
    )


def draw_diagram_face(
    canvas: Canvas, game: Game, unit: Unit, step_index: int, theme: Theme, box: Box, *, art: Art = NO_ART
) -> None:
    """Draw a unit as a counter of a diagram, or its own face if that is large enough to be read."""
    if box.width >= max(SMALLEST_FACE, 0.95 * game.counters.sheet.counter_mm):
        draw_unit_face(canvas, game, unit, step_index, theme, box, art=art)
        return
    layout = diagram_layout(round(box.width, 2))
    face = CounterFace.in_box(game, unit, step_index, theme, box, art, 0.0, None, layout)
    draw_parts(canvas, face)
