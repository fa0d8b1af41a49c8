"""Compiled arrivals and departures: reinforcements, replacements and withdrawals."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from hexwright.geometry.bitsets import union
from hexwright.rules.compiled.compiled_trains import CompiledTrains
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, Units
from hexwright.rules.replacement.airdrops import BreakdownUnit, breakdown_units
from hexwright.rules.replacement.arrivals_and_departures import ArrivalsAndDepartures
from hexwright.rules.replacement.replacement_accounts import CompiledAccount, compile_accounts


class CompiledArrivals(CompiledTrains):
    """Mixin of the compiled game: units that enter and leave the game."""

    @cached_property
    def arrivals_and_departures(self) -> ArrivalsAndDepartures:
        """Return the arrival, replacement and elimination rules of all units."""
        return ArrivalsAndDepartures(self.game, self.scenario, self.options, self.sides, self.unit_roster)

    @cached_property
    def accounts(self) -> Mapping[int, tuple[CompiledAccount, ...]]:
        """Return the replacement accounts of each side that replaces losses, keyed by side."""
        return compile_accounts(self.game, self.board, self.sides, self.unit_roster)

    @cached_property
    def conversions(self) -> Mapping[int, CompiledCriteria]:
        """Return, for each unit into which another unit can be converted, the criteria that the other unit
        must meet.
        """
        return {
            unit: self._compile_criteria(rule) for unit, _, rule in self.arrivals_and_departures.conversions
        }

    @cached_property
    def breakdown_units(self) -> Mapping[int, BreakdownUnit]:
        """Return, for each airdropped unit, the whole unit of which it is a part, and the other parts."""
        return breakdown_units(self.game, self.board, self.unit_roster)

    @cached_property
    def airdropped_units(self) -> Units:
        """Return the units that are airdropped."""
        return union(self.breakdown_units)

    @cached_property
    def units_with_noted_arrival(self) -> Units:
        """Return the units for which a rule depends on whether they entered play on the current turn."""
        trains = self.train_mode.entraining if self.train_mode is not None else None
        spared = trains is not None and trains.spares_new
        return (1 << len(self.units)) - 1 if spared else self.airdropped_units

    @cached_property
    def withdrawals(self) -> tuple[tuple[int, Units], ...]:
        """Return the withdrawals as pairs of a turn and the units that leave the game after it.

        Withdrawals before the scenario's first turn are left out.
        """
        first, options = self.scenario.first_turn, self.options
        return tuple(
            (entry.turn, union(self.unit_numbers[unit] for unit in entry.units if unit in self.unit_numbers))
            for entry in self.game.oob.withdrawals
            if first <= entry.turn and entry.holds_in(self.scenario.id, options)
        )
