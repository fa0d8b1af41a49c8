"""Compiled rail movement: the train movement mode, its line, and the units that may entrain."""

from __future__ import annotations

from functools import cached_property

from hexwright.geometry.bitsets import union_of
from hexwright.geometry.hex_board import Hexes
from hexwright.model.rules.movement_record import MovementMode
from hexwright.rules.compiled.compiled_movement import CompiledMovement
from hexwright.rules.engine.compiled_criteria import Units


class CompiledTrains(CompiledMovement):
    """Mixin of the compiled game: the rail movement of units."""

    @cached_property
    def train_mode(self) -> MovementMode | None:
        """Return the movement mode of entrained units; None if the game has no rail movement."""
        return self.game.rules.train_mode

    @cached_property
    def train_line_hexes(self) -> Hexes:
        """Return the hexes of the line along which entrained units ride."""
        mode = self.train_mode
        return 0 if mode is None or mode.along is None else union_of(self.board.links[mode.along])

    @cached_property
    def units_able_to_entrain(self) -> tuple[Units, ...]:
        """Return, for each phase, the units that may entrain and ride in it."""
        return tuple(
            next((units for mode, units in offered if mode.entraining is not None), 0)
            for offered in self.phase_modes
        )
