"""Draw a sign for each kind of phase.

The signs differ in shape. Their coordinates are in a unit square.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.rules.rules_record import PhaseKind
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style

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


@dataclass(frozen=True, slots=True)
class _Pen:
    """A pen of one colour.

    Its coordinates are relative to a box's centre, in units of half the shorter side.
    """

    canvas: Canvas
    centre: Point
    unit: float
    ink: Colour

    def at(self, x: float, y: float) -> Point:
        """Convert a point of the unit square to canvas coordinates."""
        return Point(self.centre.x + x * self.unit, self.centre.y + y * self.unit)

    def line(self, points: Iterable[tuple[float, float]], *, closed: bool = False) -> Path:
        """Return a path through points of the unit square."""
        return Path.line([self.at(x, y) for x, y in points], closed=closed)

    def disc(self, x: float, y: float, radius: float) -> Path:
        """Return a circle around a point of the unit square."""
        return Path.ellipse(self.at(x, y), self.unit * radius)

    def fill(self, path: Path) -> None:
        """Fill a path."""
        self.canvas.path(path, Style(fill=self.ink))

    def stroke(self, path: Path) -> None:
        """Stroke a path with round ends."""
        self.canvas.path(path, Style(stroke=self.ink, width=0.2 * self.unit, cap="round"))

    def broad(self, path: Path) -> None:
        """Stroke a path with a thick line."""
        self.canvas.path(path, Style(stroke=self.ink, width=0.34 * self.unit))


def draw_phase_sign(canvas: Canvas, kind: PhaseKind, box: Box, ink: Colour) -> None:
    """Draw the sign for a kind of phase, such as an arrow, a burst, an aircraft or a wheel."""
    _SIGNS[kind](_Pen(canvas, box.centre, min(box.width, box.height) / 2, ink))


def _spoke(n: int, reach: float) -> tuple[float, float]:
    """Return the outer end of the n-th of sixteen spokes."""
    angle = math.pi * n / 8
    return math.sin(angle) * reach, -math.cos(angle) * reach


def _burst(outer: float, inner: float) -> Sequence[tuple[float, float]]:
    return [_spoke(n, outer if n % 2 == 0 else inner) for n in range(16)]


def _movement(pen: _Pen) -> None:
    pen.fill(pen.line(_ARROW, closed=True))


def _combat(pen: _Pen) -> None:
    pen.fill(pen.line(_burst(1.0, 0.48), closed=True))


def _overruns(pen: _Pen) -> None:
    burst = pen.line([(0.28 + x, y) for x, y in _burst(0.68, 0.34)], closed=True)
    pen.canvas.path(burst, Style(stroke=pen.ink, width=0.11 * pen.unit, join="miter"))
    pen.fill(pen.line([(0.6 * x - 0.4, 0.62 * y) for x, y in _ARROW], closed=True))


def _air_strike(pen: _Pen) -> None:
    pen.fill(pen.line([*_PLANE, *((-x, y) for x, y in reversed(_PLANE))], closed=True))


def _allocation(pen: _Pen) -> None:
    pen.stroke(pen.disc(0, 0, 0.62))
    hairs = Path(())
    for n in range(4):
        hairs += pen.line([_spoke(4 * n, 0.35), _spoke(4 * n, 0.9)])
    pen.stroke(hairs)


def _fire(pen: _Pen) -> None:
    c, r = pen.centre, pen.unit
    pen.stroke(Path.rectangle(Box(c.x - 0.82 * r, c.y - 0.82 * r, 1.64 * r, 1.64 * r), 0.3 * r))
    pips = Path(())
    for x, y in ((-0.42, -0.42), (0.42, -0.42), (0.0, 0.0), (-0.42, 0.42), (0.42, 0.42)):
        pips += pen.disc(x, y, 0.16)
    pen.fill(pips)


def _recovery(pen: _Pen) -> None:
    pen.broad(pen.line([(-0.75, 0.75), (-0.75, -0.1), (0.75, -0.1)]))
    pen.broad(pen.line([(0.2, -0.75), (0.95, -0.1), (0.2, 0.55)]))


def _replacement(pen: _Pen) -> None:
    chevrons = Path(())
    for y in (-0.15, 0.75):
        chevrons += pen.line([(-0.8, y), (0, y - 0.7), (0.8, y)])
    pen.broad(chevrons)


def _weather(pen: _Pen) -> None:
    rays = Path(())
    for n in range(8):
        rays += pen.line([_spoke(n * 2, 0.7), _spoke(n * 2, 1.0)])
    pen.stroke(rays)
    pen.fill(pen.disc(0, 0, 0.45))


def _supply(pen: _Pen) -> None:
    pen.stroke(pen.disc(0, 0, 0.8))
    spokes = Path(())
    for n in range(4):
        spokes += pen.line([_spoke(n * 2, 0.8), _spoke(n * 2 + 8, 0.8)])
    pen.stroke(spokes)


def _victory(pen: _Pen) -> None:
    pen.stroke(pen.line([(-0.6, 1), (-0.6, -0.95)]))
    pen.fill(pen.line([(-0.6, -0.95), (0.95, -0.5), (-0.6, 0.05)], closed=True))


def _event(pen: _Pen) -> None:
    pen.fill(Path.star(pen.at(0, 0.05), pen.unit * 0.95))


def _other(pen: _Pen) -> None:
    pen.fill(pen.disc(0, 0, 0.5))


_SIGNS: Final[Mapping[PhaseKind, Callable[[_Pen], None]]] = {
    "movement": _movement,
    "combat": _combat,
    "overruns": _overruns,
    "air-strike": _air_strike,
    "allocation": _allocation,
    "fire": _fire,
    "recovery": _recovery,
    "replacement": _replacement,
    "weather": _weather,
    "supply": _supply,
    "victory": _victory,
    "event": _event,
    "other": _other,
}
