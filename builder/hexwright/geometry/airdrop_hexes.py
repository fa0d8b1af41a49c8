"""Find the hexes where units may be airdropped."""

from __future__ import annotations

from hexwright.geometry.bitsets import union
from hexwright.geometry.criteria_hexes import hexes_meeting_criteria
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.rules.airdrop_record import Around, Drop


def airdrop_hexes(board: Board, drop: Drop) -> Hexes:
    """Return the hexes that meet the criteria of an airdrop by their content and surroundings."""
    return hexes_meeting_criteria(board, drop) & hexes_near_places(board, drop.near_place)


def hexes_near_places(board: Board, places: Around | None) -> Hexes:
    """Return the hexes near some places; the whole map if none are given."""
    if places is None:
        return board.every
    return hexes_within(board, union(board.places[one] for one in places.place), places.within)


def hexes_within(board: Board, hexes: Hexes, most: int) -> Hexes:
    """Return the hexes within a distance of some hexes, including those hexes."""
    for _ in range(most):
        hexes |= board.around(hexes)
    return hexes
