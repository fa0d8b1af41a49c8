"""Compiled stacking: which units may stack, and when stacking is enforced."""

from __future__ import annotations

from functools import cached_property

from hexwright.geometry.hex_board import Hexes
from hexwright.rules.compiled.compiled_units import CompiledUnits
from hexwright.rules.engine.game_state import State
from hexwright.rules.movement.stacking_limits import CompiledStacking


class CompiledStackLimits(CompiledUnits):
    """Mixin of the compiled game: the stacking limits of a scenario."""

    @cached_property
    def one_unit_per_hex(self) -> bool:
        """Return whether every hex may hold only one unit of any kind."""
        return self.game.rules.stacking.limit == 1

    @cached_property
    def stacking(self) -> CompiledStacking:
        """Return the stacking limits."""
        return CompiledStacking(self.game, self.board, self.units, self.units_by_side)

    @cached_property
    def may_overstack_in_phase(self) -> bool:
        """Return whether hexes may be overstacked until the end of a movement phase."""
        stacking = self.game.rules.stacking
        return bool(stacking.every) and stacking.enforced == "phase-end"

    def full_hexes(self, state: State, unit: int) -> Hexes:
        """Return the hexes in which a unit can't stay because of the friendly units there."""
        return self.stacking.full_hexes(state.locations, unit, self.side_of[unit])
