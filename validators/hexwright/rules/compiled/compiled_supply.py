"""Compiled supply: supply lines of each side, supply range, and survival without supply."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from hexwright.geometry.bitsets import union
from hexwright.model.rules.supply_record import OutOfSupplySurvival
from hexwright.rules.compiled.compiled_movement import CompiledMovement
from hexwright.rules.engine.compiled_criteria import CompiledCriteria
from hexwright.rules.supply.supply_movement import SupplyMovements
from hexwright.rules.supply.supply_tracing import CompiledSupplyLine


class CompiledSupply(CompiledMovement):
    """Mixin of the compiled game: the supply rules of a scenario."""

    @cached_property
    def supply_lines(self) -> Mapping[int, CompiledSupplyLine]:
        """Return the supply line rules of each side that traces supply, keyed by side."""
        return {
            self.sides.index(rule.side): CompiledSupplyLine.of(self.board, self.unit_roster, rule)
            for rule in self.game.rules.supply_lines
        }

    @cached_property
    def supply_movements(self) -> SupplyMovements:
        """Return the supply movement modes, for sides whose supply range is in movement points."""
        modes = {mode: (found, self._compiled_modes[mode]) for mode, found in self.modes.items()}
        rules = {n: one.record for n, one in self.supply_lines.items()}
        farthest = [
            max((max(self.allowances[unit]) for unit in units), default=0) for units in self.units_by_side
        ]
        return SupplyMovements(rules, modes, self.options, farthest)

    @cached_property
    def sides_with_fixed_supply(self) -> int:
        """Return, as a bit set, the sides whose supply is recorded at one movement phase and used until the
        next.
        """
        return union(side for side, tracing in self.supply_lines.items() if tracing.record.fixed_in_movement)

    @cached_property
    def survivals(self) -> tuple[tuple[OutOfSupplySurvival, CompiledCriteria], ...]:
        """Return the survival entries for units without supply; the first entry that applies is used."""
        supply = self.game.rules.out_of_supply
        entries = supply.survival if supply is not None else ()
        return tuple((entry, self._compile_criteria(entry)) for entry in entries)
