"""Coming and going: reinforcements, replacements, and who leaves the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from hexwright.geometry.bitsets import union
from hexwright.rules.compiled.compiled_trains import TrainFacts
from hexwright.rules.engine.compiled_criteria import Circumstance, Units
from hexwright.rules.replacement.airdrops import Part, parts_of
from hexwright.rules.replacement.arrivals_and_departures import Coming
from hexwright.rules.replacement.replacement_accounts import Account, accounts_of


class ArrivalFacts(TrainFacts):
    """Which units come and go."""

    @cached_property
    def coming(self) -> Coming:
        """Return which units come and go, and how."""
        return Coming(self.game, self.scenario, self.options, self.sides, self.forces)

    @cached_property
    def accounts(self) -> Mapping[int, tuple[Account, ...]]:
        """Return, by side that replaces its losses, the accounts of its replacements."""
        return accounts_of(self.game, self.board, self.sides, self.forces)

    @cached_property
    def conversions(self) -> Mapping[int, Circumstance]:
        """Return, by unit that takes another's place, whose it may take."""
        return {unit: self._asked(rule) for unit, _, rule in self.coming.conversions}

    @cached_property
    def parts(self) -> Mapping[int, Part]:
        """Return, by unit that comes dropped, in whose place it does."""
        return parts_of(self.game, self.board, self.forces)

    @cached_property
    def dropped(self) -> Units:
        """Return the units that come dropped."""
        return union(self.parts)

    @cached_property
    def newcomers(self) -> Units:
        """Return the units of which it matters whether they came into play in the same turn."""
        trains = self.trains.entraining if self.trains is not None else None
        spared = trains is not None and trains.spares_new
        return (1 << len(self.units)) - 1 if spared else self.dropped

    @cached_property
    def leaving(self) -> tuple[tuple[int, Units], ...]:
        """Return after which turns units leave the game, and which; a turn before the first never ends."""
        first, options = self.scenario.first_turn, self.options
        return tuple(
            (entry.turn, union(self.number[unit] for unit in entry.units if unit in self.number))
            for entry in self.game.oob.withdrawals
            if first <= entry.turn and entry.holds_in(self.scenario.id, options)
        )
