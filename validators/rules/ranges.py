"""Tell which hexes units reach with their attacks: those beside them, and those that they bombard."""

from __future__ import annotations

from builder.geometry.bits import members, union
from builder.geometry.board import Hexes
from validators.rules.circumstances import Units
from validators.rules.reckoning import standing
from validators.rules.setting import Setting
from validators.rules.state import State


def range_of(setting: Setting, state: State, unit: int) -> Hexes:
    """Return the hexes in which a unit on the map could attack enemies."""
    here = state.where[unit]
    return setting.board.near[here] | afar(setting, state, unit)


def afar(setting: Setting, state: State, unit: int) -> Hexes:
    """Return the hexes that a unit on the map bombards, without those beside it."""
    rules = setting.bombarding
    if not rules.given or not rules.units >> unit & 1:
        return 0
    found, here = 0, state.where[unit]
    for entry, so in rules.on(setting.phases[state.phase].id, setting.weather_now(state), state.turn):
        if so.units >> unit & 1 and standing(setting, state, so, 1 << unit):
            found |= rules.disc(here, entry.hexes) & so.hexes
    return found & ~(setting.board.near[here] | 1 << here)


def in_range(setting: Setting, state: State, unit: int, hexes: Hexes) -> bool:
    """Tell whether a unit on the map could attack all of some hexes."""
    missing = hexes & ~setting.board.near[state.where[unit]]
    return not missing or not missing & ~afar(setting, state, unit)


def harmed(setting: Setting, state: State, attackers: Units, hexes: Hexes) -> Units:
    """Return those attackers of some hexes whom results concern."""
    if not setting.bombarding.spared:
        return attackers
    beside = setting.board.around(hexes)
    return union(unit for unit in members(attackers) if beside >> state.where[unit] & 1)
