"""Find the hexes where units enter the map."""

from __future__ import annotations

from hexwright.geometry.bitsets import union_of
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.rules.replacement_record import Entry


def entry_hexes(board: Board, entry: Entry, usual: str) -> Hexes:
    """Return the hexes where the units of an entry arrive. `usual` is the default edge for their side."""
    edges = entry.edge if entry.edge or entry.hexes else (usual,)
    return union_of(board.edges[edge] for edge in edges) | board.bits(entry.hexes)
