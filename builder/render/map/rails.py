"""Draw what links hexes: railways and roads, as curves through the hexes' centres."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from builder.geometry.layout import Point
from builder.model.hexmap import LineFeature
from builder.render.canvas import Box, Canvas, Path, Style, points_along
from builder.render.map.curves import Line, flowing, to_frame
from builder.render.map.regions import joined
from builder.render.map.view import MapView
from builder.render.theme import FINE, STRONG

_TICK_EVERY = 2.6
_TICK = 1.5
_ROAD = 1.1
_STRAIGHT_ENOUGH = math.radians(75)

_Node = str
_Link = tuple[_Node, _Node]


@dataclass(frozen=True, slots=True)
class Stroke:
    """One smooth run of a railway or road; `leaves` tells which ends meet the neat line."""

    line: Line
    leaves: tuple[bool, bool]


def trace_lines(view: MapView, feature: LineFeature) -> tuple[Stroke, ...]:
    """Return a feature's lines as strokes, each running on as straight as it can through junctions."""
    places, links = _network(view, feature)
    partner = _partners(places, links)
    strokes = []
    left = dict.fromkeys(links)
    while left:
        start = next((link for link in left if _is_end(link, partner)), next(iter(left)))
        nodes = _walk(start, partner, left)
        strokes.append(nodes)
    return tuple(_stroke(nodes, places, strokes) for nodes in strokes)


def _network(view: MapView, feature: LineFeature) -> tuple[dict[_Node, Point], list[_Link]]:
    places: dict[_Node, Point] = {}
    links: dict[_Link, None] = {}
    for line in view.hex_lines(feature):
        for hex_id in line.path:
            places[hex_id] = view.layout.centre(hex_id)
        for a, b in pairwise(line.path):
            links[min(a, b), max(a, b)] = None
        for leaving in line.exits:
            way = view.layout.outward(leaving.side)
            name = f"{leaving.at}>{leaving.side}"
            places[name] = _on_frame(view.layout.centre(leaving.at), way, view.field)
            links[leaving.at, name] = None
    return places, list(links)


def _on_frame(start: Point, way: Point, field: Box) -> Point:
    return to_frame(start, way, field.x, field.y, field.right, field.bottom)


def _partners(places: Mapping[_Node, Point], links: Sequence[_Link]) -> dict[tuple[_Node, _Link], _Link]:
    """Pair the links at each node that run on most straightly into each other."""
    at: dict[_Node, list[_Link]] = {}
    for link in links:
        for node in link:
            at.setdefault(node, []).append(link)
    found: dict[tuple[_Node, _Link], _Link] = {}
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


def _other(link: _Link, node: _Node) -> _Node:
    return link[1] if link[0] == node else link[0]


def _angle(places: Mapping[_Node, Point], node: _Node, a: _Link, b: _Link) -> float:
    here = places[node]
    one, two = places[_other(a, node)] - here, places[_other(b, node)] - here
    turn = math.atan2(one.y, one.x) - math.atan2(two.y, two.x)
    return abs((turn + math.pi) % (2 * math.pi) - math.pi)


def _is_end(link: _Link, partner: Mapping[tuple[_Node, _Link], _Link]) -> bool:
    return any((node, link) not in partner for node in link)


def _walk(
    start: _Link, partner: Mapping[tuple[_Node, _Link], _Link], left: dict[_Link, None]
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
    nodes: tuple[_Node, ...], places: Mapping[_Node, Point], strokes: Sequence[tuple[_Node, ...]]
) -> Stroke:
    points = [places[node] for node in nodes]
    before = _lean(nodes[0], points[1], nodes, places, strokes)
    after = _lean(nodes[-1], points[-2], nodes, places, strokes)
    line = flowing(points, 0.9, before=before, after=after)
    return Stroke(line, (">" in nodes[0], ">" in nodes[-1]))


def _lean(
    node: _Node,
    towards: Point,
    own: tuple[_Node, ...],
    places: Mapping[_Node, Point],
    strokes: Sequence[tuple[_Node, ...]],
) -> Point | None:
    """Return the point a branch seems to come from, so that it leaves a passing line like a turnout."""
    here = places[node]
    for other in strokes:
        if other is own or node not in other[1:-1]:
            continue
        index = other.index(node)
        back, on = places[other[index - 1]], places[other[index + 1]]
        along = on - back
        if along.x * (towards.x - here.x) + along.y * (towards.y - here.y) < 0:
            along = along.scaled(-1)
        return here - along.scaled(0.35)
    return None


def draw_rails(canvas: Canvas, view: MapView, strokes: Sequence[Stroke]) -> None:
    """Paint railways: a pale bed, the line, and its ticks; an arrowhead where one leaves the map."""
    theme, unit = view.theme, view.unit
    whole = joined(Path.line(stroke.line) for stroke in strokes)
    canvas.path(whole, Style(stroke=theme.rail_bed, width=1.9 * unit, join="round", opacity=0.75))
    canvas.path(whole, Style(stroke=theme.rail, width=STRONG * unit, join="round"))
    ticks = []
    for stroke in strokes:
        for point, heading in points_along(stroke.line, _TICK_EVERY * unit):
            across = math.radians(heading + 90)
            half = Point(math.cos(across), math.sin(across)).scaled(_TICK / 2 * unit)
            ticks.append(Path.line([point - half, point + half]))
    canvas.path(joined(ticks), Style(stroke=theme.rail, width=FINE * 1.4 * unit))
    _arrows(canvas, view, strokes)


def _arrows(canvas: Canvas, view: MapView, strokes: Sequence[Stroke]) -> None:
    heads = []
    for stroke in strokes:
        for leaves, tip, before in (
            (stroke.leaves[0], stroke.line[0], stroke.line[3]),
            (stroke.leaves[1], stroke.line[-1], stroke.line[-4]),
        ):
            if leaves:
                size = tip.distance(before)
                way = (tip - before).scaled(2.6 * view.unit / size)
                side = Point(-way.y, way.x).scaled(0.5)
                foot = tip - way
                heads.append(Path.line([tip, foot + side, foot - side], closed=True))
    if heads:
        canvas.path(joined(heads), Style(fill=view.theme.rail))


def draw_roads(canvas: Canvas, view: MapView, strokes: Sequence[Stroke]) -> None:
    """Paint roads: a coloured line between two pale edges."""
    theme, unit = view.theme, view.unit
    whole = joined(Path.line(stroke.line) for stroke in strokes)
    canvas.path(whole, Style(stroke=theme.road_edge, width=(_ROAD + 0.9) * unit, join="round", opacity=0.85))
    canvas.path(whole, Style(stroke=theme.road, width=_ROAD * unit, join="round"))
    canvas.path(whole, Style(stroke=theme.road_edge, width=0.28 * unit, join="round"))
