"""Draw lines of war: as rows of touching hexes, or as hexsides with the enemy in front."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.geomap.displacements import Moved
from hexwright.geomap.hexside_graph import Net
from hexwright.geomap.id_slugs import Ids
from hexwright.geomap.layer_files import Layers
from hexwright.geomap.river_snapping import Snapped, Waters, snap_courses
from hexwright.geomap.road_and_rail_routing import Path, Roadbed, lay_ways
from hexwright.geomap.source_lines import courses_of
from hexwright.geomap.spec_loading import Spec
from hexwright.model.geography_spec import Compass, FrontLayer
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
"""The way to the front, clockwise from the east, as y grows downward."""


@dataclass(frozen=True, slots=True)
class Front:
    """A layer of fronts as drawn."""

    feature: Feature | None
    hexsides: HexsideFeature | None
    rows: tuple[Path, ...] = ()
    snapped: tuple[Snapped, ...] = ()


def draw_fronts(spec: Spec, layers: Layers, net: Net) -> tuple[list[Front], list[Moved]]:
    """Return the fronts of all layers, and what of them was left out; raise `Faults`."""
    found: list[Front] = []
    lost: list[Moved] = []
    for layer in spec.geography.fronts:
        placed = layers.of("fronts", layer.id, layer.sources, "lines")
        courses = courses_of(layer.id, placed, layers.field.box, layers.field.hex_km)
        if layer.drawn == "hexes":
            # Each is a line of its own: where two run through the same hexes, both have them.
            rows = [lay_ways(Roadbed(layers.field), [course], ())[0] for course in courses]
            found.append(Front(_feature(layer, rows), None, tuple(rows)))
            continue
        snapped = snap_courses(Waters(net), courses, {layer.id: 0.0}, {layer.id: 0.0})
        found.append(Front(None, _hexsides(layer, net, snapped), (), tuple(snapped)))
        for one in snapped:
            if not one.sides:
                middle = one.course.line.interpolate(0.5, normalized=True)
                longitude, latitude = layers.field.degrees(middle.x, middle.y)
                lost.append(
                    Moved("left out", layer.id, one.course.name, "", longitude, latitude, 0, 0, one.left_out)
                )
    return found, lost


def _feature(layer: FrontLayer, rows: Sequence[Path]) -> Feature | None:
    ids = Ids()
    groups = tuple(
        FeatureGroup(ids.of(row.course.name, layer.id), row.course.name or layer.name, row.hexes)
        for row in rows
        if row.hexes
    )
    return Feature(layer.id, layer.name, layer.art, groups, layer.side) if groups else None


def _hexsides(layer: FrontLayer, net: Net, snapped: Sequence[Snapped]) -> HexsideFeature | None:
    ids = Ids()
    lines = tuple(
        HexsideLine(
            ids.of(one.course.name, layer.id),
            tuple(_facing(net, one, layer.front) if layer.front else (str(net.sides[s]) for s in one.sides)),
            one.course.name,
        )
        for one in snapped
        if one.sides
    )
    return HexsideFeature(layer.id, layer.name, "defence", lines, layer.side) if lines else None


def _facing(net: Net, one: Snapped, front: Compass) -> list[str]:
    """Write each hexside as the hex behind the line, then the hex in front of it.

    The front is on one hand all along the line: on that hand which, over the whole line, looks there most.
    """
    angle = math.radians(_DEGREES[front])
    to = (math.cos(angle), math.sin(angle))
    corners = [net.corners[c] for c in one.way]
    left = sum(
        # Turning the way by a quarter to the left, where y grows downward.
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


def _behind_first(net: Net, side: Hexside, a: int, b: int, *, on_left: bool) -> str:
    start, end = net.corners[a], net.corners[b]
    first, second = (net.field.layout.centre(h) for h in (side.first, side.second))
    way = (second.x - first.x) * (end.y - start.y) - (second.y - first.y) * (end.x - start.x)
    # Positive: from the first hex to the second leads to the left of the way.
    in_front = side.second if (way > 0) == on_left else side.first
    behind = side.first if in_front == side.second else side.second
    return f"{behind}/{in_front}"
