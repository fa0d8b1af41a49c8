"""Draw statistics of many games: shares by turn, averages by turn, and positions on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.fonts import FontFace
from hexwright.render.map.map_sheet_drawing import draw_sheet
from hexwright.render.map.sheet_plan import SheetPlan
from hexwright.render.theme import FINE, MEDIUM, STRONG, Theme

WIDTH, HEIGHT = 150.0, 92.0
"""The size of a diagram in mm."""
_FIELD = Box(16, 20, 128, 56)
_HEAT = (Colour("#ffe08a"), Colour("#fdae45"), Colour("#f0642c"), Colour("#c01f2e"), Colour("#6d0f3c"))
"""Colours from low to high values. Each is darker than the previous one, so they also differ without hue."""


@dataclass(frozen=True, slots=True)
class DiagramSeries:
    """A series with a value per turn, and the ends of the confidence interval of each value."""

    name: str
    colour: Colour
    values: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


def draw_diagram(
    canvas: Canvas,
    theme: Theme,
    title: str,
    heads: Sequence[str],
    series: Sequence[DiagramSeries],
    *,
    percent: bool = False,
    lines: bool = False,
) -> None:
    """Draw bars or lines over turns, on a canvas of `WIDTH` by `HEIGHT`.

    Each series has as many values as there are heads. Whiskers show the confidence intervals.
    """
    canvas.path(Path.rectangle(Box(0, 0, WIDTH, HEIGHT)), Style(fill=theme.sheet))
    canvas.text(Point(_FIELD.x, 11), title, FontFace.SERIF_BOLD, 5.2, theme.ink, anchor="start")
    top = 1.0 if percent else _ceiling(max((h for s in series for h in s.high), default=1.0))
    canvas.path(Path.rectangle(_FIELD), Style(fill=theme.panel))
    for step in range(5):
        y = _FIELD.bottom - _FIELD.height * step / 4
        canvas.path(
            Path.line([Point(_FIELD.x, y), Point(_FIELD.right, y)]), Style(stroke=theme.rule, width=FINE)
        )
        value = top * step / 4
        label = f"{value:.0%}" if percent else f"{value:g}"
        canvas.text(Point(_FIELD.x - 2, y + 1), label, FontFace.SANS, 2.8, theme.ink_quiet, anchor="end")
    slot = _FIELD.width / max(1, len(heads))
    for number, head in enumerate(heads):
        x = _FIELD.x + slot * (number + 0.5)
        canvas.text(Point(x, _FIELD.bottom + 4.4), head, FontFace.SANS, 2.8, theme.ink_quiet)
    for place, row in enumerate(series):
        with canvas.group(f"series-{place}"):
            if lines:
                _draw_line(canvas, row, slot, top)
            else:
                _draw_bars(canvas, theme, row, slot, top, place, len(series))
    canvas.path(
        Path.line([Point(_FIELD.x, _FIELD.bottom), Point(_FIELD.right, _FIELD.bottom)]),
        Style(stroke=theme.ink, width=MEDIUM),
    )
    _draw_key(canvas, theme, series)


def _y(value: float, top: float) -> float:
    return _FIELD.bottom - _FIELD.height * min(value, top) / top


def _draw_bars(
    canvas: Canvas, theme: Theme, row: DiagramSeries, slot: float, top: float, place: int, of: int
) -> None:
    width = slot * 0.72 / of
    for number, value in enumerate(row.values):
        left = _FIELD.x + slot * number + slot * 0.14 + width * place
        bar = Box(left, _y(value, top), width, _FIELD.bottom - _y(value, top))
        canvas.path(Path.rectangle(bar), Style(fill=row.colour))
        _whisker(canvas, left + width / 2, row, number, top, theme.ink)


def _draw_line(canvas: Canvas, row: DiagramSeries, slot: float, top: float) -> None:
    points = [Point(_FIELD.x + slot * (n + 0.5), _y(v, top)) for n, v in enumerate(row.values)]
    if len(points) > 1:
        canvas.path(Path.line(points), Style(stroke=row.colour, width=STRONG, join="round"))
    for number, point in enumerate(points):
        _whisker(canvas, point.x, row, number, top, row.colour)
        canvas.path(Path.ellipse(point, 1.1), Style(fill=row.colour))


def _whisker(canvas: Canvas, x: float, row: DiagramSeries, number: int, top: float, colour: Colour) -> None:
    ends = [Point(x, _y(row.low[number], top)), Point(x, _y(row.high[number], top))]
    canvas.path(Path.line(ends), Style(stroke=colour, width=FINE))


def _draw_key(canvas: Canvas, theme: Theme, series: Sequence[DiagramSeries]) -> None:
    x = _FIELD.x
    for row in series:
        canvas.path(Path.rectangle(Box(x, HEIGHT - 8.2, 4, 3)), Style(fill=row.colour))
        canvas.text(
            Point(x + 5.4, HEIGHT - 5.6), row.name, FontFace.SANS_SEMIBOLD, 3.2, theme.ink, anchor="start"
        )
        x += _FIELD.width / max(1, len(series))


def _ceiling(value: float) -> float:
    """Return the next round number at or above a value."""
    if value <= 0:
        return 1.0
    step = 1.0
    while step < value:
        step *= 10
    return next(c for c in (step / 10 * f for f in (1, 2, 4, 5, 8, 10)) if c >= value)


def draw_heat_map(
    canvas: Canvas, game: Game, theme: Theme, plan: SheetPlan, values: Mapping[HexId, float], title: str
) -> None:
    """Draw the map sheet with a disc in each hex that has a value.

    Discs of higher values are larger and darker. Hexes without a value, or with the value 0, have no disc.
    The canvas has the width and height of the plan.
    """
    draw_sheet(game, theme, canvas, plan)
    most = max(values.values(), default=0.0)
    radius = plan.layout.hex_width * 0.36
    with canvas.group("heat"):
        for hex_id, value in sorted(values.items()):
            if value <= 0:
                continue
            share = value / most
            centre = plan.layout.centre(hex_id)
            colour = _HEAT[min(len(_HEAT) - 1, int(share * len(_HEAT)))]
            reach = radius * (0.45 + 0.55 * share)
            canvas.path(
                Path.ellipse(centre, reach), Style(fill=colour, stroke=theme.ink, width=FINE, opacity=0.9)
            )
            ink = theme.on_dark if share >= 0.6 else theme.ink
            text = f"{value:.2f}" if value < 1 else f"{value:.1f}"
            canvas.text(Point(centre.x, centre.y + 1.2), text, FontFace.SANS_BOLD, 3.4, ink)
    with canvas.group("heat-title"):
        at = Point(plan.credits.right, plan.credits.y + 4.4)
        canvas.text(at, title, FontFace.SERIF_SEMIBOLD, 4.4, theme.ink, anchor="end")
