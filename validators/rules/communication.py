"""Trace communication, or supply, to a side's edge of the map."""

from __future__ import annotations

from builder.geometry.bits import union
from builder.model.supplying import Communication
from validators.rules.setting import Setting
from validators.rules.state import DISRUPTED, State


def in_communication(setting: Setting, state: State, side: int) -> int:
    """Return the hexes from which a side can trace a path to its edge."""
    linked = network(setting, state, side)
    return setting.board.around(linked) | linked | setting.supply_edges.get(side, 0)


def supplied(setting: Setting, state: State) -> tuple[int, ...]:
    """Return, by side, the hexes in which its units are in supply; all where it needs none."""
    return tuple(
        in_communication(setting, state, side) if side in setting.supply_edges else setting.board.every
        for side in range(len(setting.sides))
    )


def network(setting: Setting, state: State, side: int) -> int:
    """Return the hexes through which a path of communication to a side's edge may run."""
    board = setting.board
    edge = setting.supply_edges.get(side, 0)
    # The path may not enter a hex with an enemy unit or in an EZOC; the hex it starts from
    # doesn't count, so the last step outwards needs no check.
    free = board.every & ~setting.enemies(state, side) & ~setting.ezoc(state, side)
    rule = setting.supply_rules.get(side)
    if rule is not None:
        free &= ~_blocked(setting, state, side, rule)
    linked = front = edge & free
    while front:
        front = board.around(front) & free & ~linked
        linked |= front
    return linked


def _blocked(setting: Setting, state: State, side: int, rule: Communication) -> int:
    """Return the hexes that enemy places, and enemy units beside them, close to a path."""
    found = 0
    for other, owned in enumerate(state.owned):
        if other != side:
            found |= owned & setting.board.at_places(rule.enemy_places)
    guards = setting.guards[side]
    beside = union(
        place
        for unit, place in enumerate(state.where)
        if place >= 0 and guards >> unit & 1 and not state.conditions[unit] & DISRUPTED
    )
    # A hex with a friend is closed to no path, whoever stands beside it.
    return found | setting.board.around(beside) & ~state.occupied[side]
