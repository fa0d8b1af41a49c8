"""Draw terrain: clear land, the area outside the hexes, and the kinds of terrain that fill hexes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Terrain
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.designer_pictures import aspect_ratio
from hexwright.render.map.ground.land_cover import IsFreePoint, cover_clear_land, cover_terrain, texture_scale
from hexwright.render.map.ground.land_picture import paint_land
from hexwright.render.map.ground.organic_edges import organic_edge
from hexwright.render.map.ground.river_banks import RiverBanks
from hexwright.render.map.ground.street_fabric import draw_city_blocks
from hexwright.render.map.hex_regions import PolygonArea, combine_paths, joined_outlines
from hexwright.render.map.hexes.hex_numbers import number_inks
from hexwright.render.map.hexes.lakes import shore_lines
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import Line
from hexwright.render.theme import MEDIUM

PAINTED_BEYOND = 1.5
"""How far the painted land extends beyond the field, in mm."""
_WOOD_EDGE = 0.22
"""The width in mm of the outline of woods on small hexes."""
_OFF_NUMBER = 0.3
"""The distance of the edges of terrain from hex numbers, in mm."""
_CITY_CORNERS = 1
"""How round the corners of a city are, whose hexes nobody may doubt: its edge keeps to the hexsides."""


@dataclass(frozen=True, slots=True)
class GroundLines:
    """The lines that the ground takes into account: land slopes to rivers, and lanes lead to tracks."""

    rivers: Sequence[tuple[Line, float]] = ()
    tracks: Sequence[Line] = ()


_NO_LINES = GroundLines()


def draw_land(canvas: Canvas, view: MapView, lines: GroundLines = _NO_LINES) -> None:
    """Paint the land: the designer's picture, shaded land, or one flat colour."""
    theme = view.theme
    canvas.path(Path.rectangle(view.field), Style(fill=theme.land))
    if view.ground is not None:
        canvas.image(view.ground.box, view.ground.data)
        return
    if view.hexmap.picture in view.art:
        canvas.image(view.field, view.art[view.hexmap.picture], cover=True)
        return
    if not theme.look.painted_land:
        return
    box = view.window or view.field.inset(-PAINTED_BEYOND)
    shapes = [
        (kind.art, terrain_edge(view, kind))
        for kind in view.hexmap.terrain
        if kind.hexes and kind.art != "clear" and kind.picture not in view.art and view.draws("terrain")
    ]
    painted = paint_land(theme, box, shapes, lines.rivers, texture_scale(view))
    canvas.image(painted.box, painted.data, soft=True)


def draw_ground_off_map(canvas: Canvas, view: MapView) -> None:
    """Dim the area inside the neatline that no hex covers, and outline the hexes in play."""
    rings = joined_outlines(view, tuple(view.grid), beyond=False)
    veil = combine_paths([Path.rectangle(view.field), *(Path.line(ring, closed=True) for ring in rings)])
    canvas.path(veil, Style(fill=view.theme.land_off, opacity=0.62, even_odd=True))
    limit = combine_paths(Path.line(ring, closed=True) for ring in rings)
    canvas.path(limit, Style(stroke=view.theme.map_edge, width=MEDIUM, join="round"))


def draw_terrain(
    canvas: Canvas, view: MapView, free: IsFreePoint, lines: GroundLines = _NO_LINES, *, farmed: bool = True
) -> None:
    """Draw all kinds of terrain but water, each as one area over its hexes, and farms on clear land if
    `farmed`.
    """
    if farmed and view.ground is None and view.hexmap.picture not in view.art:
        wet = _wet(view, lines)
        cover_clear_land(canvas, view, _clear_hexes(view), free, lines.tracks, wet)
    for kind in view.hexmap.terrain:
        if kind.picture in view.art:
            _lay(canvas, view, kind, view.art[kind.picture])
        elif kind.hexes and kind.art not in ("clear", "lake", "sea"):
            with canvas.group(f"terrain:{kind.id}"):
                _fill(canvas, view, kind)
                if kind.art == "city":
                    draw_city_blocks(canvas, view, kind, terrain_edge(view, kind), free)
                cover_terrain(canvas, view, kind, terrain_edge(view, kind), free)


def _clear_hexes(view: MapView) -> list[HexId]:
    """Return the hexes of clear land that the designer draws nothing on."""
    kinds = {
        hex_id: kind
        for kind in reversed(view.hexmap.terrain)
        for hex_id in kind.hexes
        if kind.art not in ("clear", "field")
    }
    ground = next((kind for kind in view.hexmap.terrain if not kind.hexes), None)
    if ground is not None and (ground.picture in view.art or ground.art not in ("clear", "field")):
        return []
    return [hex_id for hex_id in view.grid if hex_id not in kinds]


def _wet(view: MapView, lines: GroundLines) -> Callable[[Point], bool]:
    """Return a function that tells whether a point is in or beside a river."""
    cell = 1.2
    crossed = {(int(p.x // cell), int(p.y // cell)) for line, _ in lines.rivers for p in _closely(line, cell)}
    cells = {(x + dx, y + dy) for x, y in crossed for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    lakes = {h for kind in view.hexmap.terrain if kind.art in ("lake", "sea") for h in kind.hexes}

    def wet(point: Point) -> bool:
        return (int(point.x // cell), int(point.y // cell)) in cells or (
            bool(lakes) and view.layout.hex_at(point) in lakes
        )

    return wet


def _closely(line: Line, step: float) -> Iterator[Point]:
    """Yield the points of a line, and more between them where they are far apart."""
    for a, b in pairwise(line):
        pieces = max(1, math.ceil(a.distance(b) / step))
        yield from (a.towards(b, n / pieces) for n in range(pieces))


def _fill(canvas: Canvas, view: MapView, kind: Terrain) -> None:
    """Fill the area of a kind of terrain, and outline it if the style does."""
    theme, unit = view.theme, view.art_scale_of_hex
    shape = combine_paths(Path.line(ring, closed=True) for ring in terrain_edge(view, kind))
    if theme.look.painted_land and kind.art != "city":
        # The painted land has its colour; where woods are pale, a line tells where they end.
        if kind.art in ("forest", "jungle") and view.smallness:
            ground = theme.ground(kind.art)
            edge = mix_colours(ground, theme.forest_edge, view.smallness)
            canvas.path(shape, Style(stroke=edge, width=_WOOD_EDGE, join="round"))
        return
    if kind.art == "city":
        canvas.path(shape, Style(fill=theme.built_up, stroke=theme.built_up_mark, width=MEDIUM))
        return
    edge = {
        "forest": theme.forest_edge,
        "jungle": theme.forest_edge,
        "swamp": theme.swamp_mark,
        "marsh": theme.swamp_mark,
    }.get(kind.art, theme.hills_mark)
    dash = (1.6 * unit, 1.0 * unit) if kind.art in ("swamp", "marsh", "field", "sand", "snow") else ()
    width = (0.42 if theme.look.marks == "signs" else 0.2) * unit
    outlined = Style(fill=theme.ground(kind.art), stroke=edge, width=width, dash=dash, join="round")
    canvas.path(shape, outlined if theme.look.edge_lines else Style(fill=theme.ground(kind.art)))


def _lay(canvas: Canvas, view: MapView, kind: Terrain, picture: bytes) -> None:
    """Tile the area of a kind of terrain with a picture. Each tile is as wide as a hex."""
    others = {hex_id for other in view.hexmap.terrain if other != kind for hex_id in other.hexes}
    hexes = kind.hexes or tuple(hex_id for hex_id in view.grid if hex_id not in others)
    if not hexes:
        return
    whole = replace(kind, hexes=hexes)
    rings = joined_outlines(view, hexes) if kind.art == "clear" else terrain_edge(view, whole)
    wide = view.layout.hex_width
    tall = wide / aspect_ratio(picture)
    corners = [view.layout.centre(hex_id) for hex_id in hexes]
    reach = view.layout.radius + wide
    spots = {
        (column, row)
        for centre in corners
        for column in range(math.floor((centre.x - reach) / wide), math.floor((centre.x + reach) / wide) + 1)
        for row in range(math.floor((centre.y - reach) / tall), math.floor((centre.y + reach) / tall) + 1)
    }
    clip = combine_paths(Path.line(ring, closed=True) for ring in rings)
    with canvas.group(f"terrain:{kind.id}", clip=clip):
        for column, row in sorted(spots):
            canvas.image(Box(column * wide, row * tall, wide, tall), picture, cover=True)


def terrain_area(view: MapView, kind: Terrain) -> PolygonArea:
    """Return the area drawn for a kind of terrain. Other symbols avoid it."""
    return PolygonArea(terrain_edge(view, kind))


def terrain_edge(view: MapView, kind: Terrain) -> tuple[Line, ...]:
    """Return the outlines drawn for a kind of terrain. They are computed once for each map."""
    key = kind.id, kind.hexes
    if key not in view.edges:
        view.edges[key] = _edge(view, kind)
    return view.edges[key]


def _edge(view: MapView, kind: Terrain) -> tuple[Line, ...]:
    if kind.art in ("lake", "sea"):
        return shore_lines(view, kind)
    rings = joined_outlines(view, kind.hexes)
    banks, wide = RiverBanks(view).along, view.layout.hex_width
    if kind.art == "city":
        return tuple(organic_edge(ring, wide, 0.0, kind.id, banks, _CITY_CORNERS) for ring in rings)
    edges = (organic_edge(ring, wide, view.theme.look.wander, kind.id, banks) for ring in rings)
    inks = number_inks(view) if view.layout.flat else {}
    return tuple(tuple(_above_number(view, point, inks) for point in edge) for edge in edges)


def _above_number(view: MapView, point: Point, inks: Mapping[HexId, Box]) -> Point:
    """Return a point of an edge, moved up where it lies on the hex number below it, or close beside that.

    Thus a number stands wholly in its own terrain.
    """
    hex_id = view.layout.hex_at(point)
    if hex_id is None or hex_id not in inks:
        return point
    ink = inks[hex_id]
    aside = max(0.0, ink.x - point.x, point.x - ink.right) - _OFF_NUMBER
    top = ink.y - _OFF_NUMBER + max(0.0, aside)
    return Point(point.x, top) if top < point.y < ink.bottom + _OFF_NUMBER else point


__all__ = [
    "GroundLines",
    "draw_ground_off_map",
    "draw_land",
    "draw_terrain",
    "terrain_area",
    "terrain_edge",
]
