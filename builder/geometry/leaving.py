"""Tell from which hexes units may leave the map."""

from __future__ import annotations

from builder.geometry.asking import hexes_asked
from builder.geometry.bits import together
from builder.geometry.board import Board, Hexes
from builder.model.winning import Exit


def hexes_left(board: Board, way_out: Exit) -> Hexes:
    """Return the hexes of an entry: those of its edges and its own, as far as they are as it asks."""
    named = together(board.edges[edge] for edge in way_out.edge) | board.bits(way_out.hexes)
    asked = hexes_asked(board, way_out)
    return asked & named if way_out.edge or way_out.hexes else asked
