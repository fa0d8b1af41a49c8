"""Draw the status of networks: cut hexes, the side that a hex serves, and the ends of each side's lines.

The module draws the same marks on its map; this file draws them in pictures of a position. Lengths are in
hundredths of a counter's edge.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.ids import HexId
from hexwright.render.canvas import Canvas, Colour, Path, Style
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.sheet.sheet_plan import LineStretch

_INK: Final = Colour("#19140f")
_PAPER: Final = Colour("#fffcf4")
_GROUND: Final = Colour("#f0e6d0")
_BESIDE: Final = 4.5
"""The distance from the middle to each of the two strokes that mark a cut line."""
_STAKE: Final = 19.0
"""The distance from the middle to the corners of an end-of-line mark."""


@dataclass(frozen=True, slots=True)
class SideMarks:
    """The marks of one side: the hexes that serve only that side, and the hexes where its lines end."""

    colour: Colour
    alone: Collection[HexId]
    ends: Collection[HexId]


def draw_network_marks(
    canvas: Canvas,
    stretches: Mapping[HexId, LineStretch],
    cut: Collection[HexId],
    owned: Collection[SideMarks],
    counter_mm: float,
) -> None:
    """Draw a network's marks on a canvas of the sheet's size.

    `owned` is in the order of the network's users.
    """
    unit = counter_mm / 100
    _trace(canvas, _runs(stretches, cut), _GROUND, 9 * unit)
    _trace(canvas, _runs(stretches, cut), _INK, 2.6 * unit, dash=6 * unit)
    strokes = [stroke for one in _of(stretches, cut) for stroke in _strokes(one, unit)]
    _trace(canvas, strokes, _PAPER, 8.5 * unit)
    _trace(canvas, strokes, _INK, 3.8 * unit)
    for place, one in enumerate(owned):
        runs = _runs(stretches, one.alone)
        _trace(canvas, runs, _PAPER, 13 * unit)
        _trace(canvas, runs, one.colour, 8.5 * unit)
        if place:
            # A second side's lines are hollow, so that they differ not only by colour.
            _trace(canvas, runs, _PAPER, 3 * unit)
    for one in owned:
        stakes = [_stake(stretch.middle, _STAKE * unit) for stretch in _of(stretches, one.ends)]
        _trace(canvas, stakes, _INK, 13 * unit)
        _trace(canvas, stakes, _PAPER, 9 * unit)
        if stakes:
            canvas.path(combine_paths(stakes), Style(fill=one.colour))


def _of(stretches: Mapping[HexId, LineStretch], hexes: Collection[HexId]) -> Iterator[LineStretch]:
    return (stretches[hex_id] for hex_id in hexes if hex_id in stretches)


def _runs(stretches: Mapping[HexId, LineStretch], hexes: Collection[HexId]) -> list[Path]:
    return [Path.line(run) for one in _of(stretches, hexes) for run in one.runs if len(run) > 1]


def _strokes(stretch: LineStretch, unit: float) -> Iterator[Path]:
    """Yield the two slanted strokes across a cut line, as on printed maps."""
    way = stretch.way
    lean = Point(8 * unit * (0.5 * way.x - way.y), 8 * unit * (way.x + 0.5 * way.y))
    for sign in (-1, 1):
        middle = stretch.middle + way.scaled(sign * _BESIDE * unit)
        yield Path.line([middle - lean, middle + lean])


def _stake(at: Point, half: float) -> Path:
    corners = (Point(0, -half), Point(half, 0), Point(0, half), Point(-half, 0))
    return Path.line([at + corner for corner in corners], closed=True)


def _trace(canvas: Canvas, paths: list[Path], colour: Colour, width: float, dash: float = 0.0) -> None:
    if paths:
        style = Style(stroke=colour, width=width, join="round", dash=(dash, dash) if dash else ())
        canvas.path(combine_paths(paths), style)
