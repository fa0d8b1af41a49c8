"""Tell in which hexes units count for the victory by standing there."""

from __future__ import annotations

from builder.geometry.bits import together
from builder.geometry.board import Board, Hexes
from builder.model.winning import Presence


def hexes_counted(board: Board, presence: Presence) -> Hexes:
    """Return the hexes of an entry; all of the map where it names none."""
    hexes = board.every
    if presence.place is not None:
        here = board.places[presence.place]
        hexes &= together(board.ring(here, distance) for distance in range(presence.within + 1))
    if presence.feature is not None:
        hexes &= board.features[presence.feature]
    return hexes
