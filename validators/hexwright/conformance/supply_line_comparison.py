"""Supply line comparison: compare the units without supply lines in the module with those in the rules
engine.
"""

from __future__ import annotations

import re
from typing import Final

from hexwright.conformance.module_player import ModulePlayer
from hexwright.geometry.bitsets import members
from hexwright.model.ids import UnitId
from hexwright.model.rules.odds_columns import decimal
from hexwright.rules.air.air_missions import units_without_supply
from hexwright.rules.supply.supply_range import active_capacities, find_supply_shortage

SUPPLY_LINES_KEY: Final = "keys:ctrl U"
_HEX: Final = re.compile(r"\(([^()]*)\)")


def compare_supply_lines(hands: ModulePlayer, side: int) -> bool:
    """Compare the units of a side on the map that have no supply line; return whether they are the same in
    both.
    """
    mirror = hands.paired_game
    setting, state, table = mirror.kernel.setting, mirror.state, mirror.table
    # The module rolls for the weather as the turn begins, before the rules engine knows the result.
    if side not in setting.supply_lines or state.stage == "weather-roll":
        return True
    out = units_without_supply(setting, state, side)
    far = find_supply_shortage(setting, state, side).isolated
    degrees = {"without a line: ": list(members(out & far)), "in limited supply: ": list(members(out & ~far))}
    asked = setting.units[setting.units_by_side[side][0]]
    mirror.count_attempt("supply lines shown", *["units cut off"] * out.bit_count())
    table.chat()
    table.key(asked, SUPPLY_LINES_KEY, "supply lines")
    told = table.chat()
    table.key(asked, SUPPLY_LINES_KEY, "supply lines")
    for words, lost in degrees.items():
        cut = told.partition(words)[2].partition(";")[0]
        expected = sorted(_where(hands, setting.units[unit], state.locations[unit]) for unit in lost)
        # Names may also have words in brackets.
        named = [hex_id for hex_id in _HEX.findall(cut) if hex_id in setting.board.index]
        if len(named) != len(expected) or not all(unit in cut for unit in expected):
            mirror.report_difference(
                f"supply lines of {setting.sides[side]}", f"{words}{', '.join(expected) or 'no units'}", told
            )
            return False
    return _rations(hands, side, told)


def _rations(hands: ModulePlayer, side: int, told: str) -> bool:
    """Compare the use of a side's supply capacities; return whether the use is the same in both."""
    mirror = hands.paired_game
    setting = mirror.kernel.setting
    names = {network.id: network.name for network in setting.game.rules.networks}
    expected = "".join(
        f" {', '.join(names[one] for one in record.network)} supplies {decimal(share.points_used)}"
        f" of {record.max} strength points."
        for share in active_capacities(setting, mirror.state, side)
        if share.supplied_units or share.unsupplied_units
        for record in (share.capacity.record,)
    )
    if expected:
        mirror.count_attempt("supply capacities compared")
    if told.rstrip().endswith(f".{expected}") and (expected or " feeds " not in told):
        return True
    mirror.report_difference(f"supply capacities of {setting.sides[side]}", expected or "nothing", told)
    return False


def _where(hands: ModulePlayer, unit: UnitId, place: int) -> str:
    setting = hands.paired_game.kernel.setting
    return f"{setting.game.counters.unit(unit).name} ({setting.board.ids[place]})"
