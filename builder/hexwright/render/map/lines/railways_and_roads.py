"""Draw railways and roads from hex to hex, as long curves through the hexes of their paths."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import LineArt, LineFeature
from hexwright.model.ids import HexId, Hexside
from hexwright.render.canvas import Box, Canvas, Path, Style, walk_polyline
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.hexes.hex_numbers import number_box, number_indent, usual_places
from hexwright.render.map.lines.line_smoothing import LineGate, place_knots, spline
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import Line, to_frame
from hexwright.render.theme import FINE, STRONG

_TICK_EVERY = 2.6
_TICK = 1.5
_RAIL_BED: Final = 1.9
_ROAD = 1.1
_STRAIGHT_ENOUGH = math.radians(75)
_OPEN = 0.27
"""The maximum distance from a hexside's middle at which a line crosses it, as a share of its length."""
_BESIDE = 2.2
"""The distance of a road from the middle of a hexside that a railway also crosses, in mm on a 24 mm hex."""
_SLACK = 0.3
"""The maximum distance of a junction from its hex's centre, as a share of the hex's radius."""
_STEEP = 0.64
"""The cosine of the flattest angle at which a line may leave the map."""

_Node = str
Link = tuple[_Node, _Node]


@dataclass(frozen=True, slots=True)
class LineStroke:
    """One smooth section of a railway or road.

    `leaves` contains two flags: whether the start and the end leave the map.
    """

    line: Line
    leaves: tuple[bool, bool]
    art: LineArt = "rail"


@dataclass(frozen=True, slots=True)
class _Exit:
    """A point at which a line leaves the map: the hex, the middle of its hexside, and the direction
    outward.
    """

    hex_id: HexId
    middle: Point
    way: Point


@dataclass(frozen=True, slots=True)
class _Network:
    """The links of a feature's lines, and the position of each node; a node is a hex or an exit."""

    places: Mapping[_Node, Point]
    links: Sequence[Link]
    exits: Mapping[_Node, _Exit]


def line_links(view: MapView, features: Iterable[LineFeature]) -> frozenset[Link]:
    """Return the pairs of adjacent hexes that the lines of these features join."""
    return frozenset(link for feature in features for link in _network(view, feature).links)


def trace_all_lines(view: MapView, features: Sequence[LineFeature]) -> dict[str, tuple[LineStroke, ...]]:
    """Return the strokes of all railways and roads of a map, by the feature's id.

    In hexes that both use, roads run beside the railways.
    """
    by_rail = line_links(view, (feature for feature in features if not feature.is_road))
    by_road = line_links(view, (feature for feature in features if feature.is_road))
    return {
        feature.id: trace_transport_lines(view, feature, by_rail if feature.is_road else by_road)
        for feature in features
    }


def trace_transport_lines(
    view: MapView, feature: LineFeature, beside: Collection[Link] = ()
) -> tuple[LineStroke, ...]:
    """Return a feature's lines as strokes, each continuing as straight as possible through junctions.

    A stroke crosses the hexsides between the hexes of its path and passes through its places; between these
    it bends as little as possible. In hexes shared with the lines in `beside`, railways keep to the middle
    and roads to one side. Lines cross upper hexsides to the right of the hex number.
    """
    network = _network(view, feature)
    strokes = _strokes(network)
    gates = _gates(view, network, strokes) | _apart(view, network, strokes, beside, road=feature.is_road)
    usual = usual_places(view)
    if usual and view.layout.flat:
        gates |= _beside_numbers(view, network, strokes, beside, feature.art)
    lines = [_knots(nodes, gates) for nodes in strokes]
    spots = place_knots(gates, lines)
    knots = [[spots[name] for name in line] for line in lines]
    if below := _below_numbers(view, network, strokes, gates, knots, usual):
        gates |= below
        lines = [_knots(nodes, gates) for nodes in strokes]
        spots = place_knots(gates, lines)
    towns = {place.hex for place in view.hexmap.places if place.kind != "name"}
    drawn = (_stroke(view, network, line, lines, spots, towns) for line in lines)
    return tuple(replace(stroke, art=feature.art) for stroke in drawn)


def _strokes(network: _Network) -> list[tuple[_Node, ...]]:
    """Return the nodes of each stroke of a network, in order."""
    partner = _partners(network.places, network.links)
    strokes = []
    left = dict.fromkeys(network.links)
    while left:
        start = next((link for link in left if _is_end(link, partner)), next(iter(left)))
        strokes.append(_walk(start, partner, left))
    return strokes


def _network(view: MapView, feature: LineFeature) -> _Network:
    places: dict[_Node, Point] = {}
    links: dict[Link, None] = {}
    exits: dict[_Node, _Exit] = {}
    for line in view.hex_lines(feature):
        for hex_id in line.path:
            places[hex_id] = view.layout.centre(hex_id)
        for a, b in pairwise(line.path):
            links[min(a, b), max(a, b)] = None
        for leaving in line.exits:
            name = f"{leaving.hex}>{leaving.direction}"
            one, two = view.layout.side(leaving.hex, leaving.direction)
            places[name] = one.towards(two, 0.5)
            exits[name] = _Exit(leaving.hex, places[name], view.layout.outward(leaving.direction))
            links[leaving.hex, name] = None
    return _Network(places, list(links), exits)


def _gates(view: MapView, network: _Network, strokes: Sequence[Sequence[_Node]]) -> dict[str, LineGate]:
    """Return the gates that constrain the lines: places, ends, junctions and crossed hexsides."""
    towns = {place.hex for place in view.hexmap.places if place.kind != "name"}
    meets: dict[_Node, int] = {}
    for link in network.links:
        for node in link:
            meets[node] = meets.get(node, 0) + 1
    ends = {node for nodes in strokes for node in (nodes[0], nodes[-1])}
    found: dict[str, LineGate] = {}
    slack = _SLACK * view.layout.radius
    for node, at in network.places.items():
        if node in network.exits:
            leaving = network.exits[node]
            size = math.hypot(leaving.way.x, leaving.way.y)
            across = Point(-leaving.way.y, leaving.way.x).scaled(_OPEN * view.layout.radius / size)
            found[node] = LineGate(at, (across,))
        elif node in towns or meets[node] == 1:
            found[node] = LineGate(at)
        elif meets[node] > 2 or node in ends:
            found[node] = LineGate(at, (Point(slack, 0.0), Point(0.0, slack)))
    for a, b in network.links:
        if a not in network.exits and b not in network.exits:
            one, two = view.ends(Hexside.between(HexId(a), HexId(b)))
            found[_gate_name(a, b)] = LineGate(one.towards(two, 0.5), ((two - one).scaled(_OPEN),))
    return found


def _apart(
    view: MapView,
    network: _Network,
    strokes: Sequence[Sequence[_Node]],
    beside: Collection[Link],
    *,
    road: bool,
) -> dict[str, LineGate]:
    """Return the gates that separate lines in shared hexes.

    Railways keep to the middle. A road keeps to the right of its course, or to the left if that is east of
    most of the upper hexsides that it shares: there the hex number stands to the west.
    """
    found: dict[str, LineGate] = {}
    for nodes in strokes:
        shared = [
            (a, b)
            for a, b in pairwise(nodes)
            if (min(a, b), max(a, b)) in beside and not {a, b} & network.exits.keys()
        ]
        south = sum(
            math.copysign(1.0, network.places[b].y - network.places[a].y)
            for a, b in shared
            if _is_upright(network, a, b)
        )
        right = -1.0 if south > 0 else 1.0
        for a, b in shared:
            one, two = view.ends(Hexside.between(HexId(a), HexId(b)))
            way, along = network.places[b] - network.places[a], two - one
            side = right if -way.y * along.x + way.x * along.y > 0 else -right
            far = side * _BESIDE * view.art_scale_of_hex / one.distance(two) if road else 0.0
            found[_gate_name(a, b)] = LineGate(one.towards(two, 0.5 + far), (along.scaled(0.02),))
    return found


_CLEAR_OF_NUMBER: Final = 0.95
"""The distance of a line's middle from a hex number above it, in mm on a 24 mm hex."""
_BESIDE_NUMBER: Final = 0.3
"""The distance of a line's edge from a hex number beside it, in mm."""
_CELL: Final = 8.0
"""The edge in mm of the cells by which points of a line near a number are found."""


def _beside_numbers(
    view: MapView,
    network: _Network,
    strokes: Sequence[Sequence[_Node]],
    beside: Collection[Link],
    art: LineArt,
) -> dict[str, LineGate]:
    """Return the gates of upper hexsides: the part to the right of the hex number, where a line is free.

    Where a road and a railway cross the same one, the railway keeps to the left of that part. On a map whose
    hexes have a corner at the top there is no need, because numbers are clear of the middles of hexsides.
    """
    unit, most = view.art_scale_of_hex, _OPEN * view.layout.radius
    half = 0.5 * (_RAIL_BED if art not in _ROADS else _ROADS[art].edge) * unit
    least = half + _BESIDE_NUMBER - number_indent(view)
    rail = 0.5 * _RAIL_BED * unit + _BESIDE_NUMBER - number_indent(view)
    found: dict[str, LineGate] = {}
    for nodes in strokes:
        for a, b in pairwise(nodes):
            if not _is_upright(network, a, b):
                continue
            middle = _middle(network, a, b)
            if (min(a, b), max(a, b)) in beside:
                far = rail + (_BESIDE * unit if art in _ROADS else 0.0)
                found[_gate(network, a, b)] = LineGate(middle + Point(far, 0.0), (Point(0.1 * unit, 0.0),))
            else:
                free = Point(max(0.1 * unit, (most - least) / 2), 0.0)
                found[_gate(network, a, b)] = LineGate(middle + Point(least, 0.0) + free, (free,))
    return found


def _below_numbers(
    view: MapView,
    network: _Network,
    strokes: Sequence[Sequence[_Node]],
    gates: Mapping[str, LineGate],
    knots: Sequence[Sequence[Point]],
    usual: Mapping[HexId, Point],
) -> dict[str, LineGate]:
    """Return a gate below the number of each hex whose number a line through it would strike."""
    away = _CLEAR_OF_NUMBER * view.art_scale_of_hex + 0.7
    slack = _SLACK * view.layout.radius
    found: dict[str, LineGate] = {}
    for nodes, line in zip(strokes, knots, strict=True):
        boxes = {
            node: number_box(view, HexId(node), usual[HexId(node)]).inset(-away)
            for node in nodes[1:-1]
            if node not in gates and node in usual
        }
        if not boxes:
            continue
        cells: dict[tuple[int, int], list[Point]] = {}
        for point in spline(line, 0.9):
            cells.setdefault((int(point.x // _CELL), int(point.y // _CELL)), []).append(point)
        for node, box in boxes.items():
            if any(
                box.x < point.x < box.right and box.y < point.y < box.bottom
                for point in _points_near(cells, box)
            ):
                foot = usual[HexId(node)].y + away + 0.5 * slack
                middle = Point(network.places[node].x, foot)
                found[node] = LineGate(middle, (Point(slack, 0.0), Point(0.0, 0.5 * slack)))
    return found


def _points_near(cells: Mapping[tuple[int, int], Sequence[Point]], box: Box) -> Iterator[Point]:
    for x in range(int(box.x // _CELL), int(box.right // _CELL) + 1):
        for y in range(int(box.y // _CELL), int(box.bottom // _CELL) + 1):
            yield from cells.get((x, y), ())


def _is_upright(network: _Network, a: _Node, b: _Node) -> bool:
    """Return whether a link crosses the upper or lower side of a hex."""
    return abs(network.places[a].x - network.places[b].x) < 1e-6


def _gate(network: _Network, a: _Node, b: _Node) -> str:
    """Return the name of the gate of the hexside that a link crosses."""
    return next((node for node in (a, b) if node in network.exits), _gate_name(a, b))


def _middle(network: _Network, a: _Node, b: _Node) -> Point:
    """Return the middle of the hexside that a link crosses."""
    leaving = next((node for node in (a, b) if node in network.exits), None)
    return network.places[a].towards(network.places[b], 0.5) if leaving is None else network.places[leaving]


def _gate_name(a: _Node, b: _Node) -> str:
    return f"{min(a, b)}/{max(a, b)}"


def _knots(nodes: Sequence[_Node], gates: Mapping[str, LineGate]) -> tuple[str, ...]:
    """Return the names of the gates that a stroke passes through, in order."""
    found = [nodes[0]] if nodes[0] in gates else []
    for a, b in pairwise(nodes):
        if (gate := _gate_name(a, b)) in gates:
            found.append(gate)
        if b in gates:
            found.append(b)
    return tuple(found)


def _partners(places: Mapping[_Node, Point], links: Sequence[Link]) -> dict[tuple[_Node, Link], Link]:
    """Return, for each node and link, the link at that node that continues it most nearly straight."""
    at: dict[_Node, list[Link]] = {}
    for link in links:
        for node in link:
            at.setdefault(node, []).append(link)
    found: dict[tuple[_Node, Link], Link] = {}
    for node, near in sorted(at.items()):
        bends = sorted(
            (abs(math.pi - _angle(places, node, a, b)), a, b) for a, b in combinations(sorted(near), 2)
        )
        for bend, a, b in bends:
            if (node, a) in found or (node, b) in found:
                continue
            if bend <= _STRAIGHT_ENOUGH or len(near) == 2:
                found[node, a], found[node, b] = b, a
    return found


def _other(link: Link, node: _Node) -> _Node:
    return link[1] if link[0] == node else link[0]


def _angle(places: Mapping[_Node, Point], node: _Node, a: Link, b: Link) -> float:
    here = places[node]
    one, two = places[_other(a, node)] - here, places[_other(b, node)] - here
    turn = math.atan2(one.y, one.x) - math.atan2(two.y, two.x)
    return abs((turn + math.pi) % (2 * math.pi) - math.pi)


def _is_end(link: Link, partner: Mapping[tuple[_Node, Link], Link]) -> bool:
    return any((node, link) not in partner for node in link)


def _walk(
    start: Link, partner: Mapping[tuple[_Node, Link], Link], left: dict[Link, None]
) -> tuple[_Node, ...]:
    first = next((node for node in start if (node, start) not in partner), start[0])
    nodes, link, here = [first], start, first
    while link in left:
        del left[link]
        here = _other(link, here)
        nodes.append(here)
        if (here, link) not in partner:
            break
        link = partner[here, link]
    return tuple(nodes)


def _stroke(
    view: MapView,
    network: _Network,
    line: tuple[str, ...],
    lines: Sequence[tuple[str, ...]],
    spots: Mapping[str, Point],
    towns: Collection[str],
) -> LineStroke:
    knots = [spots[name] for name in line]
    first = None if line[0] in towns else _turnout(line, lines, spots)
    last = None if line[-1] in towns else _turnout(line[::-1], lines, spots)
    leaves = line[0] in network.exits, line[-1] in network.exits
    if leaves[0]:
        knots.insert(0, _way_out(view, network.exits[line[0]], knots[1], knots[0]))
    if leaves[1]:
        knots.append(_way_out(view, network.exits[line[-1]], knots[-2], knots[-1]))
    drawn = spline(knots, 0.9, first=first, last=None if last is None else last.scaled(-1))
    return LineStroke(drawn, leaves)


def _way_out(view: MapView, leaving: _Exit, before: Point, gate: Point) -> Point:
    """Return the point at which a line leaves the map.

    It is straight ahead, or turned outward if the angle to the edge would be too flat.
    """
    size = math.hypot(leaving.way.x, leaving.way.y)
    out, on = leaving.way.scaled(1 / size), (gate - before).scaled(1 / (gate.distance(before) or 1.0))
    way = on if on.x * out.x + on.y * out.y > _STEEP else on + out
    field = view.field
    return to_frame(gate, way, field.x, field.y, field.right, field.bottom)


def _turnout(
    line: tuple[str, ...], lines: Sequence[tuple[str, ...]], spots: Mapping[str, Point]
) -> Point | None:
    """Return the direction in which a branch leaves a through line, like a railway switch.

    None means that there is no through line.
    """
    node, towards = line[0], spots[line[1]] - spots[line[0]]
    for other in lines:
        if other is line or node not in other[1:-1]:
            continue
        index = other.index(node)
        along = spots[other[index + 1]] - spots[other[index - 1]]
        if along.x * towards.x + along.y * towards.y < 0:
            along = along.scaled(-1)
        size, far = math.hypot(along.x, along.y) or 1.0, math.hypot(towards.x, towards.y) or 1.0
        return along.scaled(1 / size) + towards.scaled(0.6 / far)
    return None


_GAUGES: Final = (("light-rail", 0.6, 0.8), ("rail", 1.0, 1.0))
"""The kinds of railway: their weights, and how close their ties are."""


def draw_rails(canvas: Canvas, view: MapView, strokes: Sequence[LineStroke]) -> None:
    """Paint railways: bed, line and ties, and an arrowhead where a line leaves the
    map.
    """
    draw_rail_beds(canvas, view, strokes)
    draw_rail_lines(canvas, view, strokes)


def draw_rail_beds(canvas: Canvas, view: MapView, strokes: Sequence[LineStroke]) -> None:
    """Paint the pale beds of railways."""
    unit = view.art_scale_of_hex
    for art, weight, _ in _GAUGES:
        if runs := [stroke.line for stroke in strokes if stroke.art == art]:
            bed = Style(
                stroke=view.theme.rail_bed, width=_RAIL_BED * unit * weight, join="round", opacity=0.75
            )
            canvas.path(combine_paths(map(Path.line, runs)), bed)


def draw_rail_lines(canvas: Canvas, view: MapView, strokes: Sequence[LineStroke]) -> None:
    """Paint the lines and ties of railways."""
    for art, weight, longer in _GAUGES:
        _rails(canvas, view, [stroke for stroke in strokes if stroke.art == art], weight, longer)


def _rails(
    canvas: Canvas, view: MapView, strokes: Sequence[LineStroke], weight: float, longer: float
) -> None:
    """Paint railways of one gauge; narrow ones have thin lines, and ties twice as far apart on one side."""
    theme, unit = view.theme, view.art_scale_of_hex
    runs = [stroke.line for stroke in strokes]
    if not runs:
        return
    heavy = unit * weight * theme.look.rail
    whole = combine_paths(Path.line(run) for run in runs)
    canvas.path(whole, Style(stroke=theme.rail, width=STRONG * heavy, join="round"))
    ticks = []
    for run in runs:
        for point, heading in walk_polyline(run, _TICK_EVERY * unit / longer):
            across = math.radians(heading + 90)
            half = Point(math.cos(across), math.sin(across)).scaled(_TICK / 2 * unit * longer)
            ticks.append(Path.line([point - half if longer == 1.0 else point, point + half]))
    canvas.path(combine_paths(ticks), Style(stroke=theme.rail, width=FINE * 1.4 * heavy))
    _arrows(canvas, view, strokes)


def _arrows(canvas: Canvas, view: MapView, strokes: Sequence[LineStroke]) -> None:
    heads = []
    for stroke in strokes:
        for leaves, tip, before in (
            (stroke.leaves[0], stroke.line[0], stroke.line[3]),
            (stroke.leaves[1], stroke.line[-1], stroke.line[-4]),
        ):
            if leaves:
                size = tip.distance(before)
                way = (tip - before).scaled(2.6 * view.art_scale_of_hex / size)
                side = Point(-way.y, way.x).scaled(0.5)
                foot = tip - way
                heads.append(Path.line([tip, foot + side, foot - side], closed=True))
    if heads:
        canvas.path(combine_paths(heads), Style(fill=view.theme.rail))


@dataclass(frozen=True, slots=True)
class _RoadWidths:
    """The widths of a road in mm on a 24 mm hex: its edges, its surface, and the line in its middle."""

    edge: float
    surface: float
    middle: float
    dash: tuple[float, ...] = ()


_ROADS: Final[Mapping[LineArt, _RoadWidths]] = MappingProxyType(
    {
        "track": _RoadWidths(1.3, 0.55, 0.0, (1.7, 1.0)),
        "road": _RoadWidths(_ROAD + 0.9, _ROAD, 0.28),
        "highway": _RoadWidths(_ROAD + 1.9, _ROAD + 1.1, 0.55),
    }
)
"""The kinds of roads, the least first: a greater road covers a lesser one."""


def draw_roads(canvas: Canvas, view: MapView, strokes: Sequence[LineStroke]) -> None:
    """Paint roads: coloured lines with pale edges; tracks are broken."""
    theme, unit = view.theme, view.art_scale_of_hex * view.theme.look.road
    for art, widths in _ROADS.items():
        runs = [stroke.line for stroke in strokes if stroke.art == art]
        if not runs:
            continue
        whole = combine_paths(Path.line(run) for run in runs)
        dash = tuple(length * unit for length in widths.dash)
        edge = Style(stroke=theme.road_edge, width=widths.edge * unit, join="round", opacity=0.85)
        canvas.path(whole, edge)
        surface = Style(stroke=theme.road, width=widths.surface * unit, dash=dash, join="round")
        canvas.path(whole, surface)
        if widths.middle:
            canvas.path(whole, Style(stroke=theme.road_edge, width=widths.middle * unit, join="round"))
