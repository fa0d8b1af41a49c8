"""Find the hexes from which an adjacent enemy eliminates units."""

from __future__ import annotations

from hexwright.geometry.bitsets import union_of
from hexwright.geometry.criteria_hexes import criteria_steps, hexes_meeting_criteria
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.rules.adjacent_elimination_record import AdjacentElimination


def exposed_steps(board: Board, entry: AdjacentElimination) -> tuple[Hexes, ...]:
    """Return, for each hex, the adjacent hexes from which an enemy eliminates its units under an entry."""
    where = hexes_meeting_criteria(board, entry)
    froms = criteria_steps(board, entry) or board.near
    fronts = tuple(union_of(board.fronts[one][here] for one in entry.behind) for here in range(len(froms)))
    return tuple(
        hexes & ~front if where >> here & 1 and (front or not entry.behind) else 0
        for here, (hexes, front) in enumerate(zip(froms, fronts, strict=True))
    )
