"""Criteria tests: check whether a record applies to a unit, judged by its identity, hex, supply, zones of
control and neighbours, and by the time.
"""

from __future__ import annotations

from hexwright.geometry.bitsets import members, union
from hexwright.model.rules.criteria_record import Supply
from hexwright.rules.combat.strength_totals import filter_by_unit_state
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, Units
from hexwright.rules.engine.game_state import State
from hexwright.rules.supply.supply_range import find_supply_shortage


def meets_criteria(setting: CompiledGame, state: State, asked: CompiledCriteria, unit: int) -> bool:
    """Return whether the criteria hold for a unit on the map, in its present hex."""
    return (
        bool(asked.units >> unit & 1)
        and bool(asked.hexes >> state.locations[unit] & 1)
        and setting.applies_now(state, asked.record)
        and bool(filter_by_unit_state(setting, state, asked, 1 << unit))
    )


def units_meeting_criteria(
    setting: CompiledGame,
    state: State,
    side: int,
    asked: CompiledCriteria,
    supply: Supply | None,
    among: Units = -1,
) -> Units:
    """Return a side's units in `among` that meet the criteria of a victory point record in their present
    hexes.

    `supply` is a separate argument: victory points depend on supply in the present position, not on the
    supply recorded for battles.
    """
    if not setting.applies_now(state, asked.record):
        return 0
    units = setting.unit_sets_by_side[side] & asked.units & among
    left = union(
        u for u in members(units) if state.locations[u] >= 0 and asked.hexes >> state.locations[u] & 1
    )
    left = filter_by_unit_state(setting, state, asked, left)
    return (
        left & find_supply_shortage(setting, state, side).units_supplied_as(supply)
        if left and supply is not None
        else left
    )
