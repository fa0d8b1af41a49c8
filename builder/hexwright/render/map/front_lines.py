"""Draw lines through rows of hexes, such as the front line at the start of a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Feature
from hexwright.render.canvas import Canvas, Path, Style
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.line_gaps import NO_GAPS, LineGaps
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import Line, offset_polyline, resample

_WIDTH: Final = 0.75
_THINNEST: Final = 0.45
"""The least width of a line on small hexes, in mm."""
_STRENGTH: Final = 0.85
"""The opacity of the lines."""
_BESIDE: Final = 2.2
"""The distance between parallel lines of one feature that share hexes."""
_DASHES: Final = ((3.2, 1.4), (1.3, 1.3), (3.2, 1.2, 0.8, 1.2))
"""Dash patterns that distinguish the lines of a feature. The index is the line's number."""


@dataclass(frozen=True, slots=True)
class FrontLine:
    """One line through a run of adjacent hexes, ready to draw, and its number within the feature."""

    id: str
    name: str
    line: Line
    number: int


def trace_front_lines(view: MapView, feature: Feature) -> tuple[FrontLine, ...]:
    """Return the lines of a feature, drawn from hex centre to hex centre.

    A line ends where two consecutive hexes aren't adjacent.
    """
    found = []
    groups = tuple(view.groups(feature))
    shared = any(set(a.hexes) & set(b.hexes) for n, a in enumerate(groups) for b in groups[:n])
    for number, group in enumerate(groups):
        away = (number - (len(groups) - 1) / 2) * _BESIDE * view.art_scale_of_hex * shared
        runs: list[list[Point]] = []
        for n, hex_id in enumerate(group.hexes):
            if not n or not view.layout.grid.adjacent(group.hexes[n - 1], hex_id):
                runs.append([])
            runs[-1].append(view.layout.centre(hex_id))
        for n, points in enumerate(runs):
            even = resample(points, 1.0 * view.art_scale_of_hex) if len(points) > 1 else tuple(points)
            line = offset_polyline(even, away) if len(even) > 1 else even
            name = f"{group.id}-{n}" if n else group.id
            found.append(FrontLine(name, group.lettered or group.name, line, number))
    return tuple(found)


def draw_front_lines(
    canvas: Canvas, view: MapView, lines: Sequence[FrontLine], gaps: LineGaps = NO_GAPS
) -> None:
    """Draw the lines with their dash patterns, broken in `gaps`: thin and pale, because a game uses them
    once.
    """
    unit = view.art_scale_of_hex
    for front in lines:
        if len(front.line) < 2:
            at = front.line[0]
            canvas.path(Path.ellipse(at, 1.3 * unit), Style(fill=view.theme.front, opacity=_STRENGTH))
            continue
        dash = tuple(part * unit for part in _DASHES[front.number % len(_DASHES)])
        width = max(_THINNEST, _WIDTH * unit)
        style = Style(stroke=view.theme.front, width=width, dash=dash, join="round", opacity=_STRENGTH)
        canvas.path(combine_paths(Path.line(run) for run in gaps.runs(front.line)), style)
