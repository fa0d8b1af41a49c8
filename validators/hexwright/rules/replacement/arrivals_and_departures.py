"""Compiled arrivals and departures: replacements, conversions, reinforcements and eliminated units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from hexwright.geometry.bitsets import members, union
from hexwright.model.game import Game
from hexwright.model.ids import SideId, UnitId
from hexwright.model.order_of_battle import Reinforcement
from hexwright.model.rules.replacement_costs import replacement_costs
from hexwright.model.rules.replacement_record import Conversion, Entry, ReplacementRules
from hexwright.model.scenario import Scenario
from hexwright.rules.engine.compiled_criteria import UnitRoster, Units
from hexwright.rules.engine.game_state import OUT_OF_GAME, POOL


@dataclass(frozen=True)
class ArrivalsAndDepartures:
    """The units that arrive and leave during a game, identified by number."""

    game: Game
    scenario: Scenario
    options: Mapping[str, str]
    sides: tuple[SideId, ...]
    forces: UnitRoster

    @cached_property
    def _unit_numbers(self) -> Mapping[UnitId, int]:
        return {unit: number for number, unit in enumerate(self.forces.units)}

    @cached_property
    def rules(self) -> Mapping[int, ReplacementRules]:
        """Return the replacement rules of each side that has such rules, keyed by side."""
        return {self.sides.index(rule.side): rule for rule in self.game.rules.replacements}

    @cached_property
    def replacement_costs(self) -> Mapping[int, tuple[int, ...]]:
        """Return, for each unit of a side with replacements, the cost to bring it into play and then the cost
        to restore it from each step.
        """
        units = {unit.id: unit for unit in self.game.counters.units}
        sides = enumerate(zip(self.forces.units, self.forces.sides, strict=True))
        rules = {rule.side: rule for rule in self.game.rules.replacements}
        return {n: replacement_costs(rules[side], units[unit]) for n, (unit, side) in sides if side in rules}

    @cached_property
    def stored(self) -> Mapping[int, Units]:
        """Return, for each side with replacements, its replacement units, which are on the map and can be
        spent.
        """
        return {
            side: self.forces.select((rule.side,), rule.replacement_units) if rule.replacement_units else 0
            for side, rule in self.rules.items()
        }

    def replacement_points(self, turn: int, side: int) -> int:
        """Return the replacement points that a side receives on a turn according to the schedule and the
        options.
        """
        return self.game.oob.points(self.sides[side], turn, self.scenario.id, self.options)

    @cached_property
    def conversions(self) -> tuple[tuple[int, int, Conversion], ...]:
        """Return each conversion as the new unit's number, its turn, and the rule."""
        found = [
            (self._unit_numbers[rule.unit], self.arrival_turns.get(self._unit_numbers[rule.unit]), rule)
            for side in self.game.rules.replacements
            for rule in side.conversions
            if rule.unit in self._unit_numbers
        ]
        return tuple((unit, turn, rule) for unit, turn, rule in found if turn is not None)

    @cached_property
    def destinations_when_eliminated(self) -> tuple[int, ...]:
        """Return the location of each unit after its elimination: POOL or OUT_OF_GAME."""
        never = {rule.side: rule.not_replaceable for rule in self.game.rules.replacements}
        return tuple(
            OUT_OF_GAME if name in never.get(side, ()) else POOL
            for side, name in zip(self.forces.sides, self.forces.classes, strict=True)
        )

    @cached_property
    def entry_by_unit(self) -> Mapping[int, Entry]:
        """Return, for each unit that arrives in a replacement phase at no cost, the entry by which it
        arrives.
        """
        return {
            self._unit_numbers[unit]: entry
            for rule in self.game.rules.replacements
            for entry in rule.entries
            for unit in entry.units
            if unit in self._unit_numbers
        }

    @cached_property
    def return_delays(self) -> Mapping[int, int]:
        """Return, for each unit that returns automatically, the number of turns until its return."""
        return {unit: entry.delay for unit, entry in self.entry_by_unit.items() if entry.arrives == "delayed"}

    @cached_property
    def arrival_turns(self) -> Mapping[int, int]:
        """Return the turn on which each unit arrives according to oob.yaml, in this scenario with its
        options.
        """
        found: dict[int, int] = {}
        for arrival in self._schedule:
            for unit in arrival.units:
                if unit in self._unit_numbers:
                    # A choice may be offered again on a later turn.
                    found.setdefault(self._unit_numbers[unit], arrival.turn)
        return found

    @cached_property
    def _schedule(self) -> tuple[Reinforcement, ...]:
        return self.game.oob.reinforcements_in(self.scenario.id, self.options)

    @cached_property
    def joins_replacements_on(self) -> Mapping[int, int]:
        """Return, for each unit that automatically joins the replacement pool when it arrives, the turn of
        its arrival.
        """
        others = {unit for unit, _, _ in self.conversions} | set(self.entry_by_unit)
        others.update(
            unit
            for offered in self.arrival_choices.values()
            for _, units in offered
            for unit in members(units)
        )
        return {unit: turn for unit, turn in self.arrival_turns.items() if unit not in others}

    @cached_property
    def arrival_choices(self) -> Mapping[int, tuple[tuple[int, Units], ...]]:
        """Return, for each turn, the choices of arriving units: how many may be chosen, and from
        which units.
        """
        found: dict[int, tuple[tuple[int, Units], ...]] = {}
        for arrival in self._schedule:
            if arrival.choose is None:
                continue
            units = union(self._unit_numbers[unit] for unit in arrival.units if unit in self._unit_numbers)
            found[arrival.turn] = (*found.get(arrival.turn, ()), (arrival.choose, units))
        return found

    def first_turn(self, entry: Entry) -> int:
        """Return the first turn on which any unit of an entry arrives; 255 if none of them arrives."""
        return min(
            self.arrival_turns.get(self._unit_numbers[unit], 255)
            for unit in entry.units
            if unit in self._unit_numbers
        )
