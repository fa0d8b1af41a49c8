"""Draw lines through rows of hexes, such as the front line at the start of a scenario."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Feature
from hexwright.render.canvas import Canvas, Path, Style
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.hexes.hex_numbers import number_indent, usual_places
from hexwright.render.map.lines.line_gaps import NO_GAPS, LineGaps
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import Line, average_neighbours, normals, offset_polyline, resample

FRONT_WIDTH: Final = 1.0
"""The width of a line in mm on a 24 mm hex."""
_THINNEST: Final = 0.6
"""The least width of a line on small hexes, in mm."""
_RIM: Final = 0.2
"""The width of the pale rims by which a line stands out from woods, water and towns, in mm."""
_BESIDE_NUMBER: Final = 0.35
"""The distance of a line's edge from a hex number beside it, in mm."""
_BESIDE: Final = 2.2
"""The distance between parallel lines of one feature that share hexes."""
_BESIDE_TRACK: Final = 2.4
"""The distance of a line from a railway or road that runs beside it, in mm on a 24 mm hex."""
_ALONG: Final = math.cos(math.radians(35))
"""The cosine of the largest angle between a line and a track that run in one direction."""
_SWERVE: Final = 5
"""How many points to each side a line begins to swing aside."""
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

    A line ends where two consecutive hexes aren't adjacent. Lines side by side keep to the right of hex
    numbers and below them, and cross upper hexsides like railways.
    """
    found = []
    groups = tuple(view.groups(feature))
    shared = any(set(a.hexes) & set(b.hexes) for n, a in enumerate(groups) for b in groups[:n])
    most = (len(groups) - 1) / 2 * _BESIDE * view.art_scale_of_hex * shared
    aside = _past_numbers(view, most)
    for number, group in enumerate(groups):
        away = (number - (len(groups) - 1) / 2) * _BESIDE * view.art_scale_of_hex * shared
        runs: list[list[Point]] = []
        for n, hex_id in enumerate(group.hexes):
            if not n or not view.layout.grid.adjacent(group.hexes[n - 1], hex_id):
                runs.append([])
            runs[-1].append(view.layout.centre(hex_id) + aside)
        for n, points in enumerate(runs):
            even = resample(points, 1.0 * view.art_scale_of_hex) if len(points) > 1 else tuple(points)
            line = offset_polyline(even, away) if len(even) > 1 else even
            name = f"{group.id}-{n}" if n else group.id
            found.append(FrontLine(name, group.lettered or group.name, line, number))
    return tuple(found)


def beside_tracks(
    view: MapView, fronts: Sequence[FrontLine], tracks: Sequence[Line]
) -> tuple[FrontLine, ...]:
    """Return start lines that swing aside where they would run on a railway or road in its direction."""
    clear = _BESIDE_TRACK * view.art_scale_of_hex
    cells: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
    for track in tracks:
        for at, across in zip(track, normals(track), strict=True):
            cells.setdefault((int(at.x // clear), int(at.y // clear)), []).append((at, across))
    found = []
    for front in fronts:
        if len(front.line) < 3:
            found.append(front)
            continue
        ways = normals(front.line)
        pushes = _without_crossings(
            [_push(at, way, cells, clear) for at, way in zip(front.line, ways, strict=True)]
        )
        if any(pushes):
            soft = average_neighbours([Point(push, 0.0) for push in pushes], _SWERVE)
            found.append(replace(front, line=offset_polyline(front.line, [push.x for push in soft])))
        else:
            found.append(front)
    return tuple(found)


def _without_crossings(pushes: Sequence[float]) -> list[float]:
    """Return how far points move aside, without stretches on both sides of a track: those cross it."""
    found = list(pushes)
    start = 0
    while start < len(found):
        end = start + 1
        while end < len(found) and any(found[end : end + _SWERVE]):
            end += 1
        if min(found[start:end]) < 0 < max(found[start:end]):
            found[start:end] = [0.0] * (end - start)
        start = end
    return found


def _push(
    at: Point, way: Point, cells: Mapping[tuple[int, int], Sequence[tuple[Point, Point]]], clear: float
) -> float:
    """Return how far to its right a point of a line must move to be clear of tracks in its direction."""
    column, row = int(at.x // clear), int(at.y // clear)
    near = [
        (at.distance(other), (at.x - other.x) * way.x + (at.y - other.y) * way.y)
        for x in (column - 1, column, column + 1)
        for y in (row - 1, row, row + 1)
        for other, across in cells.get((x, y), ())
        if abs(across.x * way.x + across.y * way.y) > _ALONG
    ]
    away, side = min(near, default=(clear, 0.0))
    return 0.0 if away >= clear else math.copysign(clear - abs(side), side)


def front_width(view: MapView) -> float:
    """Return the width of start lines in mm."""
    return max(_THINNEST, FRONT_WIDTH * view.art_scale_of_hex)


def _past_numbers(view: MapView, most: float) -> Point:
    """Return how far lines are moved so that all pass hex numbers: those up to `most` mm beside the middle.

    They move along the slanting way from northwest to southeast, on which numbers lie above them.
    """
    if not view.layout.flat or not usual_places(view):
        return Point(0.0, 0.0)
    right = max(0.0, most + front_width(view) / 2 + _RIM + _BESIDE_NUMBER - number_indent(view))
    return Point(right, right / 3**0.5)


def draw_front_lines(
    canvas: Canvas, view: MapView, lines: Sequence[FrontLine], gaps: LineGaps = NO_GAPS
) -> None:
    """Draw the lines with their dash patterns and a pale rim at both sides, broken in `gaps`."""
    unit, width, theme = view.art_scale_of_hex, front_width(view), view.theme
    for front in lines:
        if len(front.line) < 2:
            at = front.line[0]
            canvas.path(Path.ellipse(at, 1.3 * unit + _RIM), Style(fill=theme.halo))
            canvas.path(Path.ellipse(at, 1.3 * unit), Style(fill=theme.front))
            continue
        dash = tuple(part * unit for part in _DASHES[front.number % len(_DASHES)])
        whole = combine_paths(Path.line(run) for run in gaps.runs(front.line))
        for colour, wide in ((theme.halo, width + 2 * _RIM), (theme.front, width)):
            canvas.path(whole, Style(stroke=colour, width=wide, dash=dash, join="round"))
