"""Compiled supply: how sides trace supply, its range, and which units survive without it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from hexwright.geometry.bitsets import union
from hexwright.model.rules.supply_record import Survival
from hexwright.rules.compiled.compiled_movement import CompiledMovement
from hexwright.rules.engine.compiled_criteria import CompiledCriteria
from hexwright.rules.supply.supply_movement import SupplyMovements
from hexwright.rules.supply.supply_tracing import CompiledSupplyLine


class CompiledSupply(CompiledMovement):
    """The supply rules of a scenario."""

    @cached_property
    def tracing(self) -> Mapping[int, CompiledSupplyLine]:
        """Return the supply line rules of each side that traces supply, by side."""
        return {
            self.sides.index(rule.side): CompiledSupplyLine.of(self.board, self.forces, rule)
            for rule in self.game.rules.supply_lines
        }

    @cached_property
    def hauls(self) -> SupplyMovements:
        """Return how supply moves where its range is in movement points."""
        modes = {mode: (found, self._maps[mode]) for mode, found in self.modes.items()}
        rules = {n: one.rule for n, one in self.tracing.items()}
        farthest = [max((max(self.mas[unit]) for unit in units), default=0) for units in self.of_side]
        return SupplyMovements(rules, modes, self.options, farthest)

    @cached_property
    def keeps(self) -> int:
        """Return the sides whose supply is recorded from one movement phase to the next, as a bit set."""
        return union(side for side, tracing in self.tracing.items() if tracing.rule.fixed_in_movement)

    @cached_property
    def survivals(self) -> tuple[tuple[Survival, CompiledCriteria], ...]:
        """Return where units survive without supply; the first entry that applies is used."""
        supply = self.game.rules.out_of_supply
        entries = supply.survival if supply is not None else ()
        return tuple((entry, self._asked(entry)) for entry in entries)
