"""Compiled forbidden attacks, with a lookup of the entries that apply at a given moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwright.geometry.hex_board import Board
from hexwright.model.rules.forbidden_attack_record import ForbiddenAttack
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, TimeDependentRecords, UnitRoster


class CompiledForbiddenAttacks(TimeDependentRecords[tuple[ForbiddenAttack, CompiledCriteria]]):
    """The forbidden attack entries of a scenario with their criteria; empty if the rules have none."""

    def __init__(
        self, entries: Sequence[ForbiddenAttack], board: Board, forces: UnitRoster, options: Mapping[str, str]
    ) -> None:
        compiled = ((entry, CompiledCriteria.of(board, forces, entry)) for entry in entries)
        super().__init__(((one[0], one) for one in compiled), options)
        self.given = bool(entries)
