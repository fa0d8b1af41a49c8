"""Bombardment: the units that may bombard, and their ranges."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.geometry.hex_board import Board, Hex, Hexes
from hexwright.model.rules.bombardment_record import Bombardment, BombardmentRange
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, TimeDependentRecords, UnitRoster


class CompiledBombardment(TimeDependentRecords[tuple[BombardmentRange, CompiledCriteria]]):
    """The compiled bombardment entries of a scenario; empty if the rules have none."""

    def __init__(
        self, rules: Bombardment | None, board: Board, forces: UnitRoster, options: Mapping[str, str]
    ) -> None:
        entries = () if rules is None else rules.ranges
        self.given = rules is not None
        self.spared = rules is not None and rules.unaffected
        self.rule = "" if rules is None else rules.rule
        self._board = board
        compiled = [(entry, CompiledCriteria.of(board, forces, entry)) for entry in entries]
        super().__init__(((one[0], one) for one in compiled), options)
        self.units = 0
        """All units that can ever bombard."""
        for _, so in compiled:
            self.units |= so.units
        self._discs: dict[tuple[Hex, int], Hexes] = {}

    def hexes_within(self, here: Hex, hexes: int) -> Hexes:
        """Return the hexes within a distance of `hexes` from a hex, including the hex itself."""
        found = self._discs.get((here, hexes))
        if found is None:
            found = 1 << here
            for _ in range(hexes):
                found |= self._board.around(found)
            self._discs[here, hexes] = found
        return found
