"""Tell for which hexes of a map, and for which steps into them, a circumstance is so."""

from __future__ import annotations

from builder.geometry.bits import together, union
from builder.geometry.board import Board, Hexes
from builder.model.circumstances import When


def hexes_asked(board: Board, when: When) -> Hexes:
    """Return the hexes in which it can be so; the hexes of `into` alone are entered so."""
    hexes = board.every
    if when.terrain:
        hexes &= together(board.terrain[terrain] for terrain in when.terrain)
    if when.feature:
        hexes &= together(board.features[feature] for feature in when.feature)
    if when.place:
        hexes &= union(board.places[place] for place in when.place)
    if when.place_kinds:
        hexes &= board.at_places(when.place_kinds)
    return hexes & inside(board, when) if when.into else hexes


def inside(board: Board, when: When) -> Hexes:
    """Return the hexes into which a step must lead from outside; none where nothing asks for it."""
    return together(board.features[feature] for feature in when.into)


def steps_asked(board: Board, when: When) -> tuple[Hexes, ...] | None:
    """Return, by hex, those beside it from which a step into it can be so; None where any step is."""
    if not when.across and not when.into:
        return None
    outside = board.every & ~inside(board, when)
    froms = [board.every] * len(board.ids)
    if when.across:
        sides = [board.across[feature] for feature in when.across]
        froms = [together(far[number] for far in sides) for number in range(len(board.ids))]
    return tuple(hexes & outside for hexes in froms)
