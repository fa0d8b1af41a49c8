"""Lay the sheet out as a board: one zone for the hex field, one for each box and track."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from lxml import etree

from builder.geometry.hexgrid import HexGrid as Hexes
from builder.vassal.buildfile.components import (
    Board,
    BoardPicker,
    HexGrid,
    HexGridNumbering,
    Region,
    RegionGrid,
    Zone,
    ZonedGrid,
)
from builder.vassal.buildfile.element import Component, new_part
from builder.vassal.codec.commands import BoardChoice, SetBoards
from builder.vassal.codec.values import Colour, Point
from builder.vassal.compile.places import Places, Rect
from builder.vassal.compile.properties import BOARD, MAIN_MAP

HEX_ZONE = "Hexes"
TURN_ZONE = "Turn track"
PHASE_ZONE = "Sequence of play"


def main_board(places: Places, picture: str) -> BoardPicker:
    """Return the main map's boards: the sheet with its zones."""
    zones = [*_boxes(places), *_tracks(places), _hex_zone(places)]
    board = Board.new(
        ZonedGrid.new(*zones),
        name=BOARD,
        image=picture,
        width=places.size.x,
        height=places.size.y,
    )
    return picker(MAIN_MAP, board)


def plain_board(map_name: str, size: Point, colour: Colour) -> BoardPicker:
    """Return the boards of a window without a picture: one plain sheet, one zone of the window's name."""
    area = Rect(0, 0, size.x, size.y)
    zone = Zone.new(name=map_name, path=polygon(area.corners))
    board = Board.new(ZonedGrid.new(zone), name=map_name, width=size.x, height=size.y, color=colour)
    return picker(map_name, board)


def picker(map_name: str, board: Board) -> BoardPicker:
    """Return the boards of a map: this one, laid out without asking."""
    made = BoardPicker.new(title="Choose a board")
    choice = SetBoards(map_name, (BoardChoice(board.name),))
    setup: etree._Element = new_part("setup", choice.encode())
    made.append(setup)
    made.append(board)
    return made


def turn_region(turn: int | str) -> str:
    """Return the name of a turn's cell on the track."""
    return f"Turn {turn}"


def _boxes(places: Places) -> Iterable[Component]:
    for box in places.game.hexmap.boxes:
        if box.id in places.sheet.boxes:
            yield Zone.new(name=box.name, path=polygon(places.box(box.id).corners))


def _tracks(places: Places) -> Iterable[Component]:
    turns = [
        (turn_region(turn), places.turn(turn), places.turn_spot(turn)) for turn in sorted(places.sheet.turns)
    ]
    phases = [
        (phase.name, area, area.centre)
        for phase in places.game.rules.sequence
        if (area := places.phase(phase.id)) is not None
    ]
    for name, cells in ((TURN_ZONE, turns), (PHASE_ZONE, phases)):
        if cells:
            yield _track(name, cells)


def _track(name: str, cells: Sequence[tuple[str, Rect, Point]]) -> Component:
    regions = [Region.new(name=cell, originx=spot.x, originy=spot.y) for cell, _, spot in cells]
    loops = [list(area.corners) for _, area, _ in cells]
    return Zone.new(
        RegionGrid.new(*regions),
        name=name,
        location_format="$gridLocation$",
        path=polygon(_joined(loops)),
    )


def _hex_zone(places: Places) -> Component:
    grid = _numbered_grid(places)
    if grid is None:
        grid = _named_grid(places)
    outline = polygon(_joined(_outlines(places)))
    return Zone.new(grid, name=HEX_ZONE, location_format="$gridLocation$", path=outline)


def _numbered_grid(places: Places) -> Component | None:
    """Return the engine's own hex grid where it can write the printed numbers, else None."""
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
        # The engine shifts its odd lanes, counted from 0; so lane 0 lies one before our first.
        lane, place = round(lane - across), round(place - along / 2)
    return HexGrid.new(numbering, sideways=not flat, x0=lane, y0=place, dx=across, dy=along, snap_to=True)


def _first(places: Places) -> Point:
    """Return where the hex of column 1 and row 1 would be, though it be absent."""
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
        return Point(round((centre.x - across) * px), round((centre.y - along) * px))
    return Point(round((centre.x - along) * px), round((centre.y - across) * px))


def _numbering(hexes: Hexes) -> Component | None:
    """Return the engine's numbering for a pattern such as {column:02}{row:02}, or None."""
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
    # The engine writes letters A to Z, then AA, BB: beyond 26 it differs from the printed map.
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


def _named_grid(places: Places) -> Component:
    """Return a grid that lists every hex by name, for numberings that the engine cannot write."""
    centres = [(hex_id, places.hex(hex_id)) for hex_id in places.grid]
    return RegionGrid.new(*(Region.new(name=str(hex_id), originx=c.x, originy=c.y) for hex_id, c in centres))


def _outlines(places: Places) -> list[list[Point]]:
    """Return the outlines of the hex field: one for each part, and one for each hole."""
    layout, hexes = places.sheet.layout, places.grid
    follow: dict[Point, list[Point]] = {}
    for hex_id in hexes:
        near = hexes.neighbours(hex_id)
        for direction in hexes.directions:
            if direction not in near:
                side = layout.side(hex_id, direction)
                follow.setdefault(places.at(side[0]), []).append(places.at(side[1]))
    loops: list[list[Point]] = []
    while follow:
        start = point = min(follow, key=lambda p: (p.x, p.y))
        loop: list[Point] = []
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


def polygon(points: Iterable[Point]) -> str:
    """Write a polygon as the engine does: x,y;x,y;…"""
    return ";".join(f"{point.x},{point.y}" for point in points)


def _joined(loops: Sequence[Sequence[Point]]) -> list[Point]:
    """Join several outlines to one, by seams of no width, which an even-odd polygon does not mind."""
    if not loops:
        return []
    home = loops[0][0]
    points: list[Point] = []
    for loop in loops:
        points += [*loop, loop[0]]
        points.append(home)
    return points if len(loops) > 1 else list(loops[0])
