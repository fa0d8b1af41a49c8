"""Lay out the hex field as zones of the board, with VASSAL's own grid if that can write the hex numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from hexwright.geometry.hexgrid import HexGrid as Hexes
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.components import HexGrid, HexGridNumbering, Region, RegionGrid, Zone
from hexwright.vassal.codec.field_values import PixelPoint
from hexwright.vassal.module.board_positions import BoardPositions, Rect
from hexwright.vassal.module.zone_polygons import clip_outline, join_outlines, polygon

HEX_ZONE = "Hexes"


def hex_zones(places: BoardPositions) -> Iterator[Component]:
    """Yield the zones that make up the hex field: the interior, and a strip along each edge.

    At each drop, VASSAL tests twice for every stack in play whether the zone contains it, along the whole
    outline. The interior's outline is now a rectangle, and each strip has only its own.
    """
    loops = _outlines(places)
    if _numbered_grid(places) is None:
        # A list of regions is searched entirely anyway, so a split would gain nothing.
        yield _zone(_named_grid(places), loops)
        return
    for area in _shares(places, loops):
        cut = [part for loop in loops if (part := clip_outline(loop, area))]
        grid = _numbered_grid(places)
        if cut and grid is not None:
            yield _zone(grid, cut)


def _zone(grid: Component, loops: Sequence[Sequence[PixelPoint]]) -> Component:
    return Zone.new(grid, name=HEX_ZONE, location_format="$gridLocation$", path=polygon(join_outlines(loops)))


def _shares(places: BoardPositions, loops: Sequence[Sequence[PixelPoint]]) -> list[Rect]:
    """Return the rectangles that divide the outlines' area: the interior, and four around it."""
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


def _numbered_grid(places: BoardPositions) -> Component | None:
    """Return VASSAL's own hex grid if it can write the printed numbers, else None."""
    numbering = _numbering(places.grid)
    if numbering is None:
        return None
    layout, grid = places.sheet.layout, places.grid.grid
    flat = grid.orientation == "flat"
    first = (
        places.at(layout.centre(places.grid.numbering.format(1, 1))) if not grid.absent else _first(places)
    )
    px = places.resolution.px_per_mm
    along, across = layout.hex_width * px, layout.radius * 1.5 * px
    lane, place = (first.x, first.y) if flat else (first.y, first.x)
    if grid.shifted == "odd":
        # VASSAL shifts odd columns, counted from 0, so its column 0 is the one before our first.
        lane, place = round(lane - across), round(place - along / 2)
    return HexGrid.new(numbering, sideways=not flat, x0=lane, y0=place, dx=across, dy=along, snap_to=True)


def _first(places: BoardPositions) -> PixelPoint:
    """Return the position of the hex in column 1 and row 1, even if that hex is absent."""
    known = places.grid.hexes[0]
    column, row = places.grid.position(known)
    layout, grid = places.sheet.layout, places.grid.grid
    centre = layout.centre(known)
    lane, place = (column, row) if grid.orientation == "flat" else (row, column)
    shift = places.grid.shift(lane) - places.grid.shift(1)
    across = layout.radius * 1.5 * (lane - 1)
    along = layout.hex_width * (place - 1 + shift / 2)
    px = places.resolution.px_per_mm
    if grid.orientation == "flat":
        return PixelPoint(round((centre.x - across) * px), round((centre.y - along) * px))
    return PixelPoint(round((centre.x - along) * px), round((centre.y - across) * px))


def _numbering(hexes: Hexes) -> Component | None:
    """Return VASSAL's numbering for a pattern such as {column:02}{row:02}, or None."""
    grid = hexes.grid
    found = re.fullmatch(
        r"([^{}$]*)\{(column|row)(?::(0\d|A))?\}([^{}$]*)\{(column|row)(?::(0\d|A))?\}([^{}$]*)",
        grid.numbering,
    )
    if found is None:
        return None
    before, first, first_form, between, second, second_form, after = found.groups()
    forms = {first: first_form or "", second: second_form or ""}
    counts = {"column": grid.columns, "row": grid.rows}
    # VASSAL writes the letters A to Z, then AA, BB: beyond 26 that differs from the printed map.
    if any(forms[name] == "A" and counts[name] > 26 for name in forms):
        return None
    lane_name, place_name = ("column", "row") if grid.orientation == "flat" else ("row", "column")
    lane_base = 0 if grid.shifted == "odd" else 1
    values: dict[str, Any] = {}
    for prefix, name, base in (("h", lane_name, lane_base), ("v", place_name, 1)):
        letters = forms[name] == "A"
        values[f"{prefix}_type"] = "A" if letters else "N"
        values[f"{prefix}_leading"] = 0 if letters or not forms[name] else int(forms[name]) - 1
        values[f"{prefix}_off"] = base - 1 if letters else base
    return HexGridNumbering.new(
        first="H" if first == lane_name else "V",
        sep=between,
        stagger=False,
        location_format=f"{before}$gridLocation${after}",
        **values,
    )


def _named_grid(places: BoardPositions) -> Component:
    """Return a grid that lists every hex by name, for numberings that VASSAL can't write."""
    centres = [(hex_id, places.hex(hex_id)) for hex_id in places.grid]
    return RegionGrid.new(*(Region.new(name=str(hex_id), originx=c.x, originy=c.y) for hex_id, c in centres))


def _outlines(places: BoardPositions) -> list[list[PixelPoint]]:
    """Return the outlines of the hex field: one for each part, and one for each hole."""
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
