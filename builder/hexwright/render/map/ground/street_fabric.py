"""Draw the built-up area of a town: an irregular footprint, cut by streets into blocks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Place, PlaceKind
from hexwright.render.canvas import Canvas, Path, Style
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.map.ground.ground_noise import share_of
from hexwright.render.map.ground.land_cover import texture_scale
from hexwright.render.map.ground.polygon_cutting import Ring, cut_polygon, half_of
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.map_view import MapView

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
    blocks = [
        Path.line([p + centre for p in ring], closed=True)
        for key, ring in _blocks(view, place, outline)
        if share_of(key, "kept") < theme.look.towns * (1.35 - 0.75 * _far(ring) / reach)
    ]
    if blocks:
        canvas.path(combine_paths(blocks), Style(fill=mix_colours(theme.built_up_mark, theme.ink, 0.18)))


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


def _blocks(view: MapView, place: Place, outline: Ring) -> Iterator[tuple[str, Ring]]:
    """Yield the blocks: sectors between the avenues first, then each cut by its own streets."""
    unit = texture_scale(view)
    turn = math.pi * share_of(place.id, "streets")
    avenues, half = _AVENUES.get(place.kind, 0), 0.11 * unit
    sectors = [outline]
    for n in range(avenues):
        angle = turn + math.pi * (n + 0.25 * share_of(place.id, "avenue", n)) / avenues
        way = Point(-math.sin(angle), math.cos(angle))
        sectors = [
            part
            for ring in sectors
            for part in (half_of(ring, way, half, 1), half_of(ring, way, -half, -1))
            if len(part) > 2
        ]
    for n, ring in enumerate(sectors):
        own = turn + (0.5 * share_of(place.id, "own", n) if avenues > 1 else 0.0)
        yield from cut_polygon(ring, own, f"{place.id}{n}", _BLOCKS[place.kind] * unit * unit, 0.1)


def _far(ring: Ring) -> float:
    """Return the distance of a block's middle from the town's."""
    return math.hypot(sum(p.x for p in ring) / len(ring), sum(p.y for p in ring) / len(ring))
