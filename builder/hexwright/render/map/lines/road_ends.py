"""Draw a few houses where a road ends in a hex without a place, so that it leads somewhere."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import LineFeature
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.lines.railways_and_roads import LineStroke, line_links
from hexwright.render.map.map_view import MapView
from hexwright.render.map.stable_noise import stable_share

_HOUSES: Final = 7
_FAR: Final = 1.9
"""The distance of the farthest house from the road's end, in mm on a 24 mm hex."""


def bare_road_ends(
    view: MapView, features: Iterable[LineFeature], roads: Iterable[LineStroke]
) -> tuple[Point, ...]:
    """Return where roads end in hexes that have no place and that no other road enters."""
    links = Counter(node for link in line_links(view, features) for node in link)
    towns = {place.hex for place in view.hexmap.places if place.kind != "name"}
    ends = (
        at
        for stroke in roads
        for at, leaves in zip((stroke.line[0], stroke.line[-1]), stroke.leaves, strict=True)
        if not leaves
    )
    found = ((view.layout.hex_at(at), at) for at in ends)
    return tuple(
        at for hex_id, at in found if hex_id is not None and hex_id not in towns and links[hex_id] == 1
    )


def hamlet_box(view: MapView, at: Point) -> Box:
    """Return the box of the houses around a road's end."""
    reach = (_FAR + 0.4) * view.art_scale_of_hex
    return Box(at.x - reach, at.y - reach, 2 * reach, 2 * reach)


def draw_hamlets(canvas: Canvas, view: MapView, ends: Sequence[Point]) -> None:
    """Draw the houses around the ends of roads."""
    unit, theme = view.art_scale_of_hex, view.theme
    houses = []
    for at in ends:
        hex_id = view.layout.hex_at(at)
        for n in range(_HOUSES):
            angle = math.tau * (n + 0.5 * stable_share(hex_id, n, "angle")) / _HOUSES
            far = (0.95 + (_FAR - 0.95) * stable_share(hex_id, n, "far")) * unit
            middle = at + Point(math.cos(angle), math.sin(angle)).scaled(far)
            wide = (0.5 + 0.3 * stable_share(hex_id, n, "wide")) * unit
            houses.append(Path.rectangle(Box(middle.x - wide / 2, middle.y - 0.23 * unit, wide, 0.46 * unit)))
    if houses:
        with canvas.group("hamlets"):
            canvas.path(combine_paths(houses), Style(fill=mix_colours(theme.built_up_mark, theme.ink, 0.3)))
