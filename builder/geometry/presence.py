"""Tell in which hexes units count for the victory by standing there."""

from __future__ import annotations

from builder.geometry.asking import hexes_asked
from builder.geometry.board import Board, Hexes
from builder.geometry.dropping import around
from builder.model.winning import Presence


def hexes_counted(board: Board, presence: Presence) -> Hexes:
    """Return the hexes of an entry; all of the map where it names none."""
    return hexes_asked(board, presence) & around(board, presence.around)
