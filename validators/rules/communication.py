"""Trace communication to a side's edge of the map (3.7)."""

from __future__ import annotations

from validators.rules.setting import Setting
from validators.rules.state import State


def in_communication(setting: Setting, state: State, side: int) -> int:
    """Return the hexes from which a side can trace a path to its edge."""
    board = setting.board
    edge = setting.supply_edges.get(side, 0)
    # 3.7 The path may not enter a hex with an enemy unit or in an EZOC; the hex it starts from
    # doesn't count, so the last step outwards needs no check.
    free = board.every & ~setting.enemies(state, side) & ~setting.ezoc(state, side)
    linked = front = edge & free
    while front:
        front = board.around(front) & free & ~linked
        linked |= front
    return board.around(linked) | linked | edge
