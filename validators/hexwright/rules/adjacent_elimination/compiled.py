"""Compiled adjacent elimination: which units an adjacent enemy eliminates, and from which hexes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwright.geometry.bitsets import union_of
from hexwright.geometry.criteria_hexes import criteria_steps, hexes_meeting_criteria
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.rules.adjacent_elimination.record import AdjacentElimination
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, TimeDependentRecords, UnitRoster


def exposed_steps(board: Board, entry: AdjacentElimination) -> tuple[Hexes, ...]:
    """Return, for each hex, the adjacent hexes from which an enemy eliminates its units under an entry."""
    where = hexes_meeting_criteria(board, entry)
    froms = criteria_steps(board, entry) or board.near
    fronts = tuple(union_of(board.fronts[one][here] for one in entry.behind) for here in range(len(froms)))
    return tuple(
        hexes & ~front if where >> here & 1 and (front or not entry.behind) else 0
        for here, (hexes, front) in enumerate(zip(froms, fronts, strict=True))
    )


class CompiledAdjacentElimination(TimeDependentRecords[tuple[CompiledCriteria, tuple[Hexes, ...]]]):
    """The vulnerable units of a scenario and, for each hex, the adjacent hexes from which an enemy
    eliminates them.
    """

    def __init__(
        self,
        entries: Sequence[AdjacentElimination],
        board: Board,
        forces: UnitRoster,
        options: Mapping[str, str],
    ) -> None:
        compiled = (
            (one, (CompiledCriteria.of(board, forces, one), exposed_steps(board, one))) for one in entries
        )
        super().__init__(compiled, options)
