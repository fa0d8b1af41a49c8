"""Supply range: trace supply lines from a side's sources, and find the units out of supply."""

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

    out: Units
    isolated: Units
    """Those without even limited supply."""

    def so(self, asked: Supply) -> Units:
        """Return the units with the given supply status, among all possible units."""
        if asked == "out":
            return self.out
        if asked == "in":
            return ~self.out
        return self.isolated if asked == "isolated" else self.out & ~self.isolated


class TracedSupply(NamedTuple):
    """The reach of a side's supply lines in a position."""

    traced: Traced
    sources: Hexes
    """The source hexes themselves, which need no supply line."""
    haul: SupplyMovement | None = None
    lesser: Levels | None = None
    """The cost of bringing supply from sources that only give limited supply."""
    lesser_sources: Hexes = 0


def hexes_in_communication(setting: CompiledGame, state: State, side: int) -> Hexes:
    """Return the hexes in which units of a side have a supply line; empty if the side traces none."""
    tracing = setting.tracing.get(side)
    return 0 if tracing is None else _trace_supply(setting, state, side, tracing).traced.reached


def hexes_in_supply(setting: CompiledGame, state: State, side: int) -> Hexes:
    """Return the hexes in which a side's units are in supply; all hexes if it needs no supply."""
    return hexes_in_communication(setting, state, side) if side in setting.tracing else setting.board.every


def supply_line_hexes(setting: CompiledGame, state: State, side: int) -> Hexes:
    """Return the hexes through which supply lines of a side may run."""
    tracing = setting.tracing.get(side)
    return 0 if tracing is None else _trace_supply(setting, state, side, tracing).traced.linked


# Units ----------------------------------------------------------------------------------------------


def find_supply_shortage(setting: CompiledGame, state: State, side: int) -> SupplyShortage:
    """Return the units of a side on the map that are out of supply in their present hexes."""
    tracing = setting.tracing.get(side)
    if tracing is None:
        return SupplyShortage(0, 0)
    found = _trace_supply(setting, state, side, tracing)
    out, isolated = _shortage_without_capacities(setting, state, side, tracing, found)
    fed = union_of(share.fed for share in _capacities_in_use(setting, state, side, tracing, found, isolated))
    return SupplyShortage(out, isolated & ~fed)


def active_capacities(setting: CompiledGame, state: State, side: int) -> list[CapacityUse]:
    """Return a side's limited sources that apply now, with the units each supplies."""
    tracing = setting.tracing.get(side)
    if tracing is None or not tracing.rations:
        return []
    found = _trace_supply(setting, state, side, tracing)
    isolated = _shortage_without_capacities(setting, state, side, tracing, found).isolated
    return _capacities_in_use(setting, state, side, tracing, found, isolated)


def hexes_over_capacity(
    setting: CompiledGame, state: State, side: int, units: Iterable[int], leaving: Units = 0
) -> Mapping[int, Hexes]:
    """Return, for each new unit of a side, the hexes where only limited sources with too few points
    reach it.

    Supply is as it is before the new unit is placed; the units `leaving` to pay for it use none.
    """
    tracing = setting.tracing.get(side)
    if tracing is None or not any(one.rule.limits_replacements for one in tracing.rations):
        return {}
    traced = _trace_supply(setting, state, side, tracing)
    isolated = _shortage_without_capacities(setting, state, side, tracing, traced).isolated & ~leaving
    found, haul = _capacities_in_use(setting, state, side, tracing, traced, isolated), traced.haul
    if haul is None:
        return {}
    return {
        unit: hexes_without_capacity_for(setting, state, found, haul, unit)
        & ~_supply_and_isolation_hexes(traced, setting.mas[unit][setting.last_step[unit]])[1]
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
    """Return the limited sources with their units, given the units isolated without them."""
    haul = found.haul
    if not tracing.rations or haul is None:
        return []
    flooded = partial(_trace_limited_supply, setting, state, side, tracing, haul)
    return list(allocate_capacities(setting, state, side, tracing, haul, isolated, flooded))


def _shortage_without_capacities(
    setting: CompiledGame, state: State, side: int, tracing: CompiledSupplyLine, found: TracedSupply
) -> SupplyShortage:
    """Return the units that lack supply, disregarding limited sources."""
    if found.haul is None:
        where, near = state.where, found.traced.reached
        out = union(u for u in setting.of_side[side] if where[u] >= 0 and not near >> where[u] & 1)
        out &= ~tracing.exempt
        return SupplyShortage(out, out)
    known: dict[int, tuple[Hexes, Hexes]] = {}
    out = isolated = 0
    for unit in setting.of_side[side]:
        if (place := state.where[unit]) < 0 or tracing.exempt >> unit & 1:
            continue
        printed = setting.mas[unit][state.steps[unit]]
        if printed not in known:
            known[printed] = _supply_and_isolation_hexes(found, printed)
        near, far = known[printed]
        out |= (not near >> place & 1) << unit
        isolated |= (not far >> place & 1) << unit
    return SupplyShortage(out, isolated)


def _supply_and_isolation_hexes(supplied: TracedSupply, printed: int) -> tuple[Hexes, Hexes]:
    """Return the hexes of supply and of limited supply, by movement points, for a printed allowance."""
    haul, traced = supplied.haul, supplied.traced
    assert haul is not None
    near, far = haul.limits(printed)
    limited = brought(traced.levels, far) | supplied.sources
    if supplied.lesser is not None:
        limited |= brought(supplied.lesser, far) | supplied.lesser_sources
    return brought(traced.levels, near) | supplied.sources, limited


def supply_shortage_in_battle(setting: CompiledGame, state: State, side: int) -> SupplyShortage:
    """Return the units of a side that lack supply for battles: now, or as last recorded."""
    if setting.keeps >> side & 1:
        own = setting.units_of[side]
        return SupplyShortage(state.cut & own, state.isolated & own)
    return find_supply_shortage(setting, state, side)


def units_with_noted_supply(setting: CompiledGame) -> Units:
    """Return the units whose supply at the start of their last movement phase is recorded."""
    return union_of(setting.units_of[side] for side in members(setting.keeps))


# Supply lines ---------------------------------------------------------------------------------------


def _trace_supply(
    setting: CompiledGame, state: State, side: int, tracing: CompiledSupplyLine
) -> TracedSupply:
    """Return the reach of a side's supply lines."""
    free = _open_hexes(setting, state, side, tracing)
    sources = tracing.sources | tracing.depots & state.owned[side]
    for name in tracing.rule.network:
        sources |= usable_hexes(setting, state, name, side)
    begun, waiting = _line_start_hexes(tracing, sources, free), _headquarters_hexes(state, tracing)
    if tracing.rule.range_in_mp is None:
        length = tracing.rule.range or 0
        return TracedSupply(walked(tracing.spread, length, begun, free, sources, waiting), sources)
    haul = setting.hauls.of(side, setting.moment(state))
    ground = Ground(setting.board.every, ~free, setting.ezoc(state, side))
    traced = hauled(haul.way, ground, haul.nearest, begun, sources, waiting)
    if not tracing.rule.limited_network:
        return TracedSupply(traced, sources, haul)
    poorer = union_of(usable_hexes(setting, state, name, side) for name in tracing.rule.limited_network)
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
    """Return the cost of bringing supply from some sources, by hex."""
    free = _open_hexes(setting, state, side, tracing)
    ground = Ground(setting.board.every, ~free, setting.ezoc(state, side))
    return flood(haul.way, ground, ((0, 0, _line_start_hexes(tracing, sources, free)),))


def _line_start_hexes(tracing: CompiledSupplyLine, sources: Hexes, free: Hexes) -> Hexes:
    """Return the open hexes in which supply lines begin: the sources, and hexes linked to them by lines."""
    begun = sources & free
    return begun if tracing.along is None else spread_within(tracing.along, begun, free)


def _headquarters_hexes(state: State, tracing: CompiledSupplyLine) -> Hexes:
    """Return the hexes of units that are supply sources for others."""
    stand = (state.where[unit] for unit in members(tracing.headquarters))
    return union(place for place in stand if place >= 0)


def _open_hexes(setting: CompiledGame, state: State, side: int, tracing: CompiledSupplyLine) -> Hexes:
    """Return the hexes through which supply lines of a side may run."""
    free = tracing.ground & unbarred_hexes(setting, state, side, tracing.rule.ezoc)
    if tracing.closing:
        for other, owned in enumerate(state.owned):
            if other != side:
                free &= ~(owned & tracing.closing)
    if tracing.guards:
        beside = union(
            state.where[unit]
            for unit in members(tracing.guards)
            if state.where[unit] >= 0 and not state.conditions[unit] & DISRUPTED
        )
        # A hex with a friendly unit is open to every supply line, despite adjacent enemies.
        free &= ~setting.board.around(beside) | state.occupied[side]
    return free
