"""Stacking: who may stay together in a hex, and when that is looked at."""

from __future__ import annotations

from functools import cached_property

from hexwright.geometry.hex_board import Hexes
from hexwright.rules.compiled.compiled_units import UnitFacts
from hexwright.rules.engine.game_state import State
from hexwright.rules.movement.stacking_limits import Stacks


class StackFacts(UnitFacts):
    """Where units may stay beside others."""

    @cached_property
    def alone(self) -> bool:
        """Tell whether no more than one unit may stay in a hex, of whatever kind."""
        return self.game.rules.stacking.limit == 1

    @cached_property
    def stacks(self) -> Stacks:
        """Return who may stay together in a hex."""
        return Stacks(self.game, self.board, self.units, self.of_side)

    @cached_property
    def gathers(self) -> bool:
        """Tell whether hexes may hold more units than may stay until a movement phase ends."""
        stacking = self.game.rules.stacking
        return bool(stacking.every) and stacking.kept == "phase-end"

    def full(self, state: State, unit: int) -> Hexes:
        """Return the hexes in which a unit can't stay beside those of its side that stand there."""
        return self.stacks.full(state.where, unit, self.side_of[unit])
