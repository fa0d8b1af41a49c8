"""Find the hexes where units count for victory by their presence."""

from __future__ import annotations

from hexwright.geometry.airdrop_hexes import around
from hexwright.geometry.criteria_hexes import hexes_asked
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.rules.victory_record import Presence


def hexes_counted(board: Board, presence: Presence) -> Hexes:
    """Return the hexes of an entry; the whole map if it has none."""
    return hexes_asked(board, presence) & around(board, presence.around)
