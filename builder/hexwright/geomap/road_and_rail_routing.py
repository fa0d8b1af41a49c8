"""Route railways and roads through adjacent hexes, and through the towns along their way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as default
from itertools import pairwise
from typing import Any

import numpy
import shapely
import shapely.ops

from hexwright.geomap.projected_hexes import ProjectedHexes
from hexwright.geomap.shortest_paths import Links, cheapest_path_along, without_loops
from hexwright.geomap.source_lines import (
    MAX_SOURCE_LINES,
    SourceLine,
    split_into_stretches,
    stretch_ends,
    too_many_lines,
)
from hexwright.geomap.town_placement import Town
from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import LineExit
from hexwright.model.ids import Direction, HexId

_FAR = 6.0
"""Cost of a hex whose centre is one hex away from the source line, in addition to 1.

The cost grows with the square of the distance.
"""
_REACH = 2.5
"""Maximum distance of a routed line from its source line, in hexes."""
_STRETCH = 2.0
"""Length in hexes of the sections of a source line. The routed line follows the sections in order."""
_GATE = 1.0
"""Maximum distance, in hexes, at which the routed line must pass the end of each section."""
_SERVED = 0.35
"""If a town is at most this far from a source line, in hexes, the routed line goes through it."""
_SHARED = 0.35
"""Cost of a step between two hexes that another line of the layer uses. It makes parallel lines merge."""
_WATER = 6.0
"""Cost of a water hex."""


@dataclass(frozen=True, slots=True)
class RoutedLine:
    """The path of a line through hexes, and the parts of the path that no earlier line uses."""

    course: SourceLine
    hexes: tuple[HexId, ...]
    """All hexes of the path, in order."""
    parts: tuple[tuple[HexId, ...], ...]
    exits: tuple[LineExit, ...] = ()
    left_out: str = ""


@dataclass
class RouteGraph:
    """The hexes as a graph, and the pairs of adjacent hexes that lines already use."""

    field: ProjectedHexes
    water: frozenset[HexId] = frozenset()
    steps_in_use: set[tuple[int, int]] = default(default_factory=set)

    def __post_init__(self) -> None:
        hexes = self.field.hexes
        self.number = {hex_id: n for n, hex_id in enumerate(hexes.hexes)}
        self.neighbours = [
            tuple(sorted(self.number[other] for other in hexes.neighbours(hex_id).values()))
            for hex_id in hexes.hexes
        ]
        self.points: Any = shapely.points(self.field.centres)
        self.tree = shapely.STRtree(self.points)
        self.wet = {self.number[hex_id] for hex_id in self.water}

    def near(self, shape: Any, reach: float) -> dict[int, float]:
        """Return the hexes at most `reach` km from a shape.

        The value of each is its squared distance, in hexes.
        """
        found = numpy.sort(self.tree.query(shape, predicate="dwithin", distance=reach))
        shapely.prepare(shape)
        far = shapely.distance(self.points[found], shape) / self.field.hex_km
        return {int(n): float(d) for n, d in zip(found, numpy.round(far * far, 9), strict=True)}


def route_lines(
    roadbed: RouteGraph, courses: Sequence[SourceLine], towns: Sequence[Town]
) -> list[RoutedLine]:
    """Route the lines of one layer through hexes, the longest first.

    The result is in the given order.
    """
    if len(courses) > MAX_SOURCE_LINES:
        raise too_many_lines(len(courses), "leave out minor lines")
    done: dict[int, RoutedLine] = {}
    roadbed.steps_in_use.clear()
    for n in sorted(range(len(courses)), key=lambda n: (-courses[n].length, n)):
        done[n] = _route_line(roadbed, courses[n], towns)
    return [done[n] for n in range(len(courses))]


def _route_line(roadbed: RouteGraph, course: SourceLine, towns: Sequence[Town]) -> RoutedLine:
    stops = _stops(roadbed, course, towns)
    way = [stops[0][1]]
    for (begin, _), (end, stop) in pairwise(stops):
        leg = _leg(roadbed, shapely.ops.substring(course.line, begin, end), way[-1], stop)
        if leg is None:
            return RoutedLine(course, (), (), (), "no connected row of hexes lies near it")
        way += leg[1:]
    way = without_loops(way)
    hexes = tuple(roadbed.field.hexes.hexes[n] for n in way)
    exits = tuple(
        exit_
        for index, leaves in ((0, course.ends_on_edge[0]), (-1, course.ends_on_edge[1]))
        if leaves and (exit_ := _exit(roadbed.field, hexes[index], course.line, index)) is not None
    )
    parts = _parts(roadbed, way)
    for a, b in pairwise(way):
        roadbed.steps_in_use.add((min(a, b), max(a, b)))
    if not parts and not (len(way) == 1 and exits):
        why = "it runs along a longer line" if len(way) > 1 else "it lies within one hex"
        return RoutedLine(course, hexes, (), (), why)
    named = tuple(tuple(roadbed.field.hexes.hexes[n] for n in part) for part in parts or [way])
    ends = {part[0] for part in named} | {part[-1] for part in named}
    return RoutedLine(course, hexes, named, tuple(exit_ for exit_ in exits if exit_.hex in ends))


def _stops(roadbed: RouteGraph, course: SourceLine, towns: Sequence[Town]) -> list[tuple[float, int]]:
    """Return the ends of a line and the towns on its way.

    Each is a distance along the line and the number of a hex.
    """
    field, line = roadbed.field, course.line
    shapely.prepare(line)
    served: list[tuple[float, str, int]] = []
    if towns:
        points = shapely.points([(town.x, town.y) for town in towns])
        distances = shapely.distance(points, line)
        near = [n for n in range(len(towns)) if distances[n] <= _SERVED * field.hex_km]
        served = [
            (round(line.project(points[n]), 6), towns[n].name, roadbed.number[towns[n].hex]) for n in near
        ]
    stops: list[tuple[float, int]] = []
    passed: set[int] = set()
    for index, at in ((0, 0.0), (-1, course.length)):
        x, y = line.coords[index][:2]
        # A town at the very end replaces it, unless the line continues over the edge of the map.
        here = [s for s in served if abs(s[0] - at) < 0.5 * field.hex_km]
        if not here or course.ends_on_edge[index]:
            served.append((at, "", roadbed.number[_end_hex(field, x, y, course.ends_on_edge[index])]))
    for along, _, number in sorted(served):
        if number not in passed:
            passed.add(number)
            stops.append((along, number))
    return stops


def _end_hex(field: ProjectedHexes, x: float, y: float, leaves: bool) -> HexId:
    hexes = field.hexes
    if not leaves or len(hexes.neighbours(near := field.hex_near(x, y))) < 6:
        return field.hex_near(x, y)
    return next((h for h in field.hexes_by_distance(x, y) if len(hexes.neighbours(h)) < 6), near)


def _leg(roadbed: RouteGraph, line: Any, start: int, stop: int) -> list[int] | None:
    """Return the path from one stop to the next, including both stops; None if there is no path."""
    width = roadbed.field.hex_km
    shapes = split_into_stretches(line, _STRETCH * width)
    gates = [roadbed.near(point, _GATE * width) for point in stretch_ends(line, len(shapes))]
    stretches = [_links(roadbed, roadbed.near(shape, _REACH * width), stop) for shape in shapes]
    return cheapest_path_along({start: 0.0}, {stop: 0.0}, stretches, gates, len(roadbed.neighbours))


def _links(roadbed: RouteGraph, near: Mapping[int, float], stop: int) -> Links:
    """Return the links through the hexes near a section, with their costs."""

    def links(here: int) -> Iterable[tuple[int, float]]:
        for other in roadbed.neighbours[here]:
            if other not in near and other != stop:
                continue
            cost = 1 + _FAR * near.get(other, _REACH**2)
            if (min(here, other), max(here, other)) in roadbed.steps_in_use:
                cost *= _SHARED
            yield other, cost * (_WATER if other in roadbed.wet else 1)

    return links


def _parts(roadbed: RouteGraph, way: Sequence[int]) -> list[list[int]]:
    """Split a path into the parts whose pairs of hexes no other line uses.

    A pair that occurs twice is kept once.
    """
    parts: list[list[int]] = []
    seen: set[tuple[int, int]] = set()
    for a, b in pairwise(way):
        step = (min(a, b), max(a, b))
        if step in roadbed.steps_in_use or step in seen:
            continue
        seen.add(step)
        if parts and parts[-1][-1] == a:
            parts[-1].append(b)
        else:
            parts.append([a, b])
    return parts


def _exit(field: ProjectedHexes, hex_id: HexId, line: Any, index: int) -> LineExit | None:
    """Return the exit of a line: the open hexside nearest to the line's direction; None if there is none."""
    points = list(line.coords) if index == -1 else list(line.coords)[::-1]
    end = points[-1]
    back = next(
        (p for p in reversed(points) if (p[0] - end[0]) ** 2 + (p[1] - end[1]) ** 2 > field.hex_km**2),
        points[0],
    )
    heading = Point(end[0] - back[0], end[1] - back[1])
    open_: list[tuple[float, int, Direction]] = []
    for turn, direction in enumerate(field.hexes.directions):
        if field.hexes.neighbour(hex_id, direction) is None:
            out = field.layout.outward(direction)
            open_.append((-round(out.x * heading.x + out.y * heading.y, 6), turn, direction))
    return LineExit(hex_id, min(open_)[2]) if open_ else None
