"""Find the hexes where units may be airdropped."""

from __future__ import annotations

from hexwright.geometry.bitsets import union
from hexwright.geometry.criteria_hexes import hexes_meeting_criteria
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.rules.airdrop_record import Airdrop, NearPlace


def airdrop_hexes(board: Board, drop: Airdrop) -> Hexes:
    """Return the hexes that meet an airdrop's criteria and lie near the places that it names."""
    return hexes_meeting_criteria(board, drop) & hexes_near_places(board, drop.near_place)


def hexes_near_places(board: Board, places: NearPlace | None) -> Hexes:
    """Return the hexes within the given distance of the places; the whole map if `places` is None."""
    if places is None:
        return board.every
    return hexes_within(board, union(board.places[one] for one in places.place), places.within)


def hexes_within(board: Board, hexes: Hexes, most: int) -> Hexes:
    """Return the hexes at most `most` hexes from any of the given hexes, including those hexes."""
    for _ in range(most):
        hexes |= board.around(hexes)
    return hexes
