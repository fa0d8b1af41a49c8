"""Overlays of the map in play: zones of control and supply of each side."""

from __future__ import annotations

from hexwright.geometry.bitsets import select
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.supply.supply_range import find_supply_shortage, hexes_in_supply
from hexwright.web.play.json_values import Json


def overlays(rules: RulesEngine, state: State) -> Json:
    """Return for each side the hexes in its zones of control, its supplied hexes, and its units in need.

    `supplied` is null for a side that traces no supply, and until the weather is known, on which supply may
    depend.
    """
    setting = rules.setting
    known = state.stage != "weather-roll"
    found: Json = {}
    for number, side in enumerate(setting.sides):
        traced = known and number in setting.supply_lines
        found[side] = {
            "zone": list(setting.hex_ids(setting.zoc_hexes(state, number))),
            "supplied": list(setting.hex_ids(hexes_in_supply(setting, state, number))) if traced else None,
            "unsupplied": select(setting.units, find_supply_shortage(setting, state, number).out_of_supply)
            if traced
            else [],
        }
    return found
