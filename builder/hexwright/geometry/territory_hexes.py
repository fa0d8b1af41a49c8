"""Find the hexes of territory points."""

from __future__ import annotations

from hexwright.geometry.bitsets import together
from hexwright.geometry.criteria_hexes import hexes_asked
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.hex_steps import layers
from hexwright.model.rules.territory_points_record import Advance, Gap, Holding


def hexes_held(board: Board, holding: Holding) -> Hexes:
    """Return the hexes that a side must hold."""
    hexes = hexes_asked(board, holding)
    return hexes & hexes_of(board, holding.feature[0], holding.group) if holding.group else hexes


def hexes_of(board: Board, feature: str, group: str) -> Hexes:
    """Return the hexes of a feature or of one of its groups."""
    found = next(one for one in board.hexmap.features if one.id == feature)
    return board.bits(found.hexes_of(group))


def past(board: Board, advance: Advance) -> tuple[Hexes, Hexes]:
    """Return the hexes of the line, and the hexes past it."""
    line = hexes_of(board, advance.past, advance.group)
    return line, together(layers(board.around, board.edges[advance.edge] & ~line, ~line))


def ends(board: Board, gap: Gap) -> tuple[Hexes, Hexes]:
    """Return the hexes where a front may begin, and those where it may end."""
    return board.edges[gap.start], board.edges[gap.end]
