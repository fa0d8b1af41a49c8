"""Draft a map: read the layers, snap them to the hexes, and list the features that were moved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import shapely

from hexwright.geomap.front_layers import FrontLayerDraft, draft_fronts
from hexwright.geomap.hexside_graph import HexsideGraph, hexside_graph
from hexwright.geomap.id_slugs import UniqueIds
from hexwright.geomap.layer_files import LayerReader, ProjectedFeature
from hexwright.geomap.moved_features import REPORTED_FROM, MovedFeature
from hexwright.geomap.projected_hexes import ProjectedHexes, project_hexes
from hexwright.geomap.river_direction import orient_downstream
from hexwright.geomap.river_snapping import SnappedLine, WaterNetwork, polyline, snap_courses
from hexwright.geomap.road_and_rail_routing import RoutedLine, RouteGraph, route_lines
from hexwright.geomap.source_lines import SourceLine, source_lines
from hexwright.geomap.spec_loading import LoadedSpec
from hexwright.geomap.terrain_sampling import TerrainSampler, water_hexes
from hexwright.geomap.town_placement import Town, moved_towns, place_towns
from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import (
    Edge,
    HexLine,
    HexMap,
    HexsideArt,
    HexsideFeature,
    HexsideLine,
    LineFeature,
    Place,
    Terrain,
)
from hexwright.model.ids import HexId
from hexwright.support.progress_stages import ProgressListener

_SMALL = 0.6
"""A body of water shorter than this share of a hex is left out."""


@dataclass(frozen=True)
class MapDraft:
    """The drafted map, and the data from which it was made."""

    spec: LoadedSpec
    field: ProjectedHexes
    hexmap: HexMap
    moved: tuple[MovedFeature, ...]
    net: HexsideGraph
    towns: tuple[Town, ...]
    rivers: tuple[SnappedLine, ...]
    ways: tuple[RoutedLine, ...]
    fronts: tuple[FrontLayerDraft, ...]
    water: tuple[ProjectedFeature, ...]


def draft_map(spec: LoadedSpec, watch: ProgressListener) -> MapDraft:
    """Draft the map of a spec; raise `InputError` for errors in its layers."""
    watch.stage("lay out the hexes")
    field = project_hexes(spec)
    layers = LayerReader(spec, field)
    moved: list[MovedFeature] = []
    watch.stage("place the towns")
    towns = place_towns(spec, layers)
    moved += moved_towns(layers, towns)
    watch.stage("fill the hexes")
    water, full = _water(spec, layers)
    flooded = frozenset(h for hexes in full.values() for h in hexes)
    ground = TerrainSampler(spec, layers).hexes_by_terrain(flooded)
    watch.stage("snap rivers to hexsides")
    net = hexside_graph(field)
    snapped = _snap(spec, layers, net, water, full)
    moved += _moved_rivers(field, net, snapped)
    watch.stage("route railways and roads through hexes")
    ways = _ways(spec, layers, flooded, towns)
    moved += _moved_ways(field, ways)
    fronts, moved_fronts = draft_fronts(spec, layers, net)
    moved += moved_fronts
    spec.report.raise_if_failed()
    hexmap = HexMap(
        title=spec.geography.title,
        provenance=spec.geography.provenance,
        grid=field.grid,
        terrain=tuple(_terrain(spec, ground, full)),
        km_per_hex=spec.geography.grid.hex_km,
        edges=tuple(_edges(field)),
        features=tuple(front.feature for front in fronts if front.feature is not None),
        hexsides=(
            *_hexside_features(spec, net, snapped),
            *(front.hexsides for front in fronts if front.hexsides is not None),
        ),
        lines=tuple(_line_features(spec, ways)),
        places=tuple(_places(towns)),
    )
    all_water = tuple(one for found in water.values() for one in found)
    return MapDraft(
        spec,
        field,
        hexmap,
        tuple(moved),
        net,
        tuple(towns),
        tuple(snapped),
        tuple(ways),
        tuple(fronts),
        all_water,
    )


def _water(
    spec: LoadedSpec, layers: LayerReader
) -> tuple[dict[str, list[ProjectedFeature]], dict[str, tuple[HexId, ...]]]:
    water = {
        w.id: layers.features_of_layer("waters", w.id, w.sources, "areas") for w in spec.geography.waters
    }
    full: dict[str, tuple[HexId, ...]] = {}
    taken: set[HexId] = set()
    for layer in spec.geography.waters:
        found = water_hexes(layers.field, water[layer.id], layer.share)
        full[layer.id] = tuple(h for h in found if h not in taken)
        taken.update(found)
    return water, full


def _snap(
    spec: LoadedSpec,
    layers: LayerReader,
    net: HexsideGraph,
    water: dict[str, list[ProjectedFeature]],
    full: dict[str, tuple[HexId, ...]],
) -> list[SnappedLine]:
    """Snap narrow bodies of water first, then rivers, so that rivers follow the water."""
    field = layers.field
    width = field.hex_km
    state = WaterNetwork(net)
    state.set_water_hexes(h for hexes in full.values() for h in hexes)
    lakes: list[SourceLine] = []
    for layer in spec.geography.waters:
        if layer.hexsides:
            filled = set(full[layer.id])
            flooded = shapely.union_all(
                [o for o, h in zip(field.outlines, field.hexes, strict=True) if h in filled]
            )
            for one in water[layer.id]:
                lakes += _axes(field, layer.id, one, flooded)
    rivers: list[SourceLine] = []
    for river in spec.geography.rivers:
        placed = layers.features_of_layer("rivers", river.id, river.sources, "lines")
        rivers += source_lines(river.id, placed, field.box, 0.6 * width)
    join = {r.id: 0.5 * width if r.join_km is None else r.join_km for r in spec.geography.rivers}
    least = {r.id: width if r.least_km is None else r.least_km for r in spec.geography.rivers}
    small = {w.id: _SMALL * width for w in spec.geography.waters}
    first = snap_courses(state, lakes, dict.fromkeys(small, 0.0), small)
    return orient_downstream(state, first + snap_courses(state, rivers, join, least))


def _axes(field: ProjectedHexes, layer: str, one: ProjectedFeature, flooded: Any) -> Iterable[SourceLine]:
    """Yield the long axes of those parts of a body of water that fill no hex."""
    for part in shapely.get_parts(one.shape.intersection(field.box).difference(flooded)):
        if part.geom_type != "Polygon" or part.area <= 0:
            continue
        hull = shapely.get_coordinates(part.convex_hull.simplify(0.02 * field.hex_km))
        spots = [(round(float(x), 7), round(float(y), 7)) for x, y in hull]
        span = max(
            ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2, a, b) for n, a in enumerate(spots) for b in spots[:n]
        )
        line = shapely.LineString(sorted(span[1:]))
        leaves = tuple(field.box.exterior.distance(shapely.Point(end)) < 1e-5 for end in line.coords)
        yield SourceLine(layer, one.name, line, (leaves[0], leaves[1]), part)


def _ways(
    spec: LoadedSpec, layers: LayerReader, water: frozenset[HexId], towns: Sequence[Town]
) -> list[RoutedLine]:
    roadbed = RouteGraph(layers.field, water)
    found: list[RoutedLine] = []
    for layer in spec.geography.ways:
        placed = layers.features_of_layer("ways", layer.id, layer.sources, "lines")
        courses = source_lines(layer.id, placed, layers.field.box, 0.3 * layers.field.hex_km)
        found += route_lines(roadbed, courses, towns)
    return found


# What was moved ----------------------------------------------------------------------------------


def _moved_rivers(
    field: ProjectedHexes, net: HexsideGraph, snapped: Sequence[SnappedLine]
) -> Iterable[MovedFeature]:
    # A line may continue along another, or through a lake, so its source's distance from any drawn line
    # counts.
    drawn = shapely.union_all([polyline(net, one.way) for one in snapped if one.sides])
    for one in snapped:
        if not one.sides:
            yield _left_out(field, one.course, one.left_out)
            continue
        found = _farthest_point(field, one.course, drawn)
        if found is not None:
            x, y, km = found
            at = min(
                one.sides,
                key=lambda s: (
                    round(
                        shapely.LineString(
                            [(net.corners[c].x, net.corners[c].y) for c in net.side_corners[s]]
                        ).distance(shapely.Point(x, y)),
                        6,
                    ),
                    s,
                ),
            )
            yield _moved(field, one.course, str(net.sides[at]), x, y, km)


def _moved_ways(field: ProjectedHexes, ways: Sequence[RoutedLine]) -> Iterable[MovedFeature]:
    for one in ways:
        if not one.parts:
            yield _left_out(field, one.course, one.left_out)
        if len(one.hexes) < 2:
            continue
        centres = [field.layout.centre(h) for h in one.hexes]
        found = _farthest_point(field, one.course, shapely.LineString([(c.x, c.y) for c in centres]))
        if found is not None:
            x, y, km = found
            at = min(
                one.hexes,
                key=lambda h: (
                    round(
                        (field.layout.centre(h).x - x) ** 2 + (field.layout.centre(h).y - y) ** 2,
                        6,
                    ),
                    h,
                ),
            )
            yield _moved(field, one.course, at, x, y, km)


def _farthest_point(
    field: ProjectedHexes, course: SourceLine, drawn: Any
) -> tuple[float, float, float] | None:
    """Return the point of a source farthest from its drawn line, with the distance in km.

    None means that no point is more than half a hex away.
    """
    line = course.line
    if course.water_area is not None:
        return None
    count = max(2, round(course.length / field.hex_km * 8))
    points = shapely.line_interpolate_point(line, [n / count for n in range(count + 1)], normalized=True)
    far = [round(float(d), 4) for d in shapely.distance(points, drawn)]
    # Sources beyond the ragged edge of the hexes can't be drawn.
    inside = [n for n, point in enumerate(points) if field.layout.hex_at(Point(point.x, point.y)) is not None]
    if not inside:
        return None
    worst = max(inside, key=lambda n: (far[n], -n))
    if far[worst] <= REPORTED_FROM * field.hex_km:
        return None
    return float(points[worst].x), float(points[worst].y), far[worst]


def _moved(field: ProjectedHexes, course: SourceLine, at: str, x: float, y: float, km: float) -> MovedFeature:
    longitude, latitude = field.degrees(x, y)
    return MovedFeature(
        "moved",
        course.layer,
        course.name,
        at,
        longitude,
        latitude,
        km,
        km / field.hex_km,
        "the farthest point of its source",
    )


def _left_out(field: ProjectedHexes, course: SourceLine, why: str) -> MovedFeature:
    middle = course.line.interpolate(0.5, normalized=True)
    longitude, latitude = field.degrees(middle.x, middle.y)
    return MovedFeature("left out", course.layer, course.name, "", longitude, latitude, 0.0, 0.0, why)


# The parts of the map ----------------------------------------------------------------------------


def _terrain(
    spec: LoadedSpec, ground: dict[str, tuple[HexId, ...]], full: dict[str, tuple[HexId, ...]]
) -> Iterable[Terrain]:
    for kind in spec.geography.terrain:
        if not kind.found or ground[kind.id]:
            yield Terrain(kind.id, kind.name, kind.art, ground[kind.id])
    for water in spec.geography.waters:
        if full[water.id]:
            yield Terrain(water.id, water.name, "lake", full[water.id])


def _edges(field: ProjectedHexes) -> Iterable[Edge]:
    grid, hexes = field.grid, field.hexes
    at = {h: hexes.position(h) for h in hexes}
    for name, words, lane, value in (
        ("north", "North edge", 1, 1),
        ("east", "East edge", 0, grid.columns),
        ("south", "South edge", 1, grid.rows),
        ("west", "West edge", 0, 1),
    ):
        along = sorted((h for h in hexes if at[h][lane] == value), key=lambda h: at[h])
        yield Edge(name, words, tuple(along))


def _hexside_features(
    spec: LoadedSpec, net: HexsideGraph, snapped: Sequence[SnappedLine]
) -> Iterable[HexsideFeature]:
    named: list[tuple[str, str, HexsideArt]] = [
        *((r.id, r.name, "river") for r in spec.geography.rivers),
        *((w.id, w.hexsides, "lake") for w in spec.geography.waters if w.hexsides),
    ]
    for layer, name, art in named:
        ids = UniqueIds()
        lines = tuple(
            HexsideLine(
                ids.new_id(one.course.name, layer),
                tuple(str(net.sides[s]) for s in one.sides),
                one.course.name,
            )
            for one in snapped
            if one.course.layer == layer and one.sides
        )
        if lines:
            yield HexsideFeature(layer, name, art, lines)


def _line_features(spec: LoadedSpec, ways: Sequence[RoutedLine]) -> Iterable[LineFeature]:
    for layer in spec.geography.ways:
        ids = UniqueIds()
        lines: list[HexLine] = []
        for way in ways:
            if way.course.layer != layer.id:
                continue
            for part in way.parts:
                exits = tuple(e for e in way.exits if e.hex in (part[0], part[-1]))
                name = way.course.name or layer.name
                lines.append(HexLine(ids.new_id(name, layer.id), name, part, exits))
        if lines:
            yield LineFeature(layer.id, layer.name, layer.art, tuple(lines))


def _places(towns: Sequence[Town]) -> Iterable[Place]:
    ids = UniqueIds()
    for town in towns:
        yield Place(ids.new_id(town.name, town.layer), town.name, town.hex, town.kind)
