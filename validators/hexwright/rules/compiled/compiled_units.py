"""Compiled units: the units of a scenario, their sides and printed values, and sets of units."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from hexwright.geometry.bitsets import union
from hexwright.model.counter_mix import Step
from hexwright.model.ids import UnitId
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.disruption_record import Disruption
from hexwright.queries.odds_calculation import Ratio
from hexwright.rules.combat.odds_parameters import as_ratios
from hexwright.rules.compiled.compiled_scenario import CompiledScenario
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, UnitRoster, Units
from hexwright.rules.engine.game_state import State, Strength


class CompiledUnits(CompiledScenario):
    """Mixin of the compiled game: the units of a scenario, identified by number."""

    @cached_property
    def unit_numbers(self) -> Mapping[UnitId, int]:
        """Return the number of each unit, keyed by unit id."""
        return {unit: number for number, unit in enumerate(self.units)}

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """Return the number of each unit's side, indexed by unit."""
        return tuple(self.sides.index(self.game.counters.unit(unit).side) for unit in self.units)

    @cached_property
    def class_of(self) -> tuple[str, ...]:
        """Return the class of each unit, indexed by unit."""
        return tuple(self.game.counters.unit(unit).unit_class for unit in self.units)

    @cached_property
    def unit_roster(self) -> UnitRoster:
        """Return the units with their sides and classes."""
        return UnitRoster(self.units, [self.sides[side] for side in self.side_of], self.class_of)

    @cached_property
    def units_by_side(self) -> tuple[tuple[int, ...], ...]:
        """Return the units of each side, indexed by side."""
        return tuple(
            tuple(number for number, other in enumerate(self.side_of) if other == side)
            for side in range(len(self.sides))
        )

    @cached_property
    def unit_sets_by_side(self) -> tuple[Units, ...]:
        """Return the units of each side as a bit set, indexed by side."""
        return tuple(map(union, self.units_by_side))

    def units_of_classes(self, classes: tuple[str, ...]) -> int:
        """Return the set of all units of the given classes; of all units if no class is given."""
        return union(n for n, name in enumerate(self.class_of) if not classes or name in classes)

    def _compile_criteria(self, entry: Criteria) -> CompiledCriteria:
        return CompiledCriteria.of(self.board, self.unit_roster, entry)

    @cached_property
    def strengths(self) -> tuple[tuple[int, ...], ...]:
        """Return the printed strength of each unit, indexed by unit and step; 0 for an eliminated unit."""
        return tuple(
            (0, *(step.strength or 0 for step in self.game.counters.unit(unit).steps), 0)
            for unit in self.units
        )

    @cached_property
    def defences(self) -> tuple[tuple[Strength, ...], ...]:
        """Return the defence strength of each unit, indexed by unit and step; 0 for an eliminated unit."""
        return tuple(
            (0, *(printed_defence(step) for step in self.game.counters.unit(unit).steps), 0)
            for unit in self.units
        )

    @cached_property
    def attack_ratios(self) -> tuple[tuple[Ratio, ...], ...]:
        """Return `strengths` as ratios, the form that `queries` uses."""
        return as_ratios(self.strengths)

    @cached_property
    def defence_ratios(self) -> tuple[tuple[Ratio, ...], ...]:
        """Return `defences` as ratios, the form that `queries` uses."""
        return as_ratios(self.defences)

    @cached_property
    def allowances(self) -> tuple[tuple[int, ...], ...]:
        """Return the printed movement allowance of each unit, indexed by unit and step."""
        return tuple(
            (0, *(step.ma or 0 for step in self.game.counters.unit(unit).steps)) for unit in self.units
        )

    @cached_property
    def last_step(self) -> tuple[int, ...]:
        """Return the number of each unit's weakest step, indexed by unit."""
        return tuple(len(self.game.counters.unit(unit).steps) for unit in self.units)

    @cached_property
    def disruption(self) -> Disruption:
        """Return the restrictions on disrupted units; in fire combat, disrupted units neither move nor
        attack.
        """
        return self.game.rules.odds_combat.disruption_rules

    @cached_property
    def disrupted_rule(self) -> str:
        """Return the rule cited for disrupted units; an empty string if there is no such rule."""
        return self.disruption.rule or self.game.rules.odds_combat.retreat.rule

    def unit_at(self, state: State, hex_number: int) -> int:
        """Return the number of a unit in a hex; raise ValueError if the hex is empty."""
        return state.locations.index(hex_number)

    def side_name(self, side: int) -> str:
        """Return a side's name as players know it, given the side's number."""
        return self.game.info.side(self.sides[side]).name

    def enemy_hexes(self, state: State, side: int) -> int:
        """Return the hexes with units of other sides."""
        found = 0
        for other, hexes in enumerate(state.occupied):
            if other != side:
                found |= hexes
        return found


def printed_defence(step: Step) -> Strength:
    """Return a face's printed defence strength."""
    if step.defence is None:
        return step.strength or 0
    found = Fraction(step.defence)
    return int(found) if found.denominator == 1 else found
