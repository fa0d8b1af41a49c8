"""Find the hexes where the presence of units counts for victory."""

from __future__ import annotations

from hexwright.geometry.airdrop_hexes import hexes_near_places
from hexwright.geometry.criteria_hexes import hexes_meeting_criteria
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.rules.victory_record import Presence


def presence_hexes(board: Board, presence: Presence) -> Hexes:
    """Return the hexes that a presence entry lists; the whole map if it lists none."""
    return hexes_meeting_criteria(board, presence) & hexes_near_places(board, presence.near_place)
