"""Compiled advances after battles by odds."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.geometry.hex_board import Board
from hexwright.model.rules.advance_after_combat_record import AdvanceAfterCombat
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, TimeDependentRecords, UnitRoster


class CompiledAdvances(TimeDependentRecords[tuple[AdvanceAfterCombat, CompiledCriteria]]):
    """The advance rules of a scenario; by default, any attacker may advance one hex."""

    def __init__(
        self,
        entries: tuple[AdvanceAfterCombat, ...],
        board: Board,
        forces: UnitRoster,
        options: Mapping[str, str],
    ) -> None:
        self.given = bool(entries)
        super().__init__(((one, (one, CompiledCriteria.of(board, forces, one))) for one in entries), options)
