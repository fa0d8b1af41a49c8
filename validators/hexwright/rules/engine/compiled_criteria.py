"""Compiled criteria: the criteria of a rules record, converted to sets of hexes, steps and units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Generic, NamedTuple, TypeVar

from hexwright.geometry.bitsets import members, union
from hexwright.geometry.criteria_hexes import criteria_steps, hexes_meeting_criteria, line_steps
from hexwright.geometry.hex_board import Board, Hex, Hexes
from hexwright.model.game_options import holds_under
from hexwright.model.ids import SideId, UnitId
from hexwright.model.rules.criteria_record import Criteria

Units = int
"""A bit set of unit numbers."""
Row = TypeVar("Row")
_NOTHING: Final[Mapping[Hex, Hexes]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class UnitRoster:
    """The units of a scenario, identified by number."""

    units: Sequence[UnitId]
    sides: Sequence[SideId]
    classes: Sequence[str]

    def select(self, sides: Sequence[str], classes: Sequence[str], units: Sequence[str] = ()) -> Units:
        """Return the units of the given sides that belong to one of the classes or are listed in `units`.

        An empty sequence of sides means every side. If both `classes` and `units` are empty, every unit of
        the sides is returned.
        """
        return union(
            number
            for number, unit in enumerate(self.units)
            if (not sides or self.sides[number] in sides)
            and ((not classes and not units) or self.classes[number] in classes or unit in units)
        )


@dataclass(frozen=True, slots=True, eq=False)
class CompiledCriteria:
    """The compiled criteria of one record: sets of hexes, steps and units, identified by number."""

    record: Criteria
    hexes: Hexes
    origin_hexes: tuple[Hexes, ...] | None
    """For each hex entered or attacked, the hexes from which the step must start; None if it may start in any
    hex.
    """
    excluded_origins: tuple[Hexes, ...] | None
    """For each hex entered or attacked, the hexes from which the step must not start; None if no hex is
    excluded.
    """
    units: Units
    enemies: Units
    nearby_units: Units
    """The units (of any side) whose presence nearby the `near` criterion requires or forbids."""
    tests_enemy: bool
    """Whether the criteria mention the enemy."""
    tests_unit_state: bool
    """Whether the criteria depend on the unit's supply, zones of control, condition or nearby units."""
    tests_no_unit: bool
    """Whether the criteria depend only on time and place, not on the unit or the step."""

    @classmethod
    def of(cls, board: Board, forces: UnitRoster, when: Criteria) -> CompiledCriteria:
        """Return the compiled form of a record's criteria."""
        froms, spared = criteria_steps(board, when), line_steps(board, when.unless)
        hostile = bool(when.against or when.against_classes)
        standing = (when.supply, when.enemy_zoc, when.condition, when.near) != (None, None, None, None)
        near = when.near
        who = bool(when.side or when.classes or when.units)
        return cls(
            record=when,
            hexes=hexes_meeting_criteria(board, when),
            origin_hexes=froms,
            excluded_origins=spared,
            units=forces.select(when.side, when.classes, when.units),
            enemies=forces.select(when.against, when.against_classes),
            nearby_units=0 if near is None else forces.select((), near.classes, near.units),
            tests_enemy=hostile,
            tests_unit_state=standing,
            tests_no_unit=froms is None and spared is None and not (who or hostile or standing),
        )

    def matches_step(self, froms: Hexes, here: Hex, gone: Mapping[Hex, Hexes] = _NOTHING) -> bool:
        """Return whether steps into `here` from the hexes `froms` meet the criteria.

        At least one of the steps must match, and no step may be excluded.

        `gone` lists fortified hexsides that have been destroyed: for each hex behind a destroyed hexside, the
        hexes in front of it.
        """
        if self.origin_hexes is not None:
            fallen = gone.get(here, 0) if self.record.across_front else 0
            if not froms & self.origin_hexes[here] & ~fallen:
                return False
        return self.excluded_origins is None or not froms & self.excluded_origins[here]

    def filter_by_nearby_units(self, board: Board, where: Sequence[int], units: Units, side: Units) -> Units:
        """Return the units in `units` that meet the `near` criterion, which requires or forbids certain units
        nearby.

        `side` is the set of all units of their side. A unit isn't near itself. Units off the map are never
        near another unit.
        """
        near = self.record.near
        if near is None:
            return units
        return union(
            unit for unit in members(units) if self._has_nearby_unit(board, where, unit, side) != near.missing
        )

    def _has_nearby_unit(self, board: Board, where: Sequence[int], unit: int, side: Units) -> bool:
        company = self.nearby_units & side & ~(1 << unit)
        there = union(where[other] for other in members(company) if where[other] >= 0)
        if where[unit] < 0 or self.record.near is None:
            return False
        for _ in range(self.record.near.within):
            there |= board.around(there)
        return bool(there >> where[unit] & 1)

    def filter_by_step(
        self, where: Sequence[int], units: Units, here: Hex, gone: Mapping[Hex, Hexes] = _NOTHING
    ) -> Units:
        """Return the units in `units` whose step from their hex into `here` meets the criteria."""
        if self.origin_hexes is None and self.excluded_origins is None:
            return units
        return union(unit for unit in members(units) if self.matches_step(1 << where[unit], here, gone))


class TimeContext(NamedTuple):
    """The phase, weather and turn of a state, and the situations that hold."""

    phase: str
    weather: str
    turn: int
    situations: tuple[str, ...] = ()
    """The situations that held when they were last tested."""


def applies_at(when: Criteria, moment: TimeContext, options: Mapping[str, str]) -> bool:
    """Return whether the criteria's phase, weather, turn, situation and option hold at a given moment."""
    return (
        (not when.phases or moment.phase in when.phases)
        and (not when.weather or moment.weather in when.weather)
        and (not when.turns or moment.turn in when.turns)
        and (not when.situation or any(one in moment.situations for one in when.situation))
        and holds_under(options, when.option)
    )


class TimeContextFilter:
    """The parts of a time context on which some records depend; contexts that agree in these parts share a
    cache key.
    """

    def __init__(self, records: Iterable[Criteria]) -> None:
        asked = tuple(records)
        self._turns = any(record.turns for record in asked)
        self._situations = any(record.situation for record in asked)

    def reduce(self, moment: TimeContext) -> TimeContext:
        """Return the time context without the parts on which no record depends.

        The result is often shared, because few records depend on the turn or on situations.
        """
        if self._turns and self._situations:
            return moment
        turn = moment.turn if self._turns else 0
        return TimeContext(moment.phase, moment.weather, turn, moment.situations if self._situations else ())


class TimeDependentRecords(Generic[Row]):
    """Compiled records, with a lookup of the records that can apply at a given moment."""

    def __init__(self, rows: Iterable[tuple[Criteria, Row]], options: Mapping[str, str]) -> None:
        self._rows = tuple(rows)
        self.every = tuple(row for _, row in self._rows)
        self._options = options
        self._times = TimeContextFilter(when for when, _ in self._rows)
        self._found: dict[TimeContext, tuple[Row, ...]] = {}

    def active_at(self, moment: TimeContext) -> tuple[Row, ...]:
        """Return the records that can apply at a given moment."""
        key = self._times.reduce(moment)
        found = self._found.get(key)
        if found is None:
            found = tuple(row for when, row in self._rows if applies_at(when, key, self._options))
            self._found[key] = found
        return found
