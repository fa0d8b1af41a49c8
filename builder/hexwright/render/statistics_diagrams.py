"""Draw statistics of many games: shares by turn, averages by turn, and positions on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hexwright.geometry.hex_layout import Layout, Point
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.fonts import FontFace
from hexwright.render.map.sheet.map_sheet_drawing import draw_sheet
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.render.theme import FINE, MEDIUM, STRONG, Theme

WIDTH, HEIGHT = 150.0, 92.0
"""The size of a diagram in mm."""
_FIELD = Box(16, 20, 128, 56)
HEAT_COLOURS = (Colour("#ffe08a"), Colour("#fdae45"), Colour("#f0642c"), Colour("#c01f2e"), Colour("#6d0f3c"))
"""Colours from low to high values. Each is darker than the previous one, so they also differ without hue."""
DARK_HEAT = 3
"""The first of them that is dark, on which text is light."""


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


@dataclass(frozen=True, slots=True)
class HeatDisc:
    """The disc of a hex on a heat map: a larger value has a larger and darker disc."""

    centre: Point
    radius: float
    colour: int
    """The number of its colour in `HEAT_COLOURS`."""
    value: float


def heat_discs(layout: Layout, values: Mapping[HexId, float]) -> Mapping[HexId, HeatDisc]:
    """Return the discs of hexes with their values; hexes with the value 0 have none."""
    most = max(values.values(), default=0.0)
    radius = layout.hex_width * 0.36
    found = {}
    for hex_id, value in sorted(values.items()):
        if value > 0:
            share = value / most
            colour = min(len(HEAT_COLOURS) - 1, int(share * len(HEAT_COLOURS)))
            found[hex_id] = HeatDisc(layout.centre(hex_id), radius * (0.45 + 0.55 * share), colour, value)
    return found


def draw_heat_map(
    canvas: Canvas, game: Game, theme: Theme, plan: SheetPlan, values: Mapping[HexId, float], title: str
) -> None:
    """Draw the map sheet with a disc in each hex that has a value.

    Hexes without a value, or with the value 0, have no disc. The canvas has the width and height of the plan.
    """
    draw_sheet(game, theme, canvas, plan)
    with canvas.group("heat"):
        for disc in heat_discs(plan.layout, values).values():
            style = Style(fill=HEAT_COLOURS[disc.colour], stroke=theme.ink, width=FINE, opacity=0.9)
            canvas.path(Path.ellipse(disc.centre, disc.radius), style)
            ink = theme.on_dark if disc.colour >= DARK_HEAT else theme.ink
            text = f"{disc.value:.2f}" if disc.value < 1 else f"{disc.value:.1f}"
            canvas.text(Point(disc.centre.x, disc.centre.y + 1.2), text, FontFace.SANS_BOLD, 3.4, ink)
    with canvas.group("heat-title"):
        at = Point(plan.credits.right, plan.credits.y + 4.4)
        canvas.text(at, title, FontFace.SERIF_SEMIBOLD, 4.4, theme.ink, anchor="end")
