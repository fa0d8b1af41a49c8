"""Compiled stacking: which units may stack, and when stacking is enforced."""

from __future__ import annotations

from functools import cached_property

from hexwright.geometry.hex_board import Hexes
from hexwright.rules.compiled.compiled_units import CompiledUnits
from hexwright.rules.engine.game_state import State
from hexwright.rules.movement.stacking_limits import CompiledStacking


class CompiledStackLimits(CompiledUnits):
    """The stacking limits of a scenario."""

    @cached_property
    def alone(self) -> bool:
        """Return whether every hex is limited to one unit of any kind."""
        return self.game.rules.stacking.limit == 1

    @cached_property
    def stacks(self) -> CompiledStacking:
        """Return the stacking limits."""
        return CompiledStacking(self.game, self.board, self.units, self.of_side)

    @cached_property
    def gathers(self) -> bool:
        """Return whether hexes may be overstacked until the end of a movement phase."""
        stacking = self.game.rules.stacking
        return bool(stacking.every) and stacking.enforced == "phase-end"

    def full(self, state: State, unit: int) -> Hexes:
        """Return the hexes in which a unit can't stay because of its side's units there."""
        return self.stacks.full(state.where, unit, self.side_of[unit])
