"""Ask the module for the lines of supply or communication of a side, and compare who has none."""

from __future__ import annotations

import re
from typing import Final

from builder.model.ids import UnitId
from validators.proof.hands import Hands
from validators.rules.air import relieved

LINES: Final = "keys:ctrl U"
_HEX: Final = re.compile(r"\(([^()]*)\)")


def compare(hands: Hands, side: int) -> bool:
    """Compare which units of a side on the map are cut off; tell whether the module shows the same."""
    mirror = hands.mirror
    setting, state, table = mirror.kernel.setting, mirror.state, mirror.table
    if side not in setting.tracing:
        return True
    linked = relieved(setting, state, side)
    units = [unit for unit in setting.of_side[side] if state.where[unit] >= 0]
    lost = [unit for unit in units if not linked >> state.where[unit] & 1]
    asked = setting.units[setting.of_side[side][0]]
    mirror.tried("lines of supply shown", *["units cut off"] * len(lost))
    table.chat()
    table.key(asked, LINES, "lines of supply")
    told = table.chat()
    table.key(asked, LINES, "lines of supply")
    cut = told.partition("cut off are ")[2]
    expected = sorted(_where(hands, setting.units[unit], state.where[unit]) for unit in lost)
    if len(_HEX.findall(cut)) == len(expected) and all(unit in cut for unit in expected):
        return True
    mirror.differs(f"the lines of {setting.sides[side]}", ", ".join(expected) or "nobody cut off", told)
    return False


def _where(hands: Hands, unit: UnitId, place: int) -> str:
    setting = hands.mirror.kernel.setting
    return f"{setting.game.counters.unit(unit).name} ({setting.board.ids[place]})"
