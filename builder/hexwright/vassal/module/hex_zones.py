"""Divide the hexes into zones of the board.

The zones use VASSAL's own hex grid if it can produce the hex numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.components import Region, RegionGrid, Zone
from hexwright.vassal.codec.field_values import PixelPoint
from hexwright.vassal.module.board_positions import BoardPositions, Rect
from hexwright.vassal.module.zone_polygons import clip_outline, join_outlines, polygon

HEX_ZONE = "Hexes"


def hex_zones(places: BoardPositions) -> Iterator[Component]:
    """Yield the zones that together cover all hexes: the interior, and a strip along each edge.

    At every drop, VASSAL tests twice for each stack in play whether a zone contains it, and walks the zone's
    whole outline. Thus the interior's outline is a rectangle, and each strip contains only its part of the
    ragged edge.
    """
    loops = _outlines(places)
    if places.grid.grid.half_hexes:
        # Beyond the map's edge there are no places, but the centres of halved hexes lie on it.
        field = places.rect(places.sheet.field)
        area = Rect(field.x - 2, field.y - 2, field.width + 4, field.height + 4)
        loops = [part for loop in loops if (part := clip_outline(loop, area))]
    if places.numbered is None:
        # A list of regions is searched entirely anyway, so a split would gain nothing.
        yield _zone(_named_grid(places), loops)
        return
    for area in _shares(places, loops):
        cut = [part for loop in loops if (part := clip_outline(loop, area))]
        if cut:
            yield _zone(places.numbered.component(), cut)


def _zone(grid: Component, loops: Sequence[Sequence[PixelPoint]]) -> Component:
    return Zone.new(grid, name=HEX_ZONE, location_format="$gridLocation$", path=polygon(join_outlines(loops)))


def _shares(places: BoardPositions, loops: Sequence[Sequence[PixelPoint]]) -> list[Rect]:
    """Divide the area of the hexes into rectangles: the interior, and four strips around it."""
    xs, ys = [p.x for loop in loops for p in loop], [p.y for loop in loops for p in loop]
    whole = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    # The margin reaches far enough inward that the interior has no hexside of the outermost hexes.
    far = math.ceil(2.5 * places.sheet.layout.radius * places.resolution.px_per_mm)
    across, down = whole.width - 2 * far, whole.height - 2 * far
    if across <= 0 or down <= 0:
        return [whole]
    left, top = whole.x + far, whole.y + far
    return [
        Rect(left, top, across, down),
        Rect(whole.x, whole.y, far, whole.height),
        Rect(left + across, whole.y, far, whole.height),
        Rect(left, whole.y, across, far),
        Rect(left, top + down, across, far),
    ]


def _named_grid(places: BoardPositions) -> Component:
    """Return a grid that lists every hex by name.

    It is used if VASSAL can't produce the map's hex numbers.
    """
    centres = [(hex_id, places.hex(hex_id)) for hex_id in places.grid]
    return RegionGrid.new(*(Region.new(name=str(hex_id), originx=c.x, originy=c.y) for hex_id, c in centres))


def _outlines(places: BoardPositions) -> list[list[PixelPoint]]:
    """Return the outlines of the area of the hexes: one for each connected part and one for each hole."""
    layout, hexes = places.sheet.layout, places.grid
    follow: dict[PixelPoint, list[PixelPoint]] = {}
    for hex_id in hexes:
        near = hexes.neighbours(hex_id)
        for direction in hexes.directions:
            if direction not in near:
                side = layout.side(hex_id, direction)
                follow.setdefault(places.at(side[0]), []).append(places.at(side[1]))
    loops: list[list[PixelPoint]] = []
    while follow:
        start = point = min(follow, key=lambda p: (p.x, p.y))
        loop: list[PixelPoint] = []
        while True:
            loop.append(point)
            ends = follow[point]
            after = ends.pop(0)
            if not ends:
                del follow[point]
            point = after
            if point == start:
                break
        loops.append(loop)
    return loops
