"""Trace communication, or supply, from a side's sources."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from builder.geometry.bits import members, together, union
from builder.geometry.board import Hexes
from builder.geometry.steps import reached
from builder.model.circumstances import Supply
from builder.queries.flooding import Ground, Levels, flood
from validators.rules.circumstances import Units
from validators.rules.hauling import Haul
from validators.rules.networks import usable
from validators.rules.rationing import Share, shares
from validators.rules.setting import Setting
from validators.rules.state import DISRUPTED, State
from validators.rules.tracing import Tracing
from validators.rules.zones import unbarred


class Lack(NamedTuple):
    """Who lacks supply."""

    out: Units
    isolated: Units
    """Those of them to whom not even limited supply comes."""


class Traced(NamedTuple):
    """What a side's ways of supply come to in a position."""

    linked: Hexes
    """The hexes through which they run."""
    reached: Hexes
    """Those that have one, whoever stands there."""
    sources: Hexes
    """Those that need none."""
    haul: Haul | None = None
    levels: Sequence[Sequence[Hexes]] = ()
    """What bringing supplies there takes, where it costs points."""
    lesser_sources: Hexes = 0
    """Sources of supply that is limited at most."""
    lesser: Sequence[Sequence[Hexes]] = ()
    """What bringing supplies from those takes."""


def in_communication(setting: Setting, state: State, side: int) -> Hexes:
    """Return the hexes in which units of a side have a way from a source; none where it traces none."""
    tracing = setting.tracing.get(side)
    return 0 if tracing is None else _traced(setting, state, side, tracing).reached


def supplied(setting: Setting, state: State) -> tuple[Hexes, ...]:
    """Return, by side, the hexes in which its units are in supply; all where it needs none."""
    return tuple(supplied_to(setting, state, side) for side in range(len(setting.sides)))


def supplied_to(setting: Setting, state: State, side: int) -> Hexes:
    """Return the hexes in which a side's units are in supply; all where it needs none."""
    return in_communication(setting, state, side) if side in setting.tracing else setting.board.every


def network(setting: Setting, state: State, side: int) -> Hexes:
    """Return the hexes through which a way from a side's sources may run."""
    tracing = setting.tracing.get(side)
    return 0 if tracing is None else _traced(setting, state, side, tracing).linked


# Units ----------------------------------------------------------------------------------------------


def lacking(setting: Setting, state: State, side: int) -> Lack:
    """Return the units of a side on the map that are out of supply where they stand."""
    tracing = setting.tracing.get(side)
    if tracing is None:
        return Lack(0, 0)
    traced = _traced(setting, state, side, tracing)
    out, isolated = _unrationed(setting, state, side, tracing, traced)
    fed = together(share.fed for share in _rations(setting, state, side, tracing, traced, isolated))
    return Lack(out, isolated & ~fed)


def rations(setting: Setting, state: State, side: int) -> list[Share]:
    """Return the rations of a side that count now, with whom each feeds; none where it has none."""
    tracing = setting.tracing.get(side)
    if tracing is None or not tracing.rations:
        return []
    traced = _traced(setting, state, side, tracing)
    isolated = _unrationed(setting, state, side, tracing, traced).isolated
    return _rations(setting, state, side, tracing, traced, isolated)


def _rations(
    setting: Setting, state: State, side: int, tracing: Tracing, traced: Traced, isolated: Units
) -> list[Share]:
    """Return the same for units that are isolated without them."""
    haul = traced.haul
    if not tracing.rations or haul is None:
        return []
    brought = partial(_brought_from, setting, state, side, tracing, haul)
    return list(shares(setting, state, side, tracing, haul, isolated, brought))


def _unrationed(setting: Setting, state: State, side: int, tracing: Tracing, traced: Traced) -> Lack:
    """Return who lacks supply as if there were no rations."""
    known: dict[int, tuple[Hexes, Hexes]] = {}
    out = isolated = 0
    for unit in setting.of_side[side]:
        if (place := state.where[unit]) < 0 or tracing.exempt >> unit & 1:
            continue
        printed = setting.mas[unit][state.steps[unit]]
        if printed not in known:
            known[printed] = _near_and_far(traced, printed)
        near, far = known[printed]
        out |= (not near >> place & 1) << unit
        isolated |= (not far >> place & 1) << unit
    return Lack(out, isolated)


def _near_and_far(traced: Traced, printed: int) -> tuple[Hexes, Hexes]:
    """Return where a unit with a printed allowance is in supply, and where it isn't isolated."""
    haul = traced.haul
    if haul is None:
        return traced.reached, traced.reached
    near, far = haul.limits(printed)
    supplied, limited = (haul.within(traced.levels, points) | traced.sources for points in (near, far))
    return supplied, limited | haul.within(traced.lesser, far) | traced.lesser_sources


def so_supplied(setting: Setting, state: State, side: int, units: Units, asked: Supply) -> Units:
    """Return those of a side's units that are supplied as a battle asks: now, or as was noted of them."""
    kept = setting.keeps >> side & 1
    out, isolated = (state.cut, state.isolated) if kept else lacking(setting, state, side)
    if asked == "limited":
        return units & out & ~isolated
    return units & {"in": ~out, "out": out, "isolated": isolated}[asked]


def noted(setting: Setting) -> Units:
    """Return the units of which it is kept how they were supplied as their last movement phase began."""
    return together(setting.units_of[side] for side in members(setting.keeps))


# Ways -----------------------------------------------------------------------------------------------


def _traced(setting: Setting, state: State, side: int, tracing: Tracing) -> Traced:
    """Return what ways of supply come to."""
    # A way may not enter a closed hex; the hex that a unit stands in doesn't count, so the last step outwards
    # needs no check, nor does a source for what stands in it.
    free = _free(setting, state, side, tracing)
    sources = tracing.sources | tracing.depots & state.owned[side]
    for name in tracing.rule.network:
        sources |= usable(setting, state, name, side)
    begun = sources & free
    if tracing.along is not None:
        begun = _carried(tracing, begun, free)
    waiting = _headquarters(state, tracing)
    haul = setting.hauls.of(side, state.phase, setting.weather_now(state), state.turn)
    levels: Levels = []
    while True:
        if haul is not None:
            levels = _hauled(setting, state, side, haul, begun, free)
            reached = haul.within(levels, haul.nearest()) | sources
            linked = reached & free
        else:
            linked = _flooded(tracing, begun, free)
            reached = tracing.spread(linked) | linked | sources
        fed = waiting & reached
        if not fed:
            traced = Traced(linked, reached, sources, haul, levels)
            return _with_lesser(setting, state, side, tracing, traced) if tracing.rule.lesser else traced
        waiting &= ~fed
        begun |= fed & free


def _with_lesser(setting: Setting, state: State, side: int, tracing: Tracing, traced: Traced) -> Traced:
    """Return the same with what comes from sources of limited supply."""
    assert traced.haul is not None
    sources = together(usable(setting, state, name, side) for name in tracing.rule.lesser)
    levels = _brought_from(setting, state, side, tracing, traced.haul, sources)
    return traced._replace(lesser_sources=sources, lesser=levels)


def _brought_from(
    setting: Setting, state: State, side: int, tracing: Tracing, haul: Haul, sources: Hexes
) -> Levels:
    """Return what bringing supplies from some sources of their own takes."""
    free = _free(setting, state, side, tracing)
    begun = sources & free
    if tracing.along is not None:
        begun = _carried(tracing, begun, free)
    return _hauled(setting, state, side, haul, begun, free)


def _hauled(setting: Setting, state: State, side: int, haul: Haul, begun: Hexes, free: Hexes) -> Levels:
    """Return what bringing supplies from some hexes takes; closed ones are entered and not left."""
    ground = Ground(setting.board.every, ~free, setting.ezoc(state, side))
    return flood(haul.way, ground, ((0, 0, begun),))


def _flooded(tracing: Tracing, begun: Hexes, free: Hexes) -> Hexes:
    """Return the hexes through which ways run from some, but the last of each."""
    length, linked, front = tracing.rule.length, begun, begun
    steps = 1
    while front and (length is None or steps < length):
        front = tracing.spread(front) & free & ~linked
        linked |= front
        steps += 1
    return linked


def _carried(tracing: Tracing, begun: Hexes, free: Hexes) -> Hexes:
    """Return the hexes to which lines carry supply from some."""
    assert tracing.along is not None
    return reached(tracing.along, begun, free)


def _headquarters(state: State, tracing: Tracing) -> Hexes:
    """Return the hexes with units that are sources to others."""
    stand = (state.where[unit] for unit in members(tracing.headquarters))
    return union(place for place in stand if place >= 0)


def _free(setting: Setting, state: State, side: int, tracing: Tracing) -> Hexes:
    """Return the hexes that ways of a side may run through."""
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
        # A hex with a friend is closed to no way, whoever stands beside it.
        free &= ~setting.board.around(beside) | state.occupied[side]
    return free
