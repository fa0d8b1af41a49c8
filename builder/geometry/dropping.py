"""Tell where on a map units may be put down that are dropped."""

from __future__ import annotations

from builder.geometry.asking import hexes_asked
from builder.geometry.bits import union
from builder.geometry.board import Board, Hexes
from builder.model.dropping import Drop


def open_to(board: Board, drop: Drop) -> Hexes:
    """Return the hexes for which a rule asks by what lies in them and around them."""
    found = hexes_asked(board, drop)
    if drop.around is None:
        return found
    return found & within(board, union(board.places[one] for one in drop.around.place), drop.around.within)


def within(board: Board, hexes: Hexes, most: int) -> Hexes:
    """Return the hexes that lie so many away from some at most, those themselves among them."""
    for _ in range(most):
        hexes |= board.around(hexes)
    return hexes
