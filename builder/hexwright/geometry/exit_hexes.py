"""Find the hexes from which units may exit the map."""

from __future__ import annotations

from hexwright.geometry.bitsets import union_of
from hexwright.geometry.criteria_hexes import hexes_meeting_criteria
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.rules.victory_record import Exit


def exit_hexes(board: Board, way_out: Exit) -> Hexes:
    """Return the hexes of an exit entry: the listed hexes and those on its edges.

    Hexes that don't meet the entry's criteria are left out.
    """
    named = union_of(board.edges[edge] for edge in way_out.edge) | board.bits(way_out.hexes)
    asked = hexes_meeting_criteria(board, way_out)
    return asked & named if way_out.edge or way_out.hexes else asked
