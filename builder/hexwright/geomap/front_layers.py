"""Convert front lines to rows of adjacent hexes, or to hexsides that face the enemy."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.geomap.hexside_graph import HexsideGraph
from hexwright.geomap.id_slugs import UniqueIds
from hexwright.geomap.layer_files import LayerReader
from hexwright.geomap.moved_features import MovedFeature
from hexwright.geomap.river_snapping import SnappedLine, WaterNetwork, snap_courses
from hexwright.geomap.road_and_rail_routing import RoutedLine, RouteGraph, route_lines
from hexwright.geomap.source_lines import MAX_SOURCE_LINES, source_lines, too_many_lines
from hexwright.geomap.spec_loading import LoadedSpec
from hexwright.model.geomap_spec import Compass, FrontLayer
from hexwright.model.hex_map import Feature, FeatureGroup, HexsideFeature, HexsideLine
from hexwright.model.ids import Hexside

_DEGREES: Final[dict[Compass, float]] = {
    "n": 270,
    "ne": 315,
    "e": 0,
    "se": 45,
    "s": 90,
    "sw": 135,
    "w": 180,
    "nw": 225,
}
"""The direction toward the front in degrees, clockwise from the east, because y points down."""


@dataclass(frozen=True, slots=True)
class FrontLayerDraft:
    """A layer of front lines, converted to rows of hexes or to hexsides."""

    feature: Feature | None
    hexsides: HexsideFeature | None
    rows: tuple[RoutedLine, ...] = ()
    snapped: tuple[SnappedLine, ...] = ()


def draft_fronts(
    spec: LoadedSpec, layers: LayerReader, net: HexsideGraph
) -> tuple[list[FrontLayerDraft], list[MovedFeature]]:
    """Return the front lines of all layers, and the features that were left out; raise `InputError` for
    errors in a layer.
    """
    found: list[FrontLayerDraft] = []
    lost: list[MovedFeature] = []
    for layer in spec.geography.fronts:
        placed = layers.features_of_layer("fronts", layer.id, layer.sources, "lines")
        courses = source_lines(layer.id, placed, layers.field.box, layers.field.hex_km)
        if layer.drawn == "hexes":
            # Each is a separate line: where two run through the same hexes, both have them.
            if len(courses) > MAX_SOURCE_LINES:
                raise too_many_lines(len(courses), "leave out minor lines")
            graph = RouteGraph(layers.field)
            rows = [route_lines(graph, [course], ())[0] for course in courses]
            found.append(FrontLayerDraft(_feature(layer, rows), None, tuple(rows)))
            continue
        snapped = snap_courses(WaterNetwork(net), courses, {layer.id: 0.0}, {layer.id: 0.0})
        found.append(FrontLayerDraft(None, _hexsides(layer, net, snapped), (), tuple(snapped)))
        for one in snapped:
            if not one.sides:
                middle = one.course.line.interpolate(0.5, normalized=True)
                longitude, latitude = layers.field.degrees(middle.x, middle.y)
                lost.append(
                    MovedFeature(
                        "left out", layer.id, one.course.name, "", longitude, latitude, 0, 0, one.left_out
                    )
                )
    return found, lost


def _feature(layer: FrontLayer, rows: Sequence[RoutedLine]) -> Feature | None:
    ids = UniqueIds()
    groups = tuple(
        FeatureGroup(ids.new_id(row.course.name, layer.id), row.course.name or layer.name, row.hexes)
        for row in rows
        if row.hexes
    )
    return Feature(layer.id, layer.name, layer.art, groups, layer.side) if groups else None


def _hexsides(layer: FrontLayer, net: HexsideGraph, snapped: Sequence[SnappedLine]) -> HexsideFeature | None:
    ids = UniqueIds()
    lines = tuple(
        HexsideLine(
            ids.new_id(one.course.name, layer.id),
            tuple(_facing(net, one, layer.front) if layer.front else (str(net.sides[s]) for s in one.sides)),
            one.course.name,
        )
        for one in snapped
        if one.sides
    )
    return HexsideFeature(layer.id, layer.name, "defence", lines, layer.side) if lines else None


def _facing(net: HexsideGraph, one: SnappedLine, front: Compass) -> list[str]:
    """Return each hexside of a line as a pair: the hex behind it first, then the hex in front.

    The front is on the same side, left or right, along the whole line. It is the side that points more
    toward `front` over the length of the line.
    """
    angle = math.radians(_DEGREES[front])
    to = (math.cos(angle), math.sin(angle))
    corners = [net.corners[c] for c in one.way]
    left = sum(
        # A quarter turn to the left of the line's direction, with y pointing down.
        (b.y - a.y) * to[0] - (b.x - a.x) * to[1]
        for a, b in itertools.pairwise(corners)
    )
    own = set(one.sides)
    texts: list[str] = []
    for a, b in zip(one.way, one.way[1:], strict=False):
        side = net.side_between(a, b)
        if side in own:
            texts.append(_behind_first(net, net.sides[side], a, b, on_left=left > 0))
    return texts


def _behind_first(net: HexsideGraph, side: Hexside, a: int, b: int, *, on_left: bool) -> str:
    start, end = net.corners[a], net.corners[b]
    first, second = (net.field.layout.centre(h) for h in (side.first, side.second))
    way = (second.x - first.x) * (end.y - start.y) - (second.y - first.y) * (end.x - start.x)
    # Positive if the step from the first hex to the second leads to the left of the line.
    in_front = side.second if (way > 0) == on_left else side.first
    behind = side.first if in_front == side.second else side.second
    return f"{behind}/{in_front}"
