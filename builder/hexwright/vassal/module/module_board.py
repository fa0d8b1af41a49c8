"""Build the board from the sheet: zones for the hexes, the boxes and the tracks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lxml import etree

from hexwright.vassal.codec.buildfile.component_element import Component, new_plain_element
from hexwright.vassal.codec.buildfile.components import (
    Board,
    BoardPicker,
    Region,
    RegionGrid,
    Zone,
    ZonedGrid,
)
from hexwright.vassal.codec.commands import BoardChoice, SetBoards
from hexwright.vassal.codec.field_values import Colour, PixelPoint
from hexwright.vassal.module.board_positions import BoardPositions, Rect
from hexwright.vassal.module.hex_zones import hex_zones
from hexwright.vassal.module.property_names import BOARD, MAIN_MAP
from hexwright.vassal.module.zone_polygons import join_outlines, polygon

TURN_ZONE = "Turn track"
PHASE_ZONE = "Sequence of play"


def main_board(places: BoardPositions, picture: str) -> BoardPicker:
    """Return the board of the main map: the sheet's picture and its zones."""
    zones = [*_boxes(places), *_tracks(places), *hex_zones(places)]
    board = Board.new(
        ZonedGrid.new(*zones),
        name=BOARD,
        image=picture,
        width=places.size.x,
        height=places.size.y,
    )
    return board_picker(MAIN_MAP, board)


def blank_board(map_name: str, size: PixelPoint, colour: Colour) -> BoardPicker:
    """Return the board of a window without a picture: a plain area with one zone named after the window."""
    area = Rect(0, 0, size.x, size.y)
    zone = Zone.new(name=map_name, path=polygon(area.corners))
    board = Board.new(ZonedGrid.new(zone), name=map_name, width=size.x, height=size.y, color=colour)
    return board_picker(map_name, board)


def board_picker(map_name: str, board: Board) -> BoardPicker:
    """Return a map's boards: only the given one, which is selected without a dialog."""
    made = BoardPicker.new(title="Choose a board")
    choice = SetBoards(map_name, (BoardChoice(board.name),))
    setup: etree._Element = new_plain_element("setup", choice.encode())
    made.append(setup)
    made.append(board)
    return made


def turn_region(turn: int | str) -> str:
    """Return the name of a turn's region on the turn track."""
    return f"Turn {turn}"


def _boxes(places: BoardPositions) -> Iterable[Component]:
    for box in places.game.hexmap.boxes:
        if box.id in places.sheet.boxes:
            yield Zone.new(name=box.name, path=polygon(places.box(box.id).corners))


def _tracks(places: BoardPositions) -> Iterable[Component]:
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


def _track(name: str, cells: Sequence[tuple[str, Rect, PixelPoint]]) -> Component:
    regions = [Region.new(name=cell, originx=spot.x, originy=spot.y) for cell, _, spot in cells]
    loops = [list(area.corners) for _, area, _ in cells]
    return Zone.new(
        RegionGrid.new(*regions),
        name=name,
        location_format="$gridLocation$",
        path=polygon(join_outlines(loops)),
    )
