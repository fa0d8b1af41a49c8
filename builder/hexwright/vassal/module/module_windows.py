"""Build the palette, the inventory, and the windows for notes and clocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwright.model.counter_mix import Marker, Unit
from hexwright.model.game import Game
from hexwright.render.map.sheet.board_resolution import BoardResolution
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.components import (
    ChessClock,
    ChessClockControl,
    Inventory,
    ListWidget,
    NotesWindow,
    PieceSlot,
    PieceWindow,
    TabWidget,
)
from hexwright.vassal.codec.piece_text import GamePiece
from hexwright.vassal.module import key_commands, piece_builder
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.gpid_ledger import marker_slot, unit_slot
from hexwright.vassal.module.piece_builder import PalettePieces
from hexwright.vassal.module.toolbar_icons import icon

PIECES_BUTTON = "Pieces"
CLOCK_BUTTON = "Clocks"
NOTES_BUTTON = "Notes"
PALETTE_SCALE = 0.6
"""The scale of counters in the palette, relative to their pictures of 150 pixels."""


def piece_palette(pieces: PalettePieces) -> PieceWindow:
    """Return the palette: the units by side and class, then the markers."""
    game = pieces.places.game
    sides = [
        TabWidget.new(
            *(
                _list(pieces.places, unit_class.name, [unit_slot_of(pieces, u) for u in units])
                for unit_class in game.counters.classes
                if (units := _units(game, side.id, unit_class.id))
            ),
            entry_name=side.name,
        )
        for side in game.info.sides
    ]
    markers = [
        _marker_slot(pieces, marker)
        for marker in game.counters.markers
        if not piece_builder.is_turn_marker(marker)
    ]
    tabs: list[Component] = [tab for tab in sides if len(tab)]
    if markers:
        tabs.append(_list(pieces.places, "Markers", markers))
    return PieceWindow.new(
        TabWidget.new(*tabs, entry_name="Pieces"),
        name="Pieces",
        text_=PIECES_BUTTON,
        tooltip="All counters of the game, to drag on the map",
        hotkey=key_commands.SHOW_PIECES,
        hidden=False,
        default_width=440,
    )


def hidden_pieces(pieces: PalettePieces) -> Iterator[PieceWindow]:
    """Yield a hidden palette that contains the turn marker. A game has exactly one turn marker.

    It needs a palette slot because VASSAL updates saved games by slots.
    """
    found = [
        _marker_slot(pieces, marker)
        for marker in piece_builder.all_markers(pieces.places.game)
        if piece_builder.is_turn_marker(marker)
    ]
    if found:
        yield PieceWindow.new(
            _list(pieces.places, "Turn", found),
            name="Pieces of the set-ups",
            text_="",
            tooltip="Pieces of the set-ups",
            hidden=True,
        )


def unit_slot_of(pieces: PalettePieces, unit: Unit) -> PieceSlot:
    """Return the palette slot of a unit."""
    return _slot(pieces, unit.name, unit_slot(unit.id), pieces.unit(unit))


def inventory_window(resolution: BoardResolution) -> Inventory:
    """Return the inventory, which lists all units by side, with location and strength."""
    small, half, large = (round(zoom / resolution.counter_picture_scale, 2) for zoom in (0.33, 0.5, 0.75))
    return Inventory.new(
        name="Inventory",
        text_="",
        icon=icon("inventory"),
        tooltip="Inventory: all units and their locations, by side and class",
        hotkey=key_commands.SHOW_INVENTORY,
        include=f'{{{prop.KIND} == "unit"}}',
        group_by=(prop.SIDE_NAME, prop.CLASS_NAME),
        leaf_format=f"$FullName$ ($LocationName$, ${prop.STEP_TEXT}$)",
        sort_format="$LocationName$",
        piece_zoom=small,
        piece_zoom2=half,
        piece_zoom3=large,
    )


def notes_window() -> NotesWindow:
    """Return the window for notes."""
    return NotesWindow.new(
        button_text=NOTES_BUTTON, icon="", tooltip="Notes on the game: public, private, secret"
    )


def chess_clocks(game: Game) -> ChessClockControl:
    """Return a chess clock for every side."""
    return ChessClockControl.new(
        *(
            ChessClock.new(side=side.name, button_text=side.name, tooltip=f"Clock of the {side.plural}")
            for side in game.info.sides
        ),
        name="Chess clocks",
        button_text=CLOCK_BUTTON,
        icon="",
        button_tooltip="Show or hide the chess clocks",
    )


def _units(game: Game, side: str, unit_class: str) -> list[Unit]:
    return [u for u in game.counters.units if u.side == side and u.unit_class == unit_class]


def _marker_slot(pieces: PalettePieces, marker: Marker) -> PieceSlot:
    return _slot(pieces, marker.name, marker_slot(marker.id), pieces.marker(marker))


def _list(places: BoardPositions, name: str, members: Sequence[PieceSlot]) -> ListWidget:
    scale = round(PALETTE_SCALE / places.resolution.counter_picture_scale, 2)
    return ListWidget.new(*members, entry_name=name, scale=scale, width="420", height="200", divider="210")


def _slot(pieces: PalettePieces, name: str, slot: str, piece: GamePiece) -> PieceSlot:
    edge = pieces.places.resolution.counter
    made = PieceSlot.new(entry_name=name, gpid=pieces.ledger.number(slot), height=edge, width=edge)
    made.piece = piece
    return made
