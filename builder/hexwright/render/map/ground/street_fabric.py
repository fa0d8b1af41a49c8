"""Draw the built-up area of a town, or of a city that fills hexes, cut by streets into blocks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Place, PlaceKind, Terrain
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.map.ground.ground_noise import share_of
from hexwright.render.map.ground.land_cover import IsFreePoint, texture_scale
from hexwright.render.map.ground.polygon_cutting import Ring, cut_polygon, half_of
from hexwright.render.map.hex_regions import PolygonArea, combine_paths
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import Line

REACH: Final[Mapping[PlaceKind, float]] = MappingProxyType(
    {"capital": 10.6, "major-city": 7.6, "city": 5.4, "town": 3.0}
)
"""The radius of each kind of place in mm on a 24 mm hex."""
_BLOCKS: Final[Mapping[PlaceKind, float]] = MappingProxyType(
    {"capital": 0.75, "major-city": 0.62, "city": 0.5, "town": 0.36}
)
"""The area of a block of houses in mm², on a 14 mm hex."""
_AVENUES: Final[Mapping[PlaceKind, int]] = MappingProxyType({"capital": 4, "major-city": 2, "city": 1})
"""The number of avenues that cross in the middle."""


def draw_street_fabric(canvas: Canvas, view: MapView, place: Place) -> None:
    """Draw the ground of a town and its blocks, which thin out toward its rim."""
    if place.kind == "name":
        return
    theme, unit = view.theme, view.art_scale_of_hex
    reach, centre = REACH[place.kind] * unit, view.layout.centre(place.hex)
    outline = _footprint(place, reach)
    moved = [p + centre for p in outline]
    canvas.path(
        Path.smooth(moved, closed=True),
        Style(fill=theme.built_up, stroke=mix_colours(theme.built_up, theme.built_up_mark, 0.6), width=0.14),
    )
    if theme.look.towns <= 0:
        return
    unit = texture_scale(view)
    blocks = [
        Path.line([p + centre for p in ring], closed=True)
        for key, ring in _blocks(
            place.id, outline, _AVENUES.get(place.kind, 0), _BLOCKS[place.kind] * unit**2, 0.11 * unit
        )
        if share_of(key, "kept") < theme.look.towns * (1.35 - 0.75 * _far(ring) / reach)
    ]
    if blocks:
        canvas.path(combine_paths(blocks), Style(fill=mix_colours(theme.built_up_mark, theme.ink, 0.18)))


_CITY_AVENUES: Final = 5
_CITY_BLOCK: Final = 2.0
"""The area of a block of a city that fills hexes, in mm² on a 14 mm hex."""


def draw_city_blocks(
    canvas: Canvas, view: MapView, kind: Terrain, edge: Sequence[Line], free: IsFreePoint
) -> None:
    """Draw the blocks of a city that fills hexes, along avenues from its main place, or else its middle."""
    theme, unit = view.theme, texture_scale(view)
    area, blocks = PolygonArea(edge), []
    for n, ring in enumerate(edge):
        centre = _heart(view, kind, ring)
        outline = [p - centre for p in ring]
        reach = max(math.hypot(p.x, p.y) for p in outline)
        # Of a sample of the terrain, a small part is visible.
        seen = view.visible_field.moved(Point(-centre.x, -centre.y))
        city, block = f"{kind.id}{n}", _CITY_BLOCK * unit**2
        for key, part in _blocks(city, outline, _CITY_AVENUES, block, 0.2 * unit, seen):
            middle = Point(sum(p.x for p in part) / len(part), sum(p.y for p in part) / len(part))
            kept = share_of(key, "kept") < theme.look.towns * (1.25 - 0.65 * _far(part) / reach)
            corners = [p + centre for p in part]
            # Cuts across an inlet leave parts that reach over it.
            if kept and all(corner in area for corner in corners) and free(middle + centre):
                blocks.append(Path.line(corners, closed=True))
    if blocks:
        canvas.path(combine_paths(blocks), Style(fill=theme.built_up_mark, opacity=0.85))


def _heart(view: MapView, kind: Terrain, ring: Line) -> Point:
    """Return the centre of the largest place in the hexes of a city inside a ring, or the ring's middle."""
    area = PolygonArea([ring])
    ranks = list(REACH)
    inside = [
        (ranks.index(place.kind), centre)
        for place in view.hexmap.places
        if place.kind in REACH
        and place.hex in kind.hexes
        and (centre := view.layout.centre(place.hex)) in area
    ]
    middle = Point(sum(p.x for p in ring) / len(ring), sum(p.y for p in ring) / len(ring))
    return min(inside, key=lambda found: found[0], default=(0, middle))[1]


def _footprint(place: Place, reach: float) -> Ring:
    """Return a lumpy shape around the origin, longer in one direction."""
    count = 22 if place.kind == "capital" else 14
    long = math.pi * share_of(place.id, "long")
    found = []
    for n in range(count):
        angle = math.tau * n / count
        far = reach * (0.78 + 0.3 * share_of(place.id, "rim", n)) * (1 + 0.14 * math.cos(2 * (angle - long)))
        found.append(Point(far * math.cos(angle), far * math.sin(angle)))
    return found


def _blocks(
    key: str, outline: Ring, avenues: int, area: float, half: float, seen: Box | None = None
) -> Iterator[tuple[str, Ring]]:
    """Yield blocks of about an `area`: sectors between the avenues first, then each cut by its own streets.

    An avenue is twice `half` wide. Blocks outside the box that is `seen` are left out.
    """
    turn = math.pi * share_of(key, "streets")
    sectors = [outline]
    for n in range(avenues):
        angle = turn + math.pi * (n + 0.25 * share_of(key, "avenue", n)) / avenues
        way = Point(-math.sin(angle), math.cos(angle))
        sectors = [
            part
            for ring in sectors
            for part in (half_of(ring, way, half, 1), half_of(ring, way, -half, -1))
            if len(part) > 2
        ]
    for n, ring in enumerate(sectors):
        own = turn + (0.5 * share_of(key, "own", n) if avenues > 1 else 0.0)
        yield from cut_polygon(ring, own, f"{key}{n}", area, 0.1, seen)


def _far(ring: Ring) -> float:
    """Return the distance of a block's middle from the town's."""
    return math.hypot(sum(p.x for p in ring) / len(ring), sum(p.y for p in ring) / len(ring))
