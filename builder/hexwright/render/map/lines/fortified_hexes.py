"""Draw fortified lines: each group of hexes as one fortification, with battlements toward the enemy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Feature
from hexwright.model.ids import SideId
from hexwright.render.canvas import Canvas, Path, Style
from hexwright.render.map.hex_regions import combine_paths, joined_outlines
from hexwright.render.map.lines.line_gaps import NO_GAPS, LineGaps
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import Line, Ruler, cut_corners, normals, offset_polyline, resample
from hexwright.render.theme import FINE, STRONG

FORT_TINT = 0.55
"""The strength of the tint on terrain inside a fortification, from 0 to 1."""
_INSET = 2.5
_TOOTH = 1.5
_PITCH = 2.4
"""The length of a tooth of the battlements, and of the gap after it."""
_FACING = 0.12
"""The minimum cosine of the angle between a front section's outward direction and the enemy's direction."""


@dataclass(frozen=True, slots=True)
class FortifiedLine:
    """A fortified line, ready to draw: the ring around its hexes, and the parts of the ring toward the enemy.

    A line along hexsides has no ring; all of it faces the enemy.
    """

    id: str
    name: str
    ring: Line
    front_stretches: tuple[Line, ...]
    rear_stretches: tuple[Line, ...]


def trace_fortified_lines(view: MapView, feature: Feature) -> tuple[FortifiedLine, ...]:
    """Return each of a feature's groups of hexes as a fortified line."""
    enemy = enemy_of(view, feature.side)
    works = []
    for group in view.groups(feature):
        for n, outline in enumerate(joined_outlines(view, group.hexes, beyond=False)):
            even = resample(cut_corners(outline, 3, closed=True), 1.0 * view.art_scale_of_hex, closed=True)
            ring = resample(
                offset_polyline(even, _INSET * view.art_scale_of_hex, closed=True),
                1.0 * view.art_scale_of_hex,
                closed=True,
            )
            fronts, rears = _split(ring, enemy, 14 * view.art_scale_of_hex)
            works.append(
                FortifiedLine(
                    f"{group.id}-{n}" if n else group.id,
                    "" if n else group.lettered or group.name,
                    ring,
                    fronts,
                    rears,
                )
            )
    return tuple(works)


def enemy_of(view: MapView, side: SideId | None) -> Point | None:
    """Return the direction to the enemy's map edge, or None if no edge belongs to the enemy."""
    theirs = [
        view.layout.centre(hex_id)
        for edge in view.hexmap.edges
        if edge.side is not None and edge.side != side
        for hex_id in edge.hexes
    ]
    if not theirs or side is None:
        return None
    way = (
        Point(sum(p.x for p in theirs) / len(theirs), sum(p.y for p in theirs) / len(theirs))
        - view.field.centre
    )
    size = math.hypot(way.x, way.y)
    return way.scaled(1 / size) if size > view.layout.hex_width / 2 else None


def _split(ring: Line, enemy: Point | None, least: float) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Split a clockwise ring into sections that face the enemy, each at least `least` mm long, and the
    rest.
    """
    whole = (*ring, ring[0])
    if enemy is None:
        return (whole,), ()
    count = len(ring)
    # Normals point to the right of the direction of travel, which is inward.
    looks = [-(n.x * enemy.x + n.y * enemy.y) for n in normals(ring, closed=True)]
    facing = [sum(looks[(i + k) % count] for k in range(-7, 8)) / 15 > _FACING for i in range(count)]
    if all(facing) or not any(facing):
        return (whole,), ()
    start = next(i for i in range(count) if facing[i] != facing[i - 1])
    runs: list[tuple[bool, list[int]]] = []
    for i in (*range(start, count), *range(start)):
        if runs and runs[-1][0] == facing[i]:
            runs[-1][1].append(i)
        else:
            runs.append((facing[i], [i]))
    longest = max(len(run) for front, run in runs if front)
    fronts: list[Line] = []
    rears: list[Line] = []
    for front, run in runs:
        line = tuple(ring[i] for i in (*run, (run[-1] + 1) % count))
        kept = front and (len(run) == longest or Ruler(line).length >= least)
        (fronts if kept else rears).append(line)
    return tuple(fronts), tuple(rears)


def draw_fort_ground(canvas: Canvas, view: MapView, works: Sequence[FortifiedLine]) -> None:
    """Tint the terrain inside the fortified lines."""
    shape = combine_paths(Path.line(work.ring, closed=True) for work in works if work.ring)
    canvas.path(shape, Style(fill=view.theme.fort_ground, opacity=FORT_TINT))


def fortified_line_strokes(view: MapView, work: FortifiedLine) -> tuple[Line, ...]:
    """Return all strokes of a fortified line, including its teeth."""
    return (
        *work.rear_stretches,
        *(_battlement(front, view.art_scale_of_hex) for front in work.front_stretches),
    )


def draw_fortified_lines(
    canvas: Canvas, view: MapView, works: Sequence[FortifiedLine], gaps: LineGaps = NO_GAPS
) -> None:
    """Draw the fortified lines, with battlements at the front and a dashed line at the rear, both broken in
    `gaps`.
    """
    theme, unit = view.theme, view.art_scale_of_hex
    for work in works:
        with canvas.group(f"work:{work.id}"):
            for rear in work.rear_stretches:
                dash = (1.5 * unit, 0.8 * unit)
                style = Style(stroke=theme.fort, width=FINE * 1.3 * unit, dash=dash, join="round")
                canvas.path(combine_paths(map(Path.line, gaps.runs(rear))), style)
            for front in work.front_stretches:
                canvas.path(
                    combine_paths(map(Path.line, gaps.runs(_battlement(front, unit)))),
                    Style(stroke=theme.fort, width=STRONG * 1.15 * unit, join="miter"),
                )


def _battlement(front: Line, unit: float) -> Line:
    """Return a front as a line with outward teeth; a gap is left at each end."""
    total = Ruler(front).length
    count = max(1, round(total / (_PITCH * unit))) // 2 * 2 + 1
    knots = resample(front, total / count)
    found = [knots[0]]
    for n, (a, b) in enumerate(pairwise(knots)):
        if n % 2 == 1:
            span = a.distance(b) or 1.0
            out = Point(b.y - a.y, a.x - b.x).scaled(_TOOTH * unit / span)
            found += [a, a + out, b + out, b]
        else:
            found.append(b)
    return tuple(found)
