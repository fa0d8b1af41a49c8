"""Criteria tests: check whether a record applies to a unit, by identity, hex, time, supply, ZOC and
neighbours.
"""

from __future__ import annotations

from hexwright.geometry.bitsets import members, union
from hexwright.model.rules.criteria_record import Supply
from hexwright.rules.combat.strength_totals import standing
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.compiled_criteria import Circumstance, Units
from hexwright.rules.engine.game_state import State
from hexwright.rules.supply.supply_range import lacking


def counts(setting: Setting, state: State, asked: Circumstance, unit: int) -> bool:
    """Return whether the criteria hold for a unit on the map, in its present hex."""
    return (
        bool(asked.units >> unit & 1)
        and bool(asked.hexes >> state.where[unit] & 1)
        and setting.timely(state, asked.when)
        and bool(standing(setting, state, asked, 1 << unit))
    )


def standing_as(
    setting: Setting, state: State, side: int, asked: Circumstance, supply: Supply | None, among: Units = -1
) -> Units:
    """Return the side's units, among some, that meet a points record's criteria in their present hexes.

    `supply` is a separate argument: it is tested for the present position, and not taken from the supply
    recorded for battles.
    """
    if not setting.timely(state, asked.when):
        return 0
    units = setting.units_of[side] & asked.units & among
    left = union(u for u in members(units) if state.where[u] >= 0 and asked.hexes >> state.where[u] & 1)
    left = standing(setting, state, asked, left)
    return left & lacking(setting, state, side).so(supply) if left and supply is not None else left
