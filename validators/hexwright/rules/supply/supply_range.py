"""Supply range: trace supply lines from a side's sources, and find the units out of supply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import NamedTuple

from hexwright.geometry.bitsets import members, together, union
from hexwright.geometry.hex_board import Hexes
from hexwright.model.rules.criteria_record import Supply
from hexwright.queries.movement_flood import Ground, Levels, flood
from hexwright.queries.supply_trace import Traced, brought, hauled, spread_within, walked
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import DISRUPTED, State
from hexwright.rules.movement.zone_barriers import unbarred
from hexwright.rules.supply.supply_capacity import Share, shares, too_little_for
from hexwright.rules.supply.supply_movement import Haul
from hexwright.rules.supply.supply_tracing import Tracing
from hexwright.rules.transport.transport_networks import usable


class Lack(NamedTuple):
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


class Supplied(NamedTuple):
    """The reach of a side's supply lines in a position."""

    traced: Traced
    sources: Hexes
    """The source hexes themselves, which need no supply line."""
    haul: Haul | None = None
    lesser: Levels | None = None
    """The cost of bringing supply from sources that only give limited supply."""
    lesser_sources: Hexes = 0


def in_communication(setting: Setting, state: State, side: int) -> Hexes:
    """Return the hexes in which units of a side have a supply line; empty if the side traces none."""
    tracing = setting.tracing.get(side)
    return 0 if tracing is None else _traced(setting, state, side, tracing).traced.reached


def supplied_to(setting: Setting, state: State, side: int) -> Hexes:
    """Return the hexes in which a side's units are in supply; all hexes if it needs no supply."""
    return in_communication(setting, state, side) if side in setting.tracing else setting.board.every


def network(setting: Setting, state: State, side: int) -> Hexes:
    """Return the hexes through which supply lines of a side may run."""
    tracing = setting.tracing.get(side)
    return 0 if tracing is None else _traced(setting, state, side, tracing).traced.linked


# Units ----------------------------------------------------------------------------------------------


def lacking(setting: Setting, state: State, side: int) -> Lack:
    """Return the units of a side on the map that are out of supply in their present hexes."""
    tracing = setting.tracing.get(side)
    if tracing is None:
        return Lack(0, 0)
    found = _traced(setting, state, side, tracing)
    out, isolated = _unrationed(setting, state, side, tracing, found)
    fed = together(share.fed for share in _rations(setting, state, side, tracing, found, isolated))
    return Lack(out, isolated & ~fed)


def rations(setting: Setting, state: State, side: int) -> list[Share]:
    """Return a side's limited sources that apply now, with the units each supplies."""
    tracing = setting.tracing.get(side)
    if tracing is None or not tracing.rations:
        return []
    found = _traced(setting, state, side, tracing)
    isolated = _unrationed(setting, state, side, tracing, found).isolated
    return _rations(setting, state, side, tracing, found, isolated)


def overdrawn(
    setting: Setting, state: State, side: int, units: Iterable[int], leaving: Units = 0
) -> Mapping[int, Hexes]:
    """Return, for each new unit of a side, the hexes where only limited sources with too few points
    reach it.

    Supply is as it is before the new unit is placed; the units `leaving` to pay for it use none.
    """
    tracing = setting.tracing.get(side)
    if tracing is None or not any(one.rule.binds_new for one in tracing.rations):
        return {}
    traced = _traced(setting, state, side, tracing)
    isolated = _unrationed(setting, state, side, tracing, traced).isolated & ~leaving
    found, haul = _rations(setting, state, side, tracing, traced, isolated), traced.haul
    if haul is None:
        return {}
    return {
        unit: too_little_for(setting, state, found, haul, unit)
        & ~_near_and_far(traced, setting.mas[unit][setting.last_step[unit]])[1]
        for unit in units
        if not tracing.exempt >> unit & 1
    }


def _rations(
    setting: Setting, state: State, side: int, tracing: Tracing, found: Supplied, isolated: Units
) -> list[Share]:
    """Return the limited sources with their units, given the units isolated without them."""
    haul = found.haul
    if not tracing.rations or haul is None:
        return []
    flooded = partial(_brought_from, setting, state, side, tracing, haul)
    return list(shares(setting, state, side, tracing, haul, isolated, flooded))


def _unrationed(setting: Setting, state: State, side: int, tracing: Tracing, found: Supplied) -> Lack:
    """Return the units that lack supply, disregarding limited sources."""
    if found.haul is None:
        where, near = state.where, found.traced.reached
        out = union(u for u in setting.of_side[side] if where[u] >= 0 and not near >> where[u] & 1)
        out &= ~tracing.exempt
        return Lack(out, out)
    known: dict[int, tuple[Hexes, Hexes]] = {}
    out = isolated = 0
    for unit in setting.of_side[side]:
        if (place := state.where[unit]) < 0 or tracing.exempt >> unit & 1:
            continue
        printed = setting.mas[unit][state.steps[unit]]
        if printed not in known:
            known[printed] = _near_and_far(found, printed)
        near, far = known[printed]
        out |= (not near >> place & 1) << unit
        isolated |= (not far >> place & 1) << unit
    return Lack(out, isolated)


def _near_and_far(supplied: Supplied, printed: int) -> tuple[Hexes, Hexes]:
    """Return the hexes of supply and of limited supply, by movement points, for a printed allowance."""
    haul, traced = supplied.haul, supplied.traced
    assert haul is not None
    near, far = haul.limits(printed)
    limited = brought(traced.levels, far) | supplied.sources
    if supplied.lesser is not None:
        limited |= brought(supplied.lesser, far) | supplied.lesser_sources
    return brought(traced.levels, near) | supplied.sources, limited


def lacking_in_battle(setting: Setting, state: State, side: int) -> Lack:
    """Return the units of a side that lack supply for battles: now, or as last recorded."""
    if setting.keeps >> side & 1:
        own = setting.units_of[side]
        return Lack(state.cut & own, state.isolated & own)
    return lacking(setting, state, side)


def noted(setting: Setting) -> Units:
    """Return the units whose supply at the start of their last movement phase is recorded."""
    return together(setting.units_of[side] for side in members(setting.keeps))


# Supply lines ---------------------------------------------------------------------------------------


def _traced(setting: Setting, state: State, side: int, tracing: Tracing) -> Supplied:
    """Return the reach of a side's supply lines."""
    free = _free(setting, state, side, tracing)
    sources = tracing.sources | tracing.depots & state.owned[side]
    for name in tracing.rule.network:
        sources |= usable(setting, state, name, side)
    begun, waiting = _carried(tracing, sources, free), _headquarters(state, tracing)
    if tracing.rule.reach is None:
        length = tracing.rule.length or 0
        return Supplied(walked(tracing.spread, length, begun, free, sources, waiting), sources)
    haul = setting.hauls.of(side, setting.moment(state))
    ground = Ground(setting.board.every, ~free, setting.ezoc(state, side))
    traced = hauled(haul.way, ground, haul.nearest, begun, sources, waiting)
    if not tracing.rule.lesser:
        return Supplied(traced, sources, haul)
    poorer = together(usable(setting, state, name, side) for name in tracing.rule.lesser)
    lesser = _brought_from(setting, state, side, tracing, haul, poorer)
    return Supplied(traced, sources, haul, lesser, poorer)


def _brought_from(
    setting: Setting, state: State, side: int, tracing: Tracing, haul: Haul, sources: Hexes
) -> Levels:
    """Return the cost of bringing supply from some sources, by hex."""
    free = _free(setting, state, side, tracing)
    ground = Ground(setting.board.every, ~free, setting.ezoc(state, side))
    return flood(haul.way, ground, ((0, 0, _carried(tracing, sources, free)),))


def _carried(tracing: Tracing, sources: Hexes, free: Hexes) -> Hexes:
    """Return the open hexes in which supply lines begin: the sources, and hexes linked to them by lines."""
    begun = sources & free
    return begun if tracing.along is None else spread_within(tracing.along, begun, free)


def _headquarters(state: State, tracing: Tracing) -> Hexes:
    """Return the hexes of units that are supply sources for others."""
    stand = (state.where[unit] for unit in members(tracing.headquarters))
    return union(place for place in stand if place >= 0)


def _free(setting: Setting, state: State, side: int, tracing: Tracing) -> Hexes:
    """Return the hexes through which supply lines of a side may run."""
    free = tracing.ground & unbarred(setting, state, side, tracing.rule.ezoc)
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
