"""Supply movement: the supply range in movement points, compiled as a separate movement mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor, prod

from hexwright.geometry.bitsets import union
from hexwright.model.ids import SideId
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.movement_record import AllowanceModifier, MovementMode
from hexwright.model.rules.supply_record import SupplyLine, SupplyRange
from hexwright.rules.engine.compiled_criteria import TimeContext, applies_at
from hexwright.rules.movement.movement_ways import CompiledMode, MovementWay, WayTerms, compile_ways

ModeAndCosts = tuple[MovementMode, CompiledMode]


@dataclass(frozen=True, slots=True)
class SupplyMovement:
    """The movement mode and ranges of a side's supply at a given time."""

    reach: SupplyRange
    way: MovementWay
    """The movement mode of supply; its allowance is the largest supply range of any unit."""
    multiplier: Fraction
    """The factor by which a unit's movement allowance is multiplied to give its supply range."""
    range_of_any_unit: int
    """The range, in parts of points, within which a hex is in supply for every unit."""

    def ranges_for(self, printed: int) -> tuple[int, int]:
        """Return the ranges of supply and of limited supply for a unit, in parts of a movement point.

        `printed` is the movement allowance printed on the unit.
        """
        near = (printed if self.reach.points is None else self.reach.points) * self.multiplier
        return _points_to_parts(self.way, near), _points_to_parts(
            self.way, near * _limited_multiplier(self.reach)
        )


def _points_to_parts(way: MovementWay, points: Fraction) -> int:
    """Return movement points converted to parts of a point, limited to the largest range of any unit."""
    return min(floor(points * way.parts_per_point), way.allowance)


def _limited_multiplier(reach: SupplyRange) -> Fraction:
    """Return the factor by which the supply range is multiplied to give the range of limited supply."""
    return Fraction(1) if reach.limited_multiplier is None else Fraction(reach.limited_multiplier)


class SupplyMovements:
    """The supply movement modes of a game, compiled on first use."""

    def __init__(
        self,
        rules: Mapping[int, SupplyLine],
        modes: Mapping[str, ModeAndCosts],
        options: Mapping[str, str],
        farthest: Sequence[int],
    ) -> None:
        """Store the supply rules by side number, and the movement modes with their maps.

        `farthest` gives, for each side, the largest movement allowance printed on its units.
        """
        self._rules, self._modes, self._options = rules, modes, options
        self._farthest = farthest
        self._found: dict[tuple[int, TimeContext], SupplyMovement] = {}
        self._strides: dict[tuple[str, int, TimeContext], MovementWay] = {}

    def of(self, side: int, moment: TimeContext) -> SupplyMovement:
        """Return the supply movement of a side at a given moment; the side's supply range must be in movement
        points.
        """
        key = (side, moment)
        if key not in self._found:
            rule = self._rules[side]
            reach, most = rule.range_in_mp, self._farthest[side]
            assert reach is not None
            self._found[key] = self._compile_supply_movement(
                reach, self._active_test(rule.side, moment), most
            )
        return self._found[key]

    def movement_way_for(self, mode: str, side: SideId, number: int, moment: TimeContext) -> MovementWay:
        """Return a movement mode of a side's units at a given moment, with its largest allowance.

        `number` is the side's number.
        """
        key = (mode, number, moment)
        if key not in self._strides:
            counts = self._active_test(side, moment)
            self._strides[key] = unit_independent_way(self._modes[mode], counts, self._farthest[number])
        return self._strides[key]

    def _active_test(self, side: SideId, moment: TimeContext) -> Callable[[Criteria], bool]:
        """Return a function that tests whether a record applies to a side's supply at a given moment."""
        return lambda when: applies_at(when, moment, self._options) and (not when.side or side in when.side)

    def _compile_supply_movement(
        self, reach: SupplyRange, counts: Callable[[Criteria], bool], most: int
    ) -> SupplyMovement:
        times = prod(
            (Fraction(entry.multiply) for entry in reach.modifiers if counts(entry)), start=Fraction(1)
        )
        points = most if reach.points is None else reach.points
        way = unit_independent_way(
            self._modes[reach.mode], counts, points, times * _limited_multiplier(reach)
        )
        return SupplyMovement(reach, way, times, _points_to_parts(way, (reach.points or 0) * times))


def unit_independent_way(
    hauler: ModeAndCosts, counts: Callable[[Criteria], bool], most: int, times: Fraction = Fraction(1)
) -> MovementWay:
    """Return a mode that contains only the hex and line costs valid for every unit.

    Its allowance is `most` points.
    """
    mode, ground = hauler
    costs, lines = (
        union(number for number, entry in enumerate(entries) if counts(entry.record))
        for entries in (ground.costs, ground.lines)
    )
    # Everything else in a mode depends on the unit.
    plain = replace(
        mode,
        allowance=most,
        allowance_modifiers=(AllowanceModifier(multiply=str(times)),),
        always_one_hex=False,
        road_bonus=None,
        no_attack_bonus=0,
    )
    return compile_ways(ground, plain, WayTerms(0, costs, lines, 1))[0]
