"""Compiled adjacent elimination: which units an adjacent enemy eliminates, and from which hexes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwright.geometry.adjacent_elimination_hexes import exposed_steps
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.rules.adjacent_elimination_record import AdjacentElimination
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, TimeDependentRecords, UnitRoster


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
