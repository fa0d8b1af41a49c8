"""Supply range: trace supply lines from a side's sources, and find units out of supply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import NamedTuple

from hexwright.geometry.bitsets import members, union, union_of
from hexwright.geometry.hex_board import Hexes
from hexwright.model.rules.criteria_record import Supply
from hexwright.queries.movement_flood import Ground, Levels, flood
from hexwright.queries.supply_trace import Traced, brought, hauled, spread_within, walked
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import DISRUPTED, State
from hexwright.rules.movement.zone_barriers import unbarred_hexes
from hexwright.rules.supply.supply_capacity import (
    CapacityUse,
    allocate_capacities,
    hexes_without_capacity_for,
)
from hexwright.rules.supply.supply_movement import SupplyMovement
from hexwright.rules.supply.supply_tracing import CompiledSupplyLine
from hexwright.rules.transport.transport_networks import usable_hexes


class SupplyShortage(NamedTuple):
    """The units that lack supply."""

    out_of_supply: Units
    isolated: Units
    """The units that lack even limited supply."""

    def units_supplied_as(self, asked: Supply) -> Units:
        """Return the units with the given supply status; for "in", the set includes units off the map."""
        if asked == "out":
            return self.out_of_supply
        if asked == "in":
            return ~self.out_of_supply
        return self.isolated if asked == "isolated" else self.out_of_supply & ~self.isolated


class TracedSupply(NamedTuple):
    """The hexes that a side's supply lines reach in a position."""

    traced: Traced
    sources: Hexes
    """The hexes of the supply sources, which need no supply line."""
    supply_movement: SupplyMovement | None = None
    limited_levels: Levels | None = None
    """The cost of bringing supply from sources that give only limited supply."""
    limited_sources: Hexes = 0


def hexes_in_communication(setting: CompiledGame, state: State, side: int) -> Hexes:
    """Return the hexes in which units of a side have a supply line; empty if the side traces no supply."""
    tracing = setting.supply_lines.get(side)
    return 0 if tracing is None else _trace_supply(setting, state, side, tracing).traced.reached


def hexes_in_supply(setting: CompiledGame, state: State, side: int) -> Hexes:
    """Return the hexes in which a side's units are in supply; all hexes if the side needs no supply."""
    return (
        hexes_in_communication(setting, state, side) if side in setting.supply_lines else setting.board.every
    )


def supplied_hexes(setting: CompiledGame, state: State, unit: int) -> tuple[Hexes, Hexes]:
    """Return the hexes in which a unit would be in supply, and those in which it would have at least limited
    supply.
    """
    side = setting.side_of[unit]
    tracing = setting.supply_lines.get(side)
    if tracing is None or tracing.exempt >> unit & 1:
        return setting.board.every, setting.board.every
    found, printed = _trace_supply(setting, state, side, tracing), setting.allowances[unit][state.steps[unit]]
    haul = found.supply_movement
    if haul is None:
        return found.traced.reached, found.traced.reached
    near, far = _supply_and_isolation_hexes(found, printed)
    shares = active_capacities(setting, state, side)
    return near, far | union_of(share.reaches(setting, state, haul, unit, printed) for share in shares)


def supply_line_hexes(setting: CompiledGame, state: State, side: int) -> Hexes:
    """Return the hexes through which supply lines of a side may run."""
    tracing = setting.supply_lines.get(side)
    return 0 if tracing is None else _trace_supply(setting, state, side, tracing).traced.linked


# Units ----------------------------------------------------------------------------------------------


def find_supply_shortage(setting: CompiledGame, state: State, side: int) -> SupplyShortage:
    """Return the units of a side on the map that are out of supply in their present hexes."""
    tracing = setting.supply_lines.get(side)
    if tracing is None:
        return SupplyShortage(0, 0)
    found = _trace_supply(setting, state, side, tracing)
    out, isolated = _shortage_without_capacities(setting, state, side, tracing, found)
    fed = union_of(
        share.supplied_units for share in _capacities_in_use(setting, state, side, tracing, found, isolated)
    )
    return SupplyShortage(out, isolated & ~fed)


def active_capacities(setting: CompiledGame, state: State, side: int) -> list[CapacityUse]:
    """Return a side's limited sources that apply now, with the units that each source supplies."""
    tracing = setting.supply_lines.get(side)
    if tracing is None or not tracing.capacities:
        return []
    found = _trace_supply(setting, state, side, tracing)
    isolated = _shortage_without_capacities(setting, state, side, tracing, found).isolated
    return _capacities_in_use(setting, state, side, tracing, found, isolated)


def hexes_over_capacity(
    setting: CompiledGame, state: State, side: int, units: Iterable[int], leaving: Units = 0
) -> Mapping[int, Hexes]:
    """Return, for each new unit of a side, the hexes that are reached only by limited sources with too few
    points.

    Supply is traced without the new unit. The units in `leaving`, which are spent to pay for it, use no
    points.
    """
    tracing = setting.supply_lines.get(side)
    if tracing is None or not any(one.record.limits_replacements for one in tracing.capacities):
        return {}
    traced = _trace_supply(setting, state, side, tracing)
    isolated = _shortage_without_capacities(setting, state, side, tracing, traced).isolated & ~leaving
    found, haul = _capacities_in_use(setting, state, side, tracing, traced, isolated), traced.supply_movement
    if haul is None:
        return {}
    return {
        unit: hexes_without_capacity_for(setting, state, found, haul, unit)
        & ~_supply_and_isolation_hexes(traced, setting.allowances[unit][setting.last_step[unit]])[1]
        for unit in units
        if not tracing.exempt >> unit & 1
    }


def _capacities_in_use(
    setting: CompiledGame,
    state: State,
    side: int,
    tracing: CompiledSupplyLine,
    found: TracedSupply,
    isolated: Units,
) -> list[CapacityUse]:
    """Return the limited sources with the units they supply; `isolated` gives the units that are isolated
    without these sources.
    """
    haul = found.supply_movement
    if not tracing.capacities or haul is None:
        return []
    flooded = partial(_trace_limited_supply, setting, state, side, tracing, haul)
    return list(allocate_capacities(setting, state, side, tracing, haul, isolated, flooded))


def _shortage_without_capacities(
    setting: CompiledGame, state: State, side: int, tracing: CompiledSupplyLine, found: TracedSupply
) -> SupplyShortage:
    """Return the units that lack supply, disregarding limited sources."""
    if found.supply_movement is None:
        where, near = state.locations, found.traced.reached
        out = union(u for u in setting.units_by_side[side] if where[u] >= 0 and not near >> where[u] & 1)
        out &= ~tracing.exempt
        return SupplyShortage(out, out)
    known: dict[int, tuple[Hexes, Hexes]] = {}
    out = isolated = 0
    for unit in setting.units_by_side[side]:
        if (place := state.locations[unit]) < 0 or tracing.exempt >> unit & 1:
            continue
        printed = setting.allowances[unit][state.steps[unit]]
        if printed not in known:
            known[printed] = _supply_and_isolation_hexes(found, printed)
        near, far = known[printed]
        out |= (not near >> place & 1) << unit
        isolated |= (not far >> place & 1) << unit
    return SupplyShortage(out, isolated)


def _supply_and_isolation_hexes(supplied: TracedSupply, printed: int) -> tuple[Hexes, Hexes]:
    """Return the hexes in supply and the hexes in at least limited supply, for a unit with a given printed
    movement allowance.
    """
    haul, traced = supplied.supply_movement, supplied.traced
    assert haul is not None
    near, far = haul.ranges_for(printed)
    limited = brought(traced.levels, far) | supplied.sources
    if supplied.limited_levels is not None:
        limited |= brought(supplied.limited_levels, far) | supplied.limited_sources
    return brought(traced.levels, near) | supplied.sources, limited


def supply_shortage_in_battle(setting: CompiledGame, state: State, side: int) -> SupplyShortage:
    """Return the units of a side that lack supply for battles, either now or as last recorded."""
    if setting.sides_with_fixed_supply >> side & 1:
        own = setting.unit_sets_by_side[side]
        return SupplyShortage(state.out_of_supply_when_moved & own, state.isolated_when_moved & own)
    return find_supply_shortage(setting, state, side)


def units_with_noted_supply(setting: CompiledGame) -> Units:
    """Return the units whose supply at the start of their last movement phase is recorded."""
    return union_of(setting.unit_sets_by_side[side] for side in members(setting.sides_with_fixed_supply))


# Supply lines ---------------------------------------------------------------------------------------


def _trace_supply(
    setting: CompiledGame, state: State, side: int, tracing: CompiledSupplyLine
) -> TracedSupply:
    """Return the hexes reached by a side's supply lines, with full and with limited supply.

    The latest result of each side is cached: battles are compared, declared and resolved on an unchanged map.
    """
    recent, values = setting.recent.supply, _values_traced_from(state)
    if (known := recent.get(side)) is None or known[0] != values:
        known = recent[side] = values, _trace_supply_anew(setting, state, side, tracing)
    found: TracedSupply = known[1]
    return found


def _values_traced_from(state: State) -> tuple[object, ...]:
    """Return the values of a state that its supply lines depend on."""
    on_map = state.locations, state.conditions, state.occupied, state.owned, state.serving_hexes
    return (*on_map, state.turn, state.phase, state.weather_by_turn, state.situation_counts)


def _trace_supply_anew(
    setting: CompiledGame, state: State, side: int, tracing: CompiledSupplyLine
) -> TracedSupply:
    free = _open_hexes(setting, state, side, tracing)
    sources = tracing.sources | tracing.owned_source_hexes & state.owned[side]
    for name in tracing.record.network:
        sources |= usable_hexes(setting, state, name, side)
    begun, waiting = _line_start_hexes(tracing, sources, free), _headquarters_hexes(state, tracing)
    if tracing.record.range_in_mp is None:
        length = tracing.record.range or 0
        return TracedSupply(walked(tracing.spread, length, begun, free, sources, waiting), sources)
    haul = setting.supply_movements.of(side, setting.time_context(state))
    ground = Ground(setting.board.every, ~free, setting.ezoc_hexes(state, side))
    traced = hauled(haul.way, ground, haul.range_of_any_unit, begun, sources, waiting)
    if not tracing.record.limited_network:
        return TracedSupply(traced, sources, haul)
    poorer = union_of(usable_hexes(setting, state, name, side) for name in tracing.record.limited_network)
    lesser = _trace_limited_supply(setting, state, side, tracing, haul, poorer)
    return TracedSupply(traced, sources, haul, lesser, poorer)


def _trace_limited_supply(
    setting: CompiledGame,
    state: State,
    side: int,
    tracing: CompiledSupplyLine,
    haul: SupplyMovement,
    sources: Hexes,
) -> Levels:
    """Return the cost of bringing supply from the given sources to each hex."""
    free = _open_hexes(setting, state, side, tracing)
    ground = Ground(setting.board.every, ~free, setting.ezoc_hexes(state, side))
    return flood(haul.way, ground, ((0, 0, _line_start_hexes(tracing, sources, free)),))


def _line_start_hexes(tracing: CompiledSupplyLine, sources: Hexes, free: Hexes) -> Hexes:
    """Return the open hexes in which supply lines begin: the sources, and the hexes linked to them
    by lines.
    """
    begun = sources & free
    return (
        begun
        if tracing.spread_along_lines is None
        else spread_within(tracing.spread_along_lines, begun, free)
    )


def _headquarters_hexes(state: State, tracing: CompiledSupplyLine) -> Hexes:
    """Return the hexes of units that are supply sources for other units."""
    stand = (state.locations[unit] for unit in members(tracing.headquarters))
    return union(place for place in stand if place >= 0)


def _open_hexes(setting: CompiledGame, state: State, side: int, tracing: CompiledSupplyLine) -> Hexes:
    """Return the hexes through which supply lines of a side may run."""
    free = tracing.open_terrain & unbarred_hexes(setting, state, side, tracing.record.ezoc)
    if tracing.blocking_places:
        for other, owned in enumerate(state.owned):
            if other != side:
                free &= ~(owned & tracing.blocking_places)
    if tracing.blocking_units:
        beside = union(
            state.locations[unit]
            for unit in members(tracing.blocking_units)
            if state.locations[unit] >= 0 and not state.conditions[unit] & DISRUPTED
        )
        # A hex with a friendly unit is open to every supply line, despite adjacent enemies.
        free &= ~setting.board.around(beside) | state.occupied[side]
    return free
