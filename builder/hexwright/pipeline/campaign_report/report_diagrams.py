"""Compute the diagrams of a report: positions in SVG units, without any text formatting or colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10, pi
from typing import Final

from hexwright.geometry.hex_layout import Layout
from hexwright.model.ids import SideId
from hexwright.players.campaigns.campaign_report import (
    CellReport,
    Curve,
    DecidedTurn,
    HexBattles,
    PlaceReport,
)
from hexwright.players.playtesting.estimates import Estimate
from hexwright.render.canvas import Box
from hexwright.render.statistics_diagrams import heat_discs

WIDTH, HEIGHT = 390.0, 224.0
PLOT: Final = Box(46, 10, 336, 190)
_MOST_TICKS = 5
_MOST_TURNS = 14
"""How many turns have a label of their own."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of an axis, with its label."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A curve with its band; `place` is the side's number."""

    place: int
    line: str
    band: str
    dots: tuple[tuple[float, float, str], ...]
    """The points of the line, each with its value in words."""


@dataclass(frozen=True, slots=True)
class DrawnBar:
    """A part of a bar; `place` is the side's number, -1 for draws."""

    place: int
    x: float
    y: float
    width: float
    height: float
    text: str


@dataclass(frozen=True, slots=True)
class Whisker:
    """An interval: from one point to the other."""

    x: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Diagram:
    """A diagram over turns."""

    columns: tuple[Tick, ...]
    rows: tuple[Tick, ...]
    lines: tuple[DrawnLine, ...] = ()
    bars: tuple[DrawnBar, ...] = ()
    whiskers: tuple[Whisker, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultBar:
    """The shares of one combination, on a bar of 100 by 10, with the intervals of its outer parts."""

    parts: tuple[DrawnBar, ...]
    whiskers: tuple[Whisker, ...]


@dataclass(frozen=True, slots=True)
class MapDisc:
    """A disc on the map, in mm; `heat` is the number of its colour."""

    x: float
    y: float
    radius: float
    heat: int
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class RingPart:
    """A part of a ring: a side's number, and the ends of its arc as a dash pattern."""

    place: int
    dash: float
    gap: float
    offset: float


@dataclass(frozen=True, slots=True)
class MapRing:
    """A place on the map: a ring with the shares of its last owners."""

    x: float
    y: float
    radius: float
    parts: tuple[RingPart, ...]
    label: str
    text: str


def line_diagram(curves: Sequence[Curve], sides: Sequence[SideId]) -> Diagram:
    """Return a diagram of a line with its band for each side."""
    turns = [one.turn for one in curves[0].turns]
    values = [
        value for curve in curves for one in curve.turns for value in (one.low, one.high, one.mean.value)
    ]
    low, high, rows = _scale(min(0.0, *values), max(1.0, *values))
    columns = _columns(turns)

    def y(value: float) -> float:
        return round(PLOT.bottom - PLOT.height * (value - low) / (high - low), 1)

    lines = []
    for curve in curves:
        xs = [_middle(number, len(turns)) for number in range(len(turns))]
        points = [(x, y(one.mean.value)) for x, one in zip(xs, curve.turns, strict=True)]
        upper = [(x, y(one.high)) for x, one in zip(xs, curve.turns, strict=True)]
        lower = [(x, y(one.low)) for x, one in zip(xs, curve.turns, strict=True)]
        dots = tuple(
            (*point, f"turn {one.turn}: {one.mean.value:.1f}; 80 % of games {one.low} to {one.high}")
            for point, one in zip(points, curve.turns, strict=True)
        )
        lines.append(
            DrawnLine(sides.index(curve.side), _points(points), _points([*upper, *lower[::-1]]), dots)
        )
    return Diagram(columns, tuple(Tick(y(value), f"{value:g}") for value in rows), tuple(lines))


def decided_diagram(turns: Sequence[DecidedTurn], games: int, sides: Sequence[SideId]) -> Diagram:
    """Return a diagram of a bar for each turn, in parts by winner."""
    _, high, rows = _scale(0.0, max(one.share.high for one in turns) * 100)

    def y(value: float) -> float:
        return round(PLOT.bottom - PLOT.height * value / high, 1)

    wide = PLOT.width / len(turns)
    bars, whiskers = [], []
    for number, one in enumerate(turns):
        below, x = 0.0, PLOT.x + wide * (number + 0.15)
        parts = [(place, one.wins[side]) for place, side in enumerate(sides)] + [(-1, one.draws)]
        for place, won in parts:
            share = 100 * won / games
            text = f"turn {one.turn}: {share:.1f} %"
            top = y(below + share)
            if won:
                bars.append(
                    DrawnBar(place, round(x, 1), top, round(wide * 0.7, 1), round(y(below) - top, 1), text)
                )
            below += share
        whiskers.append(Whisker(_middle(number, len(turns)), y(one.share.low * 100), y(one.share.high * 100)))
    columns = _columns([one.turn for one in turns])
    return Diagram(columns, tuple(Tick(y(v), f"{v:g} %") for v in rows), (), tuple(bars), tuple(whiskers))


def result_bar(wins: Sequence[Estimate], draws: Estimate | None) -> ResultBar:
    """Return the bar of shares that make 100 % together."""
    parts, left = [], 0.0
    shares = [*enumerate(wins)] + ([(-1, draws)] if draws is not None else [])
    if draws is not None and len(wins) == 2:  # Draws lie between the two sides.
        shares = [shares[0], shares[2], shares[1]]
    for place, share in shares:
        width = share.value * 100
        if width:
            parts.append(DrawnBar(place, round(left, 2), 0, round(width, 2), 10, f"{width:.1f} %"))
        left += width
    whiskers = []
    if len(wins) == 2:
        whiskers = [
            Whisker(5, round(wins[0].low * 100, 2), round(wins[0].high * 100, 2)),
            Whisker(5, round(100 - wins[1].high * 100, 2), round(100 - wins[1].low * 100, 2)),
        ][: 1 if draws is None or not draws.value else 2]
    return ResultBar(tuple(parts), tuple(whiskers))


def cell_bar(cell: CellReport) -> ResultBar:
    """Return the bar of a combination."""
    return result_bar(tuple(cell.wins.values()), cell.draws)


def battle_discs(battles: Sequence[HexBattles], layout: Layout) -> tuple[MapDisc, ...]:
    """Return a disc for each hex: the more battles, the larger and darker."""
    names = {one.hex: one.name for one in battles}
    return tuple(
        MapDisc(
            round(one.centre.x, 1),
            round(one.centre.y, 1),
            round(one.radius, 1),
            one.colour,
            f"{one.value:.1f}" if one.value >= 0.95 else "",
            f"{hex_id} {names[hex_id]}".strip() + f": {one.value:.2f} battles a game",
        )
        for hex_id, one in heat_discs(layout, {one.hex: one.battles.value for one in battles}).items()
    )


def place_rings(places: Sequence[PlaceReport], layout: Layout, sides: Sequence[str]) -> tuple[MapRing, ...]:
    """Return a ring for each place, in parts by who owns it at the end."""
    found = []
    for one in places:
        centre = layout.centre(one.hex)
        radius = round(layout.hex_width * 0.3, 2)
        around, offset, parts = 2 * pi * radius, 0.0, []
        for place, share in enumerate(one.owners.values()):
            dash = share.value * around
            if dash:
                parts.append(RingPart(place, round(dash, 2), round(around - dash, 2), round(-offset, 2)))
            offset += dash
        named = zip(sides, one.owners.values(), strict=True)
        owned = ", ".join(f"{name} {share.value * 100:.0f} %" for name, share in named)
        label = f"{one.changed.value * 100:.0f}"
        text = f"{one.name}: changes hands in {label} % of games; owner at the end: {owned}"
        found.append(MapRing(round(centre.x, 1), round(centre.y, 1), radius, tuple(parts), label, text))
    return tuple(found)


# Scales ----------------------------------------------------------------------------------------------------


def _scale(low: float, high: float) -> tuple[float, float, list[float]]:
    """Return the ends of a scale that contains two values, and the values of its lines."""
    step = 10.0 ** floor(log10((high - low) / _MOST_TICKS))
    step *= next(factor for factor in (1, 2, 5, 10) if step * factor * _MOST_TICKS >= high - low)
    first, last = floor(low / step), ceil(high / step)
    return first * step, last * step, [number * step for number in range(first, last + 1)]


def _columns(turns: Sequence[int]) -> tuple[Tick, ...]:
    every = -(-len(turns) // _MOST_TURNS)
    return tuple(
        Tick(_middle(number, len(turns)), str(turn))
        for number, turn in enumerate(turns)
        if number % every == 0
    )


def _middle(number: int, of: int) -> float:
    return round(PLOT.x + PLOT.width * (number + 0.5) / of, 1)


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
