"""Compile which units come and go in a scenario: replacements, conversions, arrivals, the lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from hexwright.geometry.bitsets import members, union
from hexwright.model.game import Game
from hexwright.model.ids import SideId, UnitId
from hexwright.model.order_of_battle import Arrival
from hexwright.model.rules.replacement_costs import prices
from hexwright.model.rules.replacement_record import Conversion, Entry, ReplacementRules
from hexwright.model.scenario import Scenario
from hexwright.rules.engine.compiled_criteria import Forces, Units
from hexwright.rules.engine.game_state import GONE, POOL


@dataclass(frozen=True)
class Coming:
    """The units that come and go, in the kernel's numbers."""

    game: Game
    scenario: Scenario
    options: Mapping[str, str]
    sides: tuple[SideId, ...]
    forces: Forces

    @cached_property
    def _numbers(self) -> Mapping[UnitId, int]:
        return {unit: number for number, unit in enumerate(self.forces.units)}

    @cached_property
    def rules(self) -> Mapping[int, ReplacementRules]:
        """Return, by side that has any, what it may do with replacements."""
        return {self.sides.index(rule.side): rule for rule in self.game.rules.replacements}

    @cached_property
    def prices(self) -> Mapping[int, tuple[int, ...]]:
        """Return, by unit of a side that replaces, what it costs to come, then to restore by step."""
        units = {unit.id: unit for unit in self.game.counters.units}
        sides = enumerate(zip(self.forces.units, self.forces.sides, strict=True))
        rules = {rule.side: rule for rule in self.game.rules.replacements}
        return {n: prices(rules[side], units[unit]) for n, (unit, side) in sides if side in rules}

    @cached_property
    def stored(self) -> Mapping[int, Units]:
        """Return, by side that replaces, its units that are replacements while they wait on the map."""
        return {
            side: self.forces.of((rule.side,), rule.stored) if rule.stored else 0
            for side, rule in self.rules.items()
        }

    def points(self, turn: int, side: int) -> int:
        """Return the replacements that a side receives on a turn, by the schedule and the options."""
        return self.game.oob.points(self.sides[side], turn, self.scenario.id, self.options)

    @cached_property
    def conversions(self) -> tuple[tuple[int, int, Conversion], ...]:
        """Return the units that take another's place: the unit's number, its turn, and the rule."""
        found = [
            (self._numbers[rule.unit], self.arrivals.get(self._numbers[rule.unit]), rule)
            for side in self.game.rules.replacements
            for rule in side.conversions
            if rule.unit in self._numbers
        ]
        return tuple((unit, turn, rule) for unit, turn, rule in found if turn is not None)

    @cached_property
    def graves(self) -> tuple[int, ...]:
        """Return, by unit, where it goes when it is eliminated: POOL or GONE."""
        never = {rule.side: rule.never for rule in self.game.rules.replacements}
        return tuple(
            GONE if name in never.get(side, ()) else POOL
            for side, name in zip(self.forces.sides, self.forces.classes, strict=True)
        )

    @cached_property
    def entries(self) -> Mapping[int, Entry]:
        """Return, by unit, how it comes in a replacement phase beside the replacements."""
        return {
            self._numbers[unit]: entry
            for rule in self.game.rules.replacements
            for entry in rule.entries
            for unit in entry.units
            if unit in self._numbers
        }

    @cached_property
    def delays(self) -> Mapping[int, int]:
        """Return, by unit that returns of itself, after how many turns it does."""
        return {unit: entry.turns for unit, entry in self.entries.items() if entry.comes == "delay"}

    @cached_property
    def arrivals(self) -> Mapping[int, int]:
        """Return, by unit, the turn on which oob.yaml lets it arrive in this scenario, as is chosen."""
        found: dict[int, int] = {}
        for arrival in self._schedule:
            for unit in arrival.units:
                if unit in self._numbers:
                    # A choice may be offered again on a later turn.
                    found.setdefault(self._numbers[unit], arrival.turn)
        return found

    @cached_property
    def _schedule(self) -> tuple[Arrival, ...]:
        return self.game.oob.arriving(self.scenario.id, self.options)

    @cached_property
    def joining(self) -> Mapping[int, int]:
        """Return, by unit that joins the replacements of itself as it arrives, on which turn it does."""
        others = {unit for unit, _, _ in self.conversions} | set(self.entries)
        others.update(
            unit for offered in self.choices.values() for _, units in offered for unit in members(units)
        )
        return {unit: turn for unit, turn in self.arrivals.items() if unit not in others}

    @cached_property
    def choices(self) -> Mapping[int, tuple[tuple[int, Units], ...]]:
        """Return, by turn, the units of which some may be chosen as they arrive: how many, and the set."""
        found: dict[int, tuple[tuple[int, Units], ...]] = {}
        for arrival in self._schedule:
            if arrival.choose is None:
                continue
            units = union(self._numbers[unit] for unit in arrival.units if unit in self._numbers)
            found[arrival.turn] = (*found.get(arrival.turn, ()), (arrival.choose, units))
        return found

    def first_turn(self, entry: Entry) -> int:
        """Return the first turn on which any unit of an entry arrives; 255 where none does."""
        return min(
            self.arrivals.get(self._numbers[unit], 255) for unit in entry.units if unit in self._numbers
        )
