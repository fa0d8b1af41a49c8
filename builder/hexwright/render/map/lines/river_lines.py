"""Draw lines along hexsides: rivers that meander, widen toward the mouth and join each other."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import HexsideFeature, HexsideLine
from hexwright.model.ids import HexId, Hexside
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.hexes.hex_numbers import number_inks
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import (
    Line,
    Ruler,
    average_neighbours,
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
_END_WIDTH, _NARROWS = 3.2, 6.0
"""The width of such a lake at its ends, and the distance from an end at which it has its full width."""
_SHORE, _SHORE_LINE = 0.95, 0.22
"""The distance of a lake's inner shore line from its shore, and the width of that line."""
_CASING = 0.28
_SWAY = 0.8
_EVERY: Final = 0.6
"""The distance between the points of a course in mm on a 24 mm hex."""
_SOFT: Final = 3
"""How many points to each side a course is averaged over, so that it turns softly at the corners of hexes."""
_CANAL: Final = 0.5
"""The length over which a canal is averaged to each side, as a share of a hexside: it runs straight."""
_CANAL_WIDTH: Final = 1.5
"""The width of a canal in mm on a 24 mm hex."""
_TURN: Final = 8
"""The same where a river goes on in another."""
_DOWNSTREAM: Final = 4
"""How many points of a river lie between the end of a tributary and the corner at which they meet."""
_DODGED: Final = 1.5
"""The most that a river swings aside to pass a hex number, in mm on a 24 mm hex."""
_NEAR_NUMBER: Final = 0.25
"""The distance of a river's bank from a hex number in mm."""
_SWERVE: Final = 5
"""The number of points of a course over which it swings aside."""
_STRETCH: Final = 24
"""The number of a river's points that share a box, by which points far from it need no distances."""

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

    @cached_property
    def _stretches(self) -> tuple[tuple[Box, tuple[tuple[Point, float], ...]], ...]:
        """Return the points of the centre line and half the river's width there, in runs with their boxes."""
        points = [(at, width / 2) for at, width in zip(self.line, self.widths, strict=True)]
        runs = [tuple(points[n : n + _STRETCH]) for n in range(0, len(points), _STRETCH)]
        most = max(self.widths) / 2
        return tuple((Box.around(at for at, _ in run).inset(-most), run) for run in runs)

    def covers(self, point: Point, margin: float) -> bool:
        """Return whether a point lies in the river's water or at most `margin` mm beside it."""
        around = Box(point.x, point.y, 0, 0).inset(-margin)
        return any(
            box.overlaps(around) and any(point.distance(at) < half + margin for at, half in run)
            for box, run in self._stretches
        )


@dataclass(frozen=True)
class _Course:
    """A chain of hexside ends from a river's source to its mouth."""

    id: str
    name: str
    points: tuple[Point, ...]
    above: tuple[Point, ...] = ()
    """Where the river is drawn above its first hexside, from its source."""
    below: tuple[Point, ...] = ()
    """Where the river is drawn below its last hexside, to its mouth."""
    is_lake: bool = False
    is_canal: bool = False

    @cached_property
    def keys(self) -> tuple[_Key, ...]:
        return tuple(_key(point) for point in self.points)


def _key(point: Point) -> _Key:
    return round(point.x * 100), round(point.y * 100)


def trace_rivers(view: MapView, features: Sequence[HexsideFeature]) -> tuple[River, ...]:
    """Return the courses of all water along hexsides, each river before its tributaries."""
    courses = [
        replace(course, is_lake=feature.art == "lake")
        for feature in features
        if feature.art in ("river", "lake")
        for line in sorted(
            view.hexside_lines(feature), key=lambda line: bool(line.source_hexes or line.mouth_hexes)
        )
        for course in _courses(view, line)
    ]
    flows = _flows(courses)
    inks = number_inks(view) if courses else {}
    drawn: list[River] = []
    fed: set[str] = set()
    for index in _trunks_first(courses):
        river = _drawn(view, courses[index], flows[index], drawn, inks, fed)
        for n, trunk in enumerate(drawn):
            at = _joined_at_head(river, trunk)
            others = [other for other in drawn if other is not trunk]
            if at is not None and trunk.id not in fed and not _on_river(trunk.line[0], others):
                # The trunk goes on where this river ends, without a stub beyond.
                above, below = _turned_softly(river.line, trunk.line[at:])
                river = replace(river, line=above)
                drawn[n] = replace(trunk, line=below, widths=trunk.widths[at:])
                fed.add(trunk.id)
        drawn.append(river)
    return tuple(drawn)


def _turned_softly(above: Line, below: Line) -> tuple[Line, Line]:
    """Return two parts of one course that turns softly where they meet."""
    whole, meeting = (*above[:-1], *below), len(above) - 1
    first, last = max(0, meeting - 2 * _TURN), min(len(whole), meeting + 2 * _TURN + 1)
    soft = (*whole[:first], *average_neighbours(whole[first:last], _TURN), *whole[last:])
    return soft[: meeting + 1], soft[meeting:]


def _joined_at_head(river: River, trunk: River) -> int | None:
    """Return the number of the point near the head of a trunk at which a river ends; None if it ends
    elsewhere.
    """
    first = trunk.line[: 2 * _DOWNSTREAM + 1]
    return first.index(river.line[-1]) if river.line[-1] in first and not trunk.is_lake else None


def _courses(view: MapView, line: HexsideLine) -> list[_Course]:
    chains = join_hexsides(view, [Hexside.parse(side) for side in line.hexsides])
    found = []
    for n, points in enumerate(chains):
        above = _through(view, line.source_hexes)[::-1] if n == 0 else ()
        below = _through(view, line.mouth_hexes) if n == len(chains) - 1 else ()
        found.append(
            _Course(
                line.id if n == 0 else f"{line.id}-{n}",
                line.lettered or line.name,
                points,
                above,
                below,
                is_canal=line.canal,
            )
        )
    return found


def _through(view: MapView, hexes: Sequence[HexId]) -> tuple[Point, ...]:
    """Return the points through which a river is drawn in hexes: across their common hexsides, to the end."""
    found = []
    for one, two in pairwise(hexes):
        if view.grid.adjacent(one, two):
            a, b = view.ends(Hexside.between(one, two))
            found.append(a.towards(b, 0.5))
    if hexes and (hexes[-1] in view.water_hexes or not found):
        last = view.layout.centre(hexes[-1])
        found.append(found[-1].towards(last, 0.6) if found else last)
    return tuple(found)


def _lake_beside(view: MapView, end: Point) -> Point | None:
    """Return the centre of a lake's hex at a corner; None if there is none."""
    reach = 0.3 * view.layout.radius
    for n in range(6):
        at = end + Point(math.cos(n * math.pi / 3 + 0.3), math.sin(n * math.pi / 3 + 0.3)).scaled(reach)
        hex_id = view.layout.hex_at(at)
        if hex_id is not None and hex_id in view.water_hexes:
            return view.layout.centre(hex_id)
    return None


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


def _drawn(
    view: MapView,
    course: _Course,
    flows: Sequence[float],
    trunks: Sequence[River],
    inks: Mapping[HexId, Box],
    fed: Collection[str],
) -> River:
    unit = view.art_scale_of_hex
    first, last = flows[0], flows[-1]
    points = [*course.above, *course.points, *course.below]
    head, springs = _beginning(view, points, trunks, heads=fed, fed=first > 0)
    tail, stops = _beginning(view, points[::-1], trunks, heads=fed, fed=_on_river(points[-1], trunks))
    points = [*head[::-1], *points[1:-1], *tail]
    even = resample(cut_corners(points, 3), _EVERY * unit)
    if course.is_canal:
        line = average_neighbours(even, round(_CANAL * view.layout.radius / (_EVERY * unit)))
        widths = (unit * _CANAL_WIDTH,) * len(line)
        return River(course.id, course.name, line, _tapered(line, widths, "joint", stops, unit))
    swung = average_neighbours(offset_polyline(even, _meander(even, course.id, unit)), _SOFT)
    if course.is_lake:
        line = cut_corners(swung, 1)
        return River(course.id, course.name, line, _broad(line, unit), is_lake=True)
    line = cut_corners(_beside_numbers(view, swung, unit * _width(first, last, 0.5), inks), 1)
    widths = tuple(unit * _width(first, last, n / (len(line) - 1)) for n in range(len(line)))
    return River(course.id, course.name, line, _tapered(line, widths, springs, stops, unit))


def _width(first: float, last: float, share: float) -> float:
    """Return the width of a river in mm on a 24 mm hex; `share` is the part of its course, from 0 to 1."""
    return min(_MOUTH_WIDTH, _SOURCE_WIDTH + _GAIN * (first + (last - first) * share))


def _beside_numbers(view: MapView, line: Line, width: float, inks: Mapping[HexId, Box]) -> Line:
    """Return a course that swings aside where it would run below hex numbers.

    It swings softly, over some length before and after a number, and not at its ends, where it meets others.
    """
    around = width / 2 + _CASING * view.art_scale_of_hex + _NEAR_NUMBER
    pushes = [_push(view, at, around, inks) for at in line]
    weights = [0.5 + 0.5 * math.cos(math.pi * n / (_SWERVE + 1)) for n in range(-_SWERVE, _SWERVE + 1)]
    found = []
    for n, at in enumerate(line):
        near = pushes[max(0, n - _SWERVE) : n + _SWERVE + 1]
        if all(push is _NOWHERE for push in near):
            found.append(at)
            continue
        felt = [
            push.scaled(weight) for push, weight in zip(near, weights[max(0, _SWERVE - n) :], strict=False)
        ]
        still = min(1.0, n / _SWERVE, (len(line) - 1 - n) / _SWERVE)
        found.append(at + Point(min(p.x for p in felt), min(p.y for p in felt)).scaled(still))
    return tuple(found)


_NOWHERE: Final = Point(0.0, 0.0)


def _push(view: MapView, at: Point, around: float, inks: Mapping[HexId, Box]) -> Point:
    """Return how far a point of a river must move up or to the left to be clear of the number below it."""
    layout = view.layout
    hex_id = layout.hex_at(Point(at.x, at.y + 0.15 * layout.hex_width)) or layout.hex_at(at)
    if hex_id is None or hex_id not in inks:
        return _NOWHERE
    box = inks[hex_id].inset(-around)
    if not (box.x < at.x < box.right and box.y < at.y < box.bottom):
        return _NOWHERE
    most = _DODGED * view.art_scale_of_hex
    up, left = min(at.y - box.y, most), min(at.x - box.x, most)
    return Point(0.0, -up) if up <= left or not layout.flat else Point(-left, 0.0)


def _beginning(
    view: MapView, points: Sequence[Point], trunks: Sequence[River], *, heads: Collection[str], fed: bool
) -> tuple[list[Point], str]:
    """Return the points that replace the first of a course, outermost last, and what lies there.

    `fed` says whether other water reaches it there, `heads` which rivers go on where another ends. What lies
    there is "joint", "lake", "edge", or "open"
    for a spring.
    """
    end, before = points[0], points[1]
    if (joint := _joint(end, trunks, heads, view.art_scale_of_hex)) is not None:
        return [joint], "joint"
    if (lake := _lake_beside(view, end)) is not None:
        return [end, end.towards(lake, 0.22), end.towards(lake, 0.5)], "lake"
    if (way := _way_out(view, before, end)) is not None:
        return [end, _stopped(end, way, trunks)], "edge"
    return [end], "joint" if fed else "open"


def _on_river(point: Point, trunks: Sequence[River]) -> bool:
    return any(
        point.distance(at) < river.widths[0]
        for river in trunks
        if river.box.overlaps(Box(point.x, point.y, 0, 0).inset(-river.widths[0]))
        for at in river.line
    )


_MEETING: Final = 1.0
"""How near to another river a way out of the map ends there, in mm."""


def _stopped(start: Point, way: Point, trunks: Sequence[River]) -> Point:
    """Return the end of a way out of the map: where it meets another river beyond the hexes, it ends."""
    count = max(2, round(start.distance(way)))
    around = Box.around((start, way)).inset(-_MEETING)
    near = [
        point
        for trunk in trunks
        if trunk.box.overlaps(around)
        for point in trunk.line
        if around.x < point.x < around.right and around.y < point.y < around.bottom
    ]
    for n in range(1, count + 1):
        at = start.towards(way, n / count)
        if any(at.distance(point) < _MEETING for point in near):
            return at
    return way


_SWING: Final = 0.55
"""How far a river swings from side to side in its bends, in mm on a 24 mm hex."""
_BEND: Final = 4.8
"""The length in mm on a 24 mm hex over which a river swings once to one side."""


def _meander(even: Line, seed: str, unit: float) -> list[float]:
    """Return how far each point of a course swings to its right: wide bends and small ones."""
    count, phase, found = len(even), 0.0, []
    for n in range(count):
        along = _EVERY * n
        phase += _EVERY / _BEND * math.pi * (1 + 0.75 * smooth_noise(along / 9.0, f"{seed}:length"))
        swing = _SWING * (0.45 + 0.55 * abs(smooth_noise(along / 14.0, f"{seed}:swing")))
        wide = _SWAY * smooth_noise(along / 11.0, seed)
        still = min(1.0, along / 4, _EVERY * (count - 1 - n) / 4)
        found.append(unit * still * (wide + swing * math.sin(phase)))
    return found


def _tapered(line: Line, widths: Sequence[float], springs: str, stops: str, unit: float) -> tuple[float, ...]:
    """Return the widths of a river, thin at its spring and wide at its mouth into a lake."""
    ruler = Ruler(line)
    total = ruler.length
    found = []
    for at, width in zip(ruler.marks, widths, strict=True):
        share = 1.0
        for kind, away in ((springs, at), (stops, total - at)):
            if kind == "open":
                share *= min(1.0, 0.22 + 0.78 * (away / (0.45 * total + 1e-6)) ** 0.7)
            elif kind == "lake":
                mouth = away - 2.0 * unit
                share *= 1 + 0.8 * max(0.0, 1 - max(0.0, mouth) / (4.5 * unit))
        found.append(width * share)
    return tuple(found)


def _broad(line: Line, unit: float) -> tuple[float, ...]:
    """Return the widths of a lake, as broad as its hexsides allow, and narrower toward its ends."""
    ruler = Ruler(line)
    near_end = (min(mark, ruler.length - mark) / (_NARROWS * unit) for mark in ruler.marks)
    return tuple(unit * (_END_WIDTH + (_BROAD_WIDTH - _END_WIDTH) * min(1.0, at) ** 0.6) for at in near_end)


def _joint(end: Point, trunks: Sequence[River], heads: Collection[str], unit: float) -> Point | None:
    """Return the point where a course joins another river, slightly downstream; None if it joins none."""
    reach = 3.2 * unit
    # A little more than the reach, so that rounding can't miss a river.
    around = Box(end.x, end.y, 0, 0).inset(-1.01 * reach)
    near = [
        (away, trunk, n)
        for trunk in trunks
        if trunk.box.overlaps(around)
        for n, point in enumerate(trunk.line)
        if abs(point.x - end.x) < reach and (away := point.distance(end)) < reach
    ]
    if not near:
        return None
    _, trunk, n = min(near, key=lambda found: found[0])
    if n < _DOWNSTREAM and trunk.id in heads:
        return trunk.line[0]
    return trunk.line[min(len(trunk.line) - 1, n + _DOWNSTREAM)]


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


def draw_river_casings(canvas: Canvas, view: MapView, rivers: Sequence[River]) -> None:
    """Paint the banks of all rivers; the water is painted over them, so that rivers join without seams."""
    _paint(canvas, rivers, Style(fill=view.theme.water_edge), 2 * _CASING * view.art_scale_of_hex)


def draw_river_water(canvas: Canvas, view: MapView, rivers: Sequence[River]) -> None:
    """Paint the water of all rivers, then the shore lines of lakes along hexsides."""
    theme, unit = view.theme, view.art_scale_of_hex
    _paint(canvas, rivers, Style(fill=theme.water), 0.0)
    shores = Style(stroke=theme.water_edge, width=_SHORE_LINE * unit, cap="round", join="round")
    inflows = [river for river in rivers if not river.is_lake]
    for lake in rivers:
        if lake.is_lake:
            inner = [width / 2 - _SHORE * unit for width in lake.widths]
            both = (offset_polyline(lake.line, by) for by in (inner, [-far for far in inner]))
            open_shores = [part for line in both for part in dry_parts(line, inflows, unit)]
            canvas.path(combine_paths(open_shores), shores)


_CLEAR_OF_MOUTH: Final = 0.35
"""The distance that lines along a shore keep from the water of a river, in mm on a 24 mm hex."""


def dry_parts(line: Line, rivers: Sequence[River], unit: float, *, closed: bool = False) -> Iterator[Path]:
    """Yield the parts of a line along a shore that lie outside the mouths of rivers, or the whole line."""
    around = Box.around(line)
    near = [river for river in rivers if river.box.overlaps(around)]
    wet = [any(river.covers(point, _CLEAR_OF_MOUTH * unit) for river in near) for point in line]
    if not any(wet):
        yield Path.line(line, closed=closed)
        return
    first = wet.index(True) if closed else 0
    run: list[Point] = []
    for n in range(first, first + len(line)):
        if not wet[n % len(line)]:
            run.append(line[n % len(line)])
        elif run:
            yield Path.line(run)
            run = []
    if run:
        yield Path.line(run)


def draw_rivers(canvas: Canvas, view: MapView, rivers: Sequence[River]) -> None:
    """Paint rivers where there are no lakes."""
    draw_river_casings(canvas, view, rivers)
    draw_river_water(canvas, view, rivers)


def _paint(canvas: Canvas, rivers: Sequence[River], style: Style, wider: float) -> None:
    for river in rivers:
        # The bank of a spring is thin too.
        extra = [min(wider, 1.2 * width) for width in river.widths]
        widths = [width + more for width, more in zip(river.widths, extra, strict=True)]
        canvas.path(ribbon_outline(river.line, widths), style)
        for end, width in ((river.line[0], widths[0]), (river.line[-1], widths[-1])):
            canvas.path(Path.ellipse(end, width / 2), style)
