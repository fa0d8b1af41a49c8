"""Tell where on a map units may be put down that are dropped."""

from __future__ import annotations

from hexwright.geometry.bitsets import union
from hexwright.geometry.criteria_hexes import hexes_asked
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.rules.airdrop_record import Around, Drop


def open_to(board: Board, drop: Drop) -> Hexes:
    """Return the hexes for which a rule asks by what lies in them and around them."""
    return hexes_asked(board, drop) & around(board, drop.around)


def around(board: Board, places: Around | None) -> Hexes:
    """Return the hexes near to some places; all of the map where none are named."""
    if places is None:
        return board.every
    return within(board, union(board.places[one] for one in places.place), places.within)


def within(board: Board, hexes: Hexes, most: int) -> Hexes:
    """Return the hexes that lie so many away from some at most, those themselves among them."""
    for _ in range(most):
        hexes |= board.around(hexes)
    return hexes
