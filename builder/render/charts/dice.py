"""Draw dice and small signs that charts share."""

from __future__ import annotations

import math

from builder.geometry.layout import Point
from builder.model.game import Side
from builder.model.rules import PhaseKind
from builder.render.canvas import Box, Canvas, Colour, Path, Style
from builder.render.charts.tables import Drawing
from builder.render.counters.emblems import emblem_path
from builder.render.counters.lettering import letter
from builder.render.fonts import Face
from builder.render.theme import MEDIUM, Theme

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die_face(roll: str, sides: int) -> Drawing:
    """Return a drawing of a die that shows a roll: pips on a die of six, else the number."""

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
            letter(canvas, box.inset(box.width * 0.12), roll, Face.SANS_BOLD, box.width * 0.6, theme.ink)

    return draw


def emblem(side: Side, colour: Colour | None = None) -> Drawing:
    """Return a drawing of a side's emblem, in its accent or a colour."""

    def draw(canvas: Canvas, theme: Theme, box: Box) -> None:
        fill = colour or theme.accent(side)
        canvas.path(emblem_path(side.emblem, box.centre, min(box.width, box.height) / 2), Style(fill=fill))

    return draw


def phase_sign(kind: PhaseKind) -> Drawing:
    """Return a drawing of what is done in a phase: an arrow, a burst, chevrons, a wheel."""

    def draw(canvas: Canvas, theme: Theme, box: Box) -> None:
        c, r = box.centre, min(box.width, box.height) / 2

        def at(x: float, y: float) -> Point:
            return Point(c.x + x * r, c.y + y * r)

        solid = Style(fill=theme.ink_quiet)
        stroke = Style(stroke=theme.ink_quiet, width=0.2 * r, cap="round")
        match kind:
            case "movement":
                arrow = [
                    (-1, -0.28),
                    (0.1, -0.28),
                    (0.1, -0.75),
                    (1, 0),
                    (0.1, 0.75),
                    (0.1, 0.28),
                    (-1, 0.28),
                ]
                canvas.path(Path.line([at(x, y) for x, y in arrow], closed=True), solid)
            case "combat":
                tips = [at(*_spoke(n, 1.0 if n % 2 == 0 else 0.48)) for n in range(16)]
                canvas.path(Path.line(tips, closed=True), solid)
            case "replacement":
                chevrons = Path(())
                for y in (-0.15, 0.75):
                    chevrons += Path.line([at(-0.8, y), at(0, y - 0.7), at(0.8, y)])
                canvas.path(chevrons, Style(stroke=theme.ink_quiet, width=0.34 * r))
            case "weather":
                rays = Path(())
                for n in range(8):
                    rays += Path.line([at(*_spoke(n * 2, 0.7)), at(*_spoke(n * 2, 1.0))])
                canvas.path(rays, stroke)
                canvas.path(Path.ellipse(c, r * 0.45), solid)
            case "supply":
                canvas.path(Path.ellipse(c, r * 0.8), stroke)
                spokes = Path(())
                for n in range(4):
                    spokes += Path.line([at(*_spoke(n * 2, 0.8)), at(*_spoke(n * 2 + 8, 0.8))])
                canvas.path(spokes, stroke)
            case "other":
                canvas.path(Path.ellipse(c, r * 0.5), solid)

    return draw


def _spoke(n: int, reach: float) -> tuple[float, float]:
    """Return the end of the n-th of sixteen spokes."""
    angle = math.pi * n / 8
    return math.sin(angle) * reach, -math.cos(angle) * reach
