"""Tell where units enter a map."""

from __future__ import annotations

from builder.geometry.bits import together
from builder.geometry.board import Board, Hexes
from builder.model.replacing import Entry


def entered_by(board: Board, entry: Entry, usual: str) -> Hexes:
    """Return the hexes by which the units of an entry come; `usual` is the edge of their side."""
    edges = entry.edge if entry.edge or entry.hexes else (usual,)
    return together(board.edges[edge] for edge in edges) | board.bits(entry.hexes)
