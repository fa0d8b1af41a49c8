"""Draw a sign for each kind of phase, all within a unit square and told apart by shape."""

from __future__ import annotations

import math

from builder.geometry.layout import Point
from builder.model.rules import PhaseKind
from builder.render.canvas import Box, Canvas, Path, Style
from builder.render.charts.tables import Drawing
from builder.render.theme import Theme

_ARROW = ((-1, -0.28), (0.1, -0.28), (0.1, -0.75), (1, 0), (0.1, 0.75), (0.1, 0.28), (-1, 0.28))
_PLANE = (
    (0, -1),
    (0.17, -0.35),
    (1, 0.05),
    (1, 0.3),
    (0.16, 0.2),
    (0.1, 0.62),
    (0.4, 0.85),
    (0.4, 1),
    (0, 0.9),
)
"""The right half of an aircraft seen from above."""


def phase_sign(kind: PhaseKind) -> Drawing:
    """Return a drawing of what is done in a phase: an arrow, a burst or both, an aircraft, a wheel."""

    def draw(canvas: Canvas, theme: Theme, box: Box) -> None:
        c, r = box.centre, min(box.width, box.height) / 2

        def at(x: float, y: float) -> Point:
            return Point(c.x + x * r, c.y + y * r)

        solid = Style(fill=theme.ink_quiet)
        stroke = Style(stroke=theme.ink_quiet, width=0.2 * r, cap="round")
        broad = Style(stroke=theme.ink_quiet, width=0.34 * r)
        match kind:
            case "movement":
                canvas.path(Path.line([at(x, y) for x, y in _ARROW], closed=True), solid)
            case "combat":
                tips = [at(*_spoke(n, 1.0 if n % 2 == 0 else 0.48)) for n in range(16)]
                canvas.path(Path.line(tips, closed=True), solid)
            case "overruns":
                spikes = [_spoke(n, 0.68 if n % 2 == 0 else 0.34) for n in range(16)]
                canvas.path(
                    Path.line([at(0.28 + x, y) for x, y in spikes], closed=True),
                    Style(stroke=theme.ink_quiet, width=0.11 * r, join="miter"),
                )
                canvas.path(Path.line([at(0.6 * x - 0.4, 0.62 * y) for x, y in _ARROW], closed=True), solid)
            case "air-strike":
                outline = [*_PLANE, *((-x, y) for x, y in reversed(_PLANE))]
                canvas.path(Path.line([at(x, y) for x, y in outline], closed=True), solid)
            case "allocation":
                canvas.path(Path.ellipse(c, r * 0.62), stroke)
                hairs = Path(())
                for n in range(4):
                    hairs += Path.line([at(*_spoke(4 * n, 0.35)), at(*_spoke(4 * n, 0.9))])
                canvas.path(hairs, stroke)
            case "fire":
                canvas.path(
                    Path.rectangle(Box(c.x - 0.82 * r, c.y - 0.82 * r, 1.64 * r, 1.64 * r), 0.3 * r), stroke
                )
                pips = Path(())
                for x, y in ((-0.42, -0.42), (0.42, -0.42), (0.0, 0.0), (-0.42, 0.42), (0.42, 0.42)):
                    pips += Path.ellipse(at(x, y), r * 0.16)
                canvas.path(pips, solid)
            case "recovery":
                canvas.path(Path.line([at(-0.75, 0.75), at(-0.75, -0.1), at(0.75, -0.1)]), broad)
                tip = [at(0.2, -0.75), at(0.95, -0.1), at(0.2, 0.55)]
                canvas.path(Path.line(tip), broad)
            case "replacement":
                chevrons = Path(())
                for y in (-0.15, 0.75):
                    chevrons += Path.line([at(-0.8, y), at(0, y - 0.7), at(0.8, y)])
                canvas.path(chevrons, broad)
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
            case "victory":
                canvas.path(Path.line([at(-0.6, 1), at(-0.6, -0.95)]), stroke)
                flag = [at(-0.6, -0.95), at(0.95, -0.5), at(-0.6, 0.05)]
                canvas.path(Path.line(flag, closed=True), solid)
            case "event":
                canvas.path(Path.star(at(0, 0.05), r * 0.95), solid)
            case "other":
                canvas.path(Path.ellipse(c, r * 0.5), solid)

    return draw


def _spoke(n: int, reach: float) -> tuple[float, float]:
    """Return the end of the n-th of sixteen spokes."""
    angle = math.pi * n / 8
    return math.sin(angle) * reach, -math.cos(angle) * reach
