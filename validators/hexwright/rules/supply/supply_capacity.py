"""Supply capacity: units supplied by sources that can supply only a limited number of strength points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hexwright.geometry.bitsets import members, union_of
from hexwright.geometry.hex_board import Hexes
from hexwright.model.ids import UnitId
from hexwright.queries.movement_flood import Levels, spent_to
from hexwright.queries.supply_trace import brought
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, Units
from hexwright.rules.engine.game_state import State, Strength
from hexwright.rules.supply.supply_movement import SupplyMovement
from hexwright.rules.supply.supply_tracing import CompiledCapacity, CompiledSupplyLine
from hexwright.rules.transport.transport_networks import usable_hexes

CapacityDemand = tuple[Strength, int, UnitId, int]
"""A unit that a limited source reaches, as a sort key: negated strength, cost of supply, unit id and unit
number.
"""


class CapacityUse(NamedTuple):
    """The units that one limited source supplies in a position, and the points they use."""

    capacity: CompiledCapacity
    supplied_units: Units
    points_used: Strength
    """The strength points of the supplied units."""
    unsupplied_units: Units
    """Units within range that the source can't supply because it has too few points left."""
    sources: Hexes
    levels: Levels
    """The cost of bringing supply from the source to each hex."""

    def reaches(
        self, setting: CompiledGame, state: State, haul: SupplyMovement, unit: int, allowance: int
    ) -> Hexes:
        """Return the hexes in which the source reaches a unit that has a movement allowance of
        `allowance`.
        """
        if not self.sources:
            return 0
        ration, found = self.capacity, 0
        for one in ration.beyond_range_criteria:
            if one.units >> unit & 1 and setting.applies_now(state, one.record):
                found |= one.hexes
        if ration.criteria.units >> unit & 1:
            _, far = haul.ranges_for(allowance)
            found |= (self.sources | brought(self.levels, far)) & ration.criteria.hexes
        return found

    def has_points_for(self, setting: CompiledGame, state: State, points: Strength) -> bool:
        """Return whether the source has enough points for a new unit, in addition to the points for all units
        within its range.
        """
        others = sum(setting.defences[unit][state.steps[unit]] for unit in members(self.unsupplied_units))
        return self.points_used + others + points <= self.capacity.record.max


def hexes_without_capacity_for(
    setting: CompiledGame, state: State, found: Sequence[CapacityUse], haul: SupplyMovement, unit: int
) -> Hexes:
    """Return the hexes in which a new unit is reached only by sources with too few points.

    A source that doesn't limit replacements is treated as having enough points.
    """
    step = setting.last_step[unit]
    points, allowance = setting.defences[unit][step], setting.allowances[unit][step]
    closed: Hexes = 0
    open_: Hexes = 0
    for share in found:
        hexes = share.reaches(setting, state, haul, unit, allowance)
        if (
            share.capacity.record.limits_replacements
            and points
            and not share.has_points_for(setting, state, points)
        ):
            closed |= hexes
        else:
            open_ |= hexes
    return closed & ~open_


def allocate_capacities(
    setting: CompiledGame,
    state: State,
    side: int,
    tracing: CompiledSupplyLine,
    haul: SupplyMovement,
    needy: Units,
    flooded: Callable[[Hexes], Levels],
) -> Iterator[CapacityUse]:
    """Yield the use of each limited source of a side: the `needy` units that it saves from isolation.

    `flooded` is a function that computes the cost of bringing supply from given sources.
    """
    for ration in tracing.capacities:
        if not setting.applies_now(state, ration.criteria.record):
            continue
        sources = union_of(usable_hexes(setting, state, name, side) for name in ration.record.network)
        levels: Levels = flooded(sources) if sources else []
        asking = (
            [] if not sources else _capacity_demands(setting, state, ration, haul, needy, sources, levels)
        )
        fed = left_over = 0
        given: Strength = 0
        for *_, unit in sorted(asking):
            points = setting.defences[unit][state.steps[unit]]
            if given + points <= ration.record.max:
                fed |= 1 << unit
                given += points
            else:
                left_over |= 1 << unit
        needy &= ~fed
        yield CapacityUse(ration, fed, given, left_over, sources, levels)


def _capacity_demands(
    setting: CompiledGame,
    state: State,
    ration: CompiledCapacity,
    haul: SupplyMovement,
    needy: Units,
    sources: Hexes,
    levels: Levels,
) -> list[CapacityDemand]:
    """Return a demand for each unit that a limited source reaches."""
    farthest, found = haul.way.allowance + 1, list[CapacityDemand]()
    whom = _units_meeting_criteria(setting, state, ration.criteria, needy)
    beyond = union_of(
        _units_meeting_criteria(setting, state, one, needy)
        for one in ration.beyond_range_criteria
        if setting.applies_now(state, one.record)
    )
    for unit in members(whom | beyond):
        place, step = state.locations[unit], state.steps[unit]
        _, far = haul.ranges_for(setting.allowances[unit][step])
        spent = farthest if beyond >> unit & 1 else -1
        if whom >> unit & 1 and (sources | brought(levels, far)) >> place & 1:
            spent = 0 if sources >> place & 1 else spent_to(levels, 1 << place)
        if spent >= 0:
            # Stronger units are supplied first; of equal ones the nearer, then by id.
            found.append((-setting.defences[unit][step], spent, setting.units[unit], unit))
    return found


def _units_meeting_criteria(
    setting: CompiledGame, state: State, asked: CompiledCriteria, units: Units
) -> Units:
    """Return the units on the map that meet the criteria in their present hexes."""
    own = members(units & asked.units)
    return union_of(1 << unit for unit in own if asked.hexes >> state.locations[unit] & 1)
