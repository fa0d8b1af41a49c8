"""Find the hexes to which rules for territory points refer."""

from __future__ import annotations

from hexwright.geometry.bitsets import union_of
from hexwright.geometry.criteria_hexes import hexes_meeting_criteria
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.hex_steps import hexes_by_distance
from hexwright.model.rules.territory_points_record import FarthestAdvance, Gap, Holding


def holding_hexes(board: Board, holding: Holding) -> Hexes:
    """Return the hexes that a side must control to score the points of an entry."""
    hexes = hexes_meeting_criteria(board, holding)
    return hexes & feature_hexes(board, holding.feature[0], holding.group) if holding.group else hexes


def feature_hexes(board: Board, feature: str, group: str) -> Hexes:
    """Return the hexes of a feature, or of one group of the feature if `group` isn't empty."""
    found = next(one for one in board.hexmap.features if one.id == feature)
    return board.bits(found.hexes_of(group))


def hexes_past_line(board: Board, advance: FarthestAdvance) -> tuple[Hexes, Hexes]:
    """Return the hexes of a line that units advance past, and the hexes beyond the line."""
    line = feature_hexes(board, advance.past, advance.group)
    return line, union_of(hexes_by_distance(board.around, board.edges[advance.edge] & ~line, ~line))


def front_end_hexes(board: Board, gap: Gap) -> tuple[Hexes, Hexes]:
    """Return the hexes where a front may begin, and the hexes where it may end."""
    return board.edges[gap.start], board.edges[gap.end]
