"""Tell from which hexes units may leave the map."""

from __future__ import annotations

from builder.geometry.bits import together
from builder.geometry.board import Board, Hexes
from builder.model.winning import Exit


def hexes_left(board: Board, way_out: Exit) -> Hexes:
    """Return the hexes of an entry: those of its edges, of its places, and its own."""
    edges = together(board.edges[edge] for edge in way_out.edge)
    return edges | together(1 << board.places[place] for place in way_out.places) | board.bits(way_out.hexes)
