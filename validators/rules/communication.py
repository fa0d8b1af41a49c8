"""Trace communication, or supply, from a side's sources."""

from __future__ import annotations

from builder.geometry.bits import members, union
from builder.geometry.board import Hexes
from validators.rules.flooding import Ground, ends, flood
from validators.rules.networks import unbarred, usable
from validators.rules.setting import Setting
from validators.rules.state import DISRUPTED, State
from validators.rules.tracing import Tracing
from validators.rules.ways import Way


def in_communication(setting: Setting, state: State, side: int) -> Hexes:
    """Return the hexes in which units of a side have a way from a source; none where it traces none."""
    tracing = setting.tracing.get(side)
    return 0 if tracing is None else _traced(setting, state, side, tracing)[1]


def supplied(setting: Setting, state: State) -> tuple[Hexes, ...]:
    """Return, by side, the hexes in which its units are in supply; all where it needs none."""
    return tuple(supplied_to(setting, state, side) for side in range(len(setting.sides)))


def supplied_to(setting: Setting, state: State, side: int) -> Hexes:
    """Return the hexes in which a side's units are in supply; all where it needs none."""
    return in_communication(setting, state, side) if side in setting.tracing else setting.board.every


def network(setting: Setting, state: State, side: int) -> Hexes:
    """Return the hexes through which a way from a side's sources may run."""
    tracing = setting.tracing.get(side)
    return 0 if tracing is None else _traced(setting, state, side, tracing)[0]


def _traced(setting: Setting, state: State, side: int, tracing: Tracing) -> tuple[Hexes, Hexes]:
    """Return the hexes through which ways run, and those in which units have one."""
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
    while True:
        if haul is not None:
            reached = _hauled(setting, state, side, haul, begun, free) | sources
            linked = reached & free
        else:
            linked = _flooded(tracing, begun, free)
            reached = tracing.spread(linked) | linked | sources
        fed = waiting & reached
        if not fed:
            return linked, reached
        waiting &= ~fed
        begun |= fed & free


def _hauled(setting: Setting, state: State, side: int, haul: Way, begun: Hexes, free: Hexes) -> Hexes:
    """Return the hexes to which supplies are brought from some; closed ones are entered and not left."""
    ground = Ground(setting.board.every, ~free, setting.ezoc(state, side))
    return ends(flood(haul, ground, ((0, 0, begun),)))


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
    front = begun
    while front:
        front = tracing.along(front) & free & ~begun
        begun |= front
    return begun


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
