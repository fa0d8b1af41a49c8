"""Snap lines to hexsides. Each line is one path without a loop, and tributaries end at their rivers.

Every line takes the cheapest path along hexsides. A hexside costs its length, and more if it is far from the
source line. Main rivers go first. A tributary goes to the cheapest corner of its river, and ends at the
first water of that river's system that it meets. A hexside belongs to only one line. Where two lines run
together, it belongs to the line that was snapped first.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

import shapely

from hexwright.geomap.hexside_graph import HexsideGraph
from hexwright.geomap.shortest_paths import Links, cheapest_path_along
from hexwright.geomap.source_lines import (
    MAX_SOURCE_LINES,
    SourceLine,
    split_into_stretches,
    stretch_ends,
    too_many_lines,
)
from hexwright.model.ids import HexId, Hexside

_FAR = 6.0
"""Cost of a hexside one hex away from the source line, in addition to its length of 1.

The cost grows with the square of the distance.
"""
_REACH = 2.0
"""Maximum distance of a snapped line from its source line, in hexes."""
_STRETCH = 1.5
"""Length in hexes of the sections of a source line. The snapped line follows the sections in order."""
_GATE = 1.0
"""Maximum distance, in hexes, at which the snapped line must pass the end of each section."""
_END = 5.0
"""Cost of ending one hex away from the end of the source line."""
_JOINT = 1.5
"""Cost of joining a river one hex away from the end of the source line."""
_MEETING = 3.0
"""Cost of touching another line where the source lines don't touch."""
_SHARED = 1.5
"""Cost of a hexside that another line already uses."""
_TOUCH = 0.3
"""Maximum distance at which the second end of a line also joins another line, as a share of join_km."""
_SHORE = 4.0
"""Cost of a hexside on the shore of a lake or sea."""
_AFLOAT = 0.3
"""Cost of a hexside inside water."""


@dataclass(frozen=True, slots=True)
class SnappedLine:
    """A source line snapped to hexsides."""

    course: SourceLine
    sides: tuple[int, ...]
    """The hexsides that belong to the line, in order. Other hexsides of its path belong to earlier lines."""
    way: tuple[int, ...]
    """All corners of the path, in order."""
    left_out: str = ""
    """Why the line has no hexsides; "" if it has some."""


@dataclass
class WaterNetwork:
    """The state of the snapping: hexsides in use, and connected corners."""

    net: HexsideGraph
    sides_in_use: set[int] = field(default_factory=set)
    river_corners: set[int] = field(default_factory=set)
    """The corners that lie on a line."""
    water_sides: frozenset[int] = frozenset()
    """Hexsides inside water."""
    shore_sides: frozenset[int] = frozenset()
    """Hexsides between water and land."""
    _system: dict[int, int] = field(default_factory=dict)

    def system(self, corner: int) -> int:
        """Return the corner that represents all corners connected with the given one."""
        while (above := self._system.get(corner, corner)) != corner:
            corner = above
        return corner

    def add_line(self, sides: Sequence[int], *, canal: bool) -> None:
        """Record that a line uses hexsides.

        A canal links two river systems without merging them.
        """
        for number, side in enumerate(sides):
            a, b = self.net.side_corners[side]
            self.sides_in_use.add(side)
            self.river_corners.update((a, b))
            if not canal or number < len(sides) - 1:
                self._system[self.system(a)] = self.system(b)

    def set_water_hexes(self, hexes: Iterable[HexId]) -> None:
        """Record which hexes are water."""
        lake = set(hexes)
        afloat, shore = set(), set()
        for number, side in enumerate(self.net.sides):
            inside = (side.first in lake) + (side.second in lake)
            if inside == 2:
                afloat.add(number)
            elif inside == 1:
                shore.add(number)
        self.water_sides, self.shore_sides = frozenset(afloat), frozenset(shore)


def snap_courses(
    waters: WaterNetwork, courses: Sequence[SourceLine], join: Mapping[str, float], least: Mapping[str, float]
) -> list[SnappedLine]:
    """Snap lines to hexsides and return them in the given order.

    `join` and `least` contain lengths in km by layer. `join` is the maximum distance from the end of a line
    to the line that it flows into. `least` is the minimum length of a line.
    """
    lines = shapely.STRtree([c.line for c in courses])
    long_enough = [
        n
        for n, c in enumerate(courses)
        if c.ends[0].distance(c.ends[1]) > 0
        and (c.length >= least[c.layer] or _leads_out(n, courses, lines, join[c.layer]))
    ]
    if len(long_enough) > MAX_SOURCE_LINES:
        raise too_many_lines(len(long_enough), "raise least_km")
    wanted = set(long_enough)
    into = {n: _targets(n, wanted, courses, lines, join[courses[n].layer]) for n in long_enough}
    done: dict[int, SnappedLine] = {
        n: SnappedLine(course, (), (), "it is shorter than least_km")
        for n, course in enumerate(courses)
        if n not in into
    }
    for n in _main_rivers_first(long_enough, courses, into):
        done[n] = _snap(waters, courses[n], [done.get(t) if t is not None else None for t in into[n]])
    return [done[n] for n in range(len(courses))]


def _leads_out(n: int, courses: Sequence[SourceLine], lines: Any, join: float) -> bool:
    """Return whether a line continues another line to the edge of the map; such a line is kept even if it is
    short.
    """
    for end, leaves, other_leaves in zip(
        courses[n].ends, courses[n].ends_on_edge, reversed(courses[n].ends_on_edge), strict=True
    ):
        if other_leaves and not leaves:
            return any(
                courses[other].length > courses[n].length
                for other in lines.query(end, predicate="dwithin", distance=_TOUCH * join)
            )
    return False


def _targets(
    n: int, others: AbstractSet[int], courses: Sequence[SourceLine], lines: Any, join: float
) -> tuple[int | None, int | None]:
    """Return, for each end of a line, the line that it flows into, or None.

    The sources of two rivers are often close together. Thus both ends join other lines only if they nearly
    touch them, like the ends of canals. Otherwise only the nearer end joins a line.
    """
    found: list[tuple[float, int] | None] = []
    for end, leaves in zip(courses[n].ends, courses[n].ends_on_edge, strict=True):
        near = [
            (round(courses[other].line.distance(end), 3), -courses[other].length, other)
            for other in map(int, lines.query(end, predicate="dwithin", distance=join))
            if other != n and other in others and not leaves
        ]
        first = min(near, default=None)
        found.append((first[0], first[2]) if first else None)
    one, other = found
    if one is not None and other is not None:
        farther = 1 if one[0] < other[0] else 0
        away = found[farther]
        if one[1] == other[1] or (away is not None and away[0] > _TOUCH * join):
            found[farther] = None
    return (found[0][1] if found[0] else None), (found[1][1] if found[1] else None)


def _main_rivers_first(
    wanted: Sequence[int], courses: Sequence[SourceLine], into: Mapping[int, tuple[int | None, int | None]]
) -> list[int]:
    """Sort lines by decreasing length, but place each line after the lines that it flows into."""
    order: dict[int, None] = {}

    def visit(n: int, above: frozenset[int]) -> None:
        if n in order or n in above:
            return
        for target in into[n]:
            # Of two that meet end to end, the longer comes first.
            if target is not None and not (
                n in into[target] and (-courses[n].length, n) < (-courses[target].length, target)
            ):
                visit(target, above | {n})
        order[n] = None

    for n in sorted(wanted, key=lambda n: (-courses[n].length, n)):
        visit(n, frozenset())
    return list(order)


def _snap(waters: WaterNetwork, course: SourceLine, into: Sequence[SnappedLine | None]) -> SnappedLine:
    net = waters.net
    width = net.field.hex_km
    starts, ends = (
        _end(waters, point, leaves, target)
        for point, leaves, target in zip(course.ends, course.ends_on_edge, into, strict=True)
    )
    shapes = (
        split_into_stretches(course.line, _STRETCH * width)
        if course.water_area is None
        else [course.water_area]
    )
    gates = [
        {corner: round(far * far, 9) for corner, far in net.corners_near(point, _GATE * width).items()}
        for point in stretch_ends(course.line, len(shapes))
    ]
    allowed = set(starts) | set(ends)
    stretches = [_links(waters, net.sides_near(shape, _REACH * width), allowed) for shape in shapes]
    way = cheapest_path_along(starts, ends, stretches, gates, len(net.corners))
    if way is None or len(way) < 2:
        return SnappedLine(course, (), (), "no hexside lies near it")
    own, way = _own_sides(waters, way, into)
    joints = sum(target is not None and bool(target.way) for target in into)
    if not own or (len(own) == 1 and joints < 2 and not any(course.ends_on_edge)):
        return SnappedLine(course, (), (), "it runs along a longer line" if not own else "it is a stub")
    waters.add_line(own, canal=joints == 2)
    return SnappedLine(course, tuple(own), tuple(way))


def _links(waters: WaterNetwork, sides: Mapping[int, float], allowed: set[int]) -> Links:
    """Return the links along the hexsides near a section, with their costs.

    Corners that are already used are included only if they are in `allowed`.
    """
    net = waters.net

    def links(corner: int) -> Iterable[tuple[int, float]]:
        for other, side in net.links[corner]:
            if side not in sides:
                continue
            cost = 1 + _FAR * sides[side]
            if side in waters.sides_in_use:
                cost *= _SHARED
            elif other in waters.river_corners and other not in allowed:
                cost += _MEETING
            if side in waters.shore_sides:
                cost *= _SHORE
            elif side in waters.water_sides:
                cost *= _AFLOAT
            yield other, cost

    return links


def _end(waters: WaterNetwork, point: Any, leaves: bool, target: SnappedLine | None) -> dict[int, float]:
    """Return the corners where a line may begin or end, each with its cost."""
    net = waters.net
    width = net.field.hex_km
    if target is not None and target.way:
        far = shapely.distance(net.corner_points[list(target.way)], point) / width
        near = {c: round(_JOINT * float(d) ** 2, 9) for c, d in zip(target.way, far, strict=True) if d < 3}
        if near:
            return near
    reach = 1.0
    while reach < 4:
        near = {
            corner: round(_END * far, 9)
            for corner, far in net.corners_near(point, reach * width).items()
            if not leaves or net.hexes_at_corner[corner] < 3
        }
        if near:
            return near
        reach += 1
    return {}


def _own_sides(
    waters: WaterNetwork, way: list[int], into: Sequence[SnappedLine | None]
) -> tuple[list[int], list[int]]:
    """Cut a path where it reaches the rivers that it joins.

    Return the path's new hexsides and the cut path.
    """
    first, last = (set(target.way) if target is not None else set() for target in into)
    if first and not last:
        own, cut = _own_sides(waters, way[::-1], into[::-1])
        return own[::-1], cut[::-1]
    if first:
        # It leaves its first river where it touches it for the last time before it reaches the other.
        until = next((n for n, corner in enumerate(way) if n and corner in last), len(way))
        way = way[max((n for n, corner in enumerate(way[:until]) if corner in first), default=0) :]
    if last:
        systems = {waters.system(corner) for corner in last} if not first else set()
        way = way[: 1 + _reached(waters, way, last, systems)]
    return _new_sides(waters, way, loops=bool(first))


def _reached(waters: WaterNetwork, way: Sequence[int], river: set[int], systems: set[int]) -> int:
    """Return the index at which a path first meets a river's corners, or water of one of the systems."""
    for n, corner in enumerate(way):
        if n and (corner in river or (corner in waters.river_corners and waters.system(corner) in systems)):
            return n
    return len(way) - 1


def _new_sides(waters: WaterNetwork, way: list[int], *, loops: bool) -> tuple[list[int], list[int]]:
    """Return the unused hexsides of a path, and the path. A loop is cut off where it would begin."""
    hanging: dict[int, int] = {}

    def root(corner: int) -> int:
        corner = waters.system(corner)
        while corner in hanging:
            corner = hanging[corner]
        return corner

    own: list[int] = []
    touched, kept = 0, 0
    for n, (a, b) in enumerate(itertools.pairwise(way)):
        if n and a in waters.river_corners:
            touched, kept = n, len(own)
        side = waters.net.side_between(a, b)
        if side in waters.sides_in_use or side in waters.water_sides:
            continue
        if root(a) != root(b):
            hanging[root(a)] = root(b)
        elif not loops:
            # The source has no loop here, so the line ends where it first touched the other water.
            return own[:kept], way[: touched + 1]
        own.append(side)
    return own, way


def polyline(net: HexsideGraph, way: Sequence[int]) -> Any:
    """Return a path along corners as a shapely line, in km."""
    return shapely.LineString([(net.corners[c].x, net.corners[c].y) for c in way])


def hexsides(net: HexsideGraph, sides: Sequence[int]) -> tuple[Hexside, ...]:
    """Convert hexside numbers to pairs of hexes."""
    return tuple(net.sides[side] for side in sides)
