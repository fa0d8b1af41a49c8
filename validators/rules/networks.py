"""Tell which hexes of a network serve a side, such as those of a railway."""

from __future__ import annotations

from builder.geometry.board import Hexes
from validators.rules.setting import Setting
from validators.rules.state import State


def serving(setting: Setting, state: State, network: str, side: int) -> Hexes:
    """Return the hexes of a network in a state that serves a side, whoever stands in or beside them."""
    net = setting.nets.get((network, side))
    return 0 if net is None else net.hexes


def usable(setting: Setting, state: State, network: str, side: int) -> Hexes:
    """Return the hexes of a network that a side may use: serving, free of enemies, connected as it asks."""
    net = setting.nets.get((network, side))
    if net is None:
        return 0
    free = serving(setting, state, network, side) & unbarred(setting, state, side, net.use.ezoc)
    if not net.connected:
        return free
    front = found = (net.sources | net.depots & state.owned[side]) & free
    while front:
        front = net.along(front) & free & ~found
        found |= front
    return found


def unbarred(setting: Setting, state: State, side: int, ezoc: str) -> Hexes:
    """Return the hexes that neither enemies of a side nor their zones bar, as `ezoc` of a rule says."""
    free = setting.board.every & ~setting.enemies(state, side)
    if ezoc == "ignored":
        return free
    zones = setting.ezoc(state, side)
    return free & ~(zones & ~state.occupied[side] if ezoc == "unless-friends" else zones)
