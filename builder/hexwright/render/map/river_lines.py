"""Draw lines along hexsides: rivers that meander, widen toward the mouth and join each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import HexsideFeature
from hexwright.model.ids import Hexside
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import (
    Line,
    cut_corners,
    offset_polyline,
    resample,
    ribbon_outline,
    to_frame,
)
from hexwright.render.map.stable_noise import smooth_noise

_SOURCE_WIDTH = 0.85
_MOUTH_WIDTH = 2.5
_GAIN = 0.052
"""The increase of a river's width in mm for each hexside upstream."""
_BROAD_WIDTH = 4.3
"""The width of a lake along hexsides, so wide that it can't be mistaken for a river."""
_SHORE, _SHORE_LINE = 0.95, 0.22
"""The distance of a lake's inner shore line from its shore, and the width of that line."""
_CASING = 0.28
_SWAY = 0.8

_Key = tuple[int, int]


@dataclass(frozen=True)
class River:
    """The course of a river, ready to draw: its centre line, and its width at each point."""

    id: str
    name: str
    line: Line
    widths: tuple[float, ...]
    is_lake: bool = False
    """Whether the course is drawn as a lake."""

    @cached_property
    def box(self) -> Box:
        """Return the bounding box of the centre line."""
        return Box.around(self.line)


@dataclass(frozen=True)
class _Course:
    """A chain of hexside ends from a river's source to its mouth."""

    id: str
    name: str
    points: tuple[Point, ...]

    @cached_property
    def keys(self) -> tuple[_Key, ...]:
        return tuple(_key(point) for point in self.points)


def _key(point: Point) -> _Key:
    return round(point.x * 100), round(point.y * 100)


def trace_rivers(view: MapView, feature: HexsideFeature) -> tuple[River, ...]:
    """Return the courses of a feature's lines, each river before its tributaries."""
    courses = [
        _Course(line.id if n == 0 else f"{line.id}-{n}", line.name, points)
        for line in view.hexside_lines(feature)
        for n, points in enumerate(join_hexsides(view, [Hexside.parse(side) for side in line.hexsides]))
    ]
    flows = _flows(courses)
    drawn: dict[int, River] = {}
    for index in _trunks_first(courses):
        course = courses[index]
        river = _drawn(view, course, flows[index], list(drawn.values()))
        drawn[index] = _broad(river, view.art_scale_of_hex) if feature.art == "lake" else river
    return tuple(drawn.values())


def join_hexsides(view: MapView, sides: Sequence[Hexside]) -> list[tuple[Point, ...]]:
    """Join hexsides end to end in the given order; a hexside that doesn't connect starts a new chain."""
    walks: list[list[Point]] = []
    left = [tuple((_key(point), point) for point in view.ends(side)) for side in sides]
    touching = Counter(key for pair in left for key, _ in pair)
    while left:
        a, b = left.pop(0)
        touching.subtract((a[0], b[0]))
        # The end that no other hexside touches is the source.
        walk = [b, a] if not touching[b[0]] and touching[a[0]] else [a, b]
        growing = True
        while growing:
            growing = False
            for n, (c, d) in enumerate(left):
                if walk[-1][0] in (c[0], d[0]):
                    walk.append(d if walk[-1][0] == c[0] else c)
                elif walk[0][0] in (c[0], d[0]):
                    walk.insert(0, d if walk[0][0] == c[0] else c)
                else:
                    continue
                touching.subtract((c[0], d[0]))
                del left[n]
                growing = True
                break
        walks.append([point for _, point in walk])
    return [tuple(walk) for walk in walks]


def _flows(courses: Sequence[_Course]) -> list[list[float]]:
    """Return, for each course, the flow at each of its points: the number of hexsides upstream of the
    point.
    """
    known: dict[int, list[float]] = {}

    def flow(index: int, above: frozenset[int]) -> list[float]:
        if index in known:
            return known[index]
        course = courses[index]
        passing, found = 0.0, []
        for n, key in enumerate(course.keys):
            passing += 1 if n else 0
            for other, candidate in enumerate(courses):
                if (
                    other != index
                    and other not in above
                    and candidate.keys[-1] == key
                    and n < len(course.keys) - 1
                ):
                    passing += flow(other, above | {index})[-1]
            found.append(passing)
        if not above:
            known[index] = found
        return found

    return [flow(index, frozenset()) for index in range(len(courses))]


def _trunks_first(courses: Sequence[_Course]) -> list[int]:
    """Return the courses' indices, each after the index of the course that it flows into."""
    order: list[int] = []

    def visit(index: int, path: frozenset[int]) -> None:
        if index in order or index in path:
            return
        for other, candidate in enumerate(courses):
            if other != index and courses[index].keys[-1] in candidate.keys[:-1]:
                visit(other, path | {index})
        order.append(index)

    for index in range(len(courses)):
        visit(index, frozenset())
    return order


def _drawn(view: MapView, course: _Course, flows: Sequence[float], trunks: Sequence[River]) -> River:
    points, unit = list(course.points), view.art_scale_of_hex
    ending = _joint(points[-1], trunks, unit)
    starting = _joint(points[0], trunks, unit)
    first, last = flows[0], flows[-1]
    runs_in = first > 0 or starting is not None or _way_out(view, points[1], points[0]) is not None
    if ending is not None:
        points[-1] = ending
    elif (way := _way_out(view, points[-2], points[-1])) is not None:
        points.append(way)
    if starting is not None:
        points[0] = starting
    elif (way := _way_out(view, points[1], points[0])) is not None:
        points.insert(0, way)
    even = resample(cut_corners(points, 3), 1.3 * unit)
    count = len(even)
    sway = [
        _SWAY * unit * smooth_noise(n / 3.1, course.id) * min(1.0, n / 3, (count - 1 - n) / 3)
        for n in range(count)
    ]
    line = cut_corners(offset_polyline(even, sway), 2)
    widths = tuple(
        unit
        * min(_MOUTH_WIDTH, _SOURCE_WIDTH + _GAIN * (first + (last - first) * n / (len(line) - 1)))
        * (1.0 if runs_in else min(1.0, 0.3 + 0.035 * n))
        for n in range(len(line))
    )
    return River(course.id, course.name, line, widths)


def _broad(river: River, unit: float) -> River:
    """Return a course as a lake of uniform width, as broad as its hexsides allow."""
    return replace(river, widths=(_BROAD_WIDTH * unit,) * len(river.line), is_lake=True)


def _joint(end: Point, trunks: Sequence[River], unit: float) -> Point | None:
    """Return the point where a course joins another river, slightly downstream; None if it joins none."""
    reach = 3.2 * unit
    # A little more than the reach, so that rounding can't miss a river.
    around = Box(end.x, end.y, 0, 0).inset(-1.01 * reach)
    near = [
        (away, trunk.line, n)
        for trunk in trunks
        if trunk.box.overlaps(around)
        for n, point in enumerate(trunk.line)
        if abs(point.x - end.x) < reach and (away := point.distance(end)) < reach
    ]
    if not near:
        return None
    _, line, n = min(near, key=lambda found: found[0])
    return line[min(len(line) - 1, n + 4)]


def _way_out(view: MapView, before: Point, end: Point) -> Point | None:
    """Return the point at which a course leaves the map, or None if it ends inside the map."""
    touching = sum(
        view.layout.hex_at(end + Point(dx, dy).scaled(view.art_scale_of_hex)) is not None
        for dx, dy in ((1, 0.3), (-1, 0.3), (0.3, 1), (0.3, -1), (1, -0.3), (-1, -0.3))
    )
    if touching == 6:
        return None
    field = view.field
    return to_frame(end, end - before, field.x, field.y, field.right, field.bottom)


def draw_rivers(canvas: Canvas, view: MapView, rivers: Sequence[River]) -> None:
    """Paint all casings, then all water, then the shore lines, so that rivers join without visible seams."""
    theme = view.theme
    for colour, extra in ((theme.water_edge, 2 * _CASING * view.art_scale_of_hex), (theme.water, 0.0)):
        shapes = []
        for river in rivers:
            shapes.append(ribbon_outline(river.line, [width + extra for width in river.widths]))
            for end, width in ((river.line[0], river.widths[0]), (river.line[-1], river.widths[-1])):
                shapes.append(Path.ellipse(end, (width + extra) / 2))
        for shape in shapes:
            canvas.path(shape, Style(fill=colour))
    shores = Style(
        stroke=theme.water_edge, width=_SHORE_LINE * view.art_scale_of_hex, cap="round", join="round"
    )
    for lake in rivers:
        if lake.is_lake:
            inner = lake.widths[0] / 2 - _SHORE * view.art_scale_of_hex
            canvas.path(
                Path.line(offset_polyline(lake.line, inner)) + Path.line(offset_polyline(lake.line, -inner)),
                shores,
            )
