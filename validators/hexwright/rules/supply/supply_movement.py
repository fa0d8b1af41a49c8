"""Compile how supplies are brought to units where it costs points: as a way of moving of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor, prod

from hexwright.geometry.bitsets import union
from hexwright.model.ids import SideId
from hexwright.model.rules.criteria_record import When
from hexwright.model.rules.movement_record import MovementMode, Pace
from hexwright.model.rules.supply_record import Communication, Reach
from hexwright.rules.engine.compiled_criteria import Moment, timely
from hexwright.rules.movement.movement_ways import Map, Terms, Way, compiled

Hauler = tuple[MovementMode, Map]


@dataclass(frozen=True, slots=True)
class Haul:
    """How supplies are brought to a side's units at a time."""

    reach: Reach
    way: Way
    """As far as any unit asks for."""
    times: Fraction
    """What the most points are multiplied by."""
    nearest: int
    """The parts of points within which a hex has supply, whoever stands there."""

    def limits(self, printed: int) -> tuple[int, int]:
        """Return the parts of points within which a unit is in supply, and within which it isn't isolated.

        `printed` is its allowance.
        """
        near = (printed if self.reach.points is None else self.reach.points) * self.times
        return _within(self.way, near), _within(self.way, near * _farther(self.reach))


def _within(way: Way, points: Fraction) -> int:
    """Return points in parts, as far as any unit asks for."""
    return min(floor(points * way.parts), way.allowance)


def _farther(reach: Reach) -> Fraction:
    """Return how many times as far limited supply comes."""
    return Fraction(1) if reach.limited is None else Fraction(reach.limited)


class Hauls:
    """The ways of a game's supplies, each compiled when it is first asked for."""

    def __init__(
        self,
        rules: Mapping[int, Communication],
        modes: Mapping[str, Hauler],
        options: Mapping[str, str],
        farthest: Sequence[int],
    ) -> None:
        """Take how sides trace supply, by number, and the modes, each with what it is compiled on.

        `farthest` is, by side, the largest allowance that is printed on a unit of it.
        """
        self._rules, self._modes, self._options = rules, modes, options
        self._farthest = farthest
        self._found: dict[tuple[int, Moment], Haul] = {}
        self._strides: dict[tuple[str, int, Moment], Way] = {}

    def of(self, side: int, moment: Moment) -> Haul:
        """Return how supplies are brought to a side's units at a time, where that costs points."""
        key = (side, moment)
        if key not in self._found:
            rule = self._rules[side]
            reach, most = rule.reach, self._farthest[side]
            assert reach is not None
            self._found[key] = self._hauled(reach, self._counting(rule.side, moment), most)
        return self._found[key]

    def stride(self, mode: str, side: SideId, number: int, moment: Moment) -> Way:
        """Return how units of a side go by a mode at a time, as far as its largest allowance.

        `number` is the side's.
        """
        key = (mode, number, moment)
        if key not in self._strides:
            counts = self._counting(side, moment)
            self._strides[key] = bare(self._modes[mode], counts, self._farthest[number])
        return self._strides[key]

    def _counting(self, side: SideId, moment: Moment) -> Callable[[When], bool]:
        """Return what tells whether a record counts for supplies of a side at a moment."""
        return lambda when: timely(when, moment, self._options) and (not when.side or side in when.side)

    def _hauled(self, reach: Reach, counts: Callable[[When], bool], most: int) -> Haul:
        times = prod((Fraction(entry.times) for entry in reach.stretches if counts(entry)), start=Fraction(1))
        points = most if reach.points is None else reach.points
        way = bare(self._modes[reach.mode], counts, points, times * _farther(reach))
        return Haul(reach, way, times, _within(way, (reach.points or 0) * times))


def bare(hauler: Hauler, counts: Callable[[When], bool], most: int, times: Fraction = Fraction(1)) -> Way:
    """Return what a mode costs whoever goes by it, as far as so many points: for hexes and along lines."""
    mode, ground = hauler
    costs, lines = (
        union(number for number, entry in enumerate(entries) if counts(entry.when))
        for entries in (ground.costs, ground.lines)
    )
    # What else a mode says is of units alone.
    plain = replace(mode, allowance=most, paces=(Pace(times=str(times)),), one_hex=False, road=None, bonus=0)
    return compiled(ground, plain, Terms(0, costs, lines, 1))[0]
