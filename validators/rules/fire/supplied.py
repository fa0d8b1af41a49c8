"""Ask which hexes are in supply while battles are fought."""

from __future__ import annotations

from validators.rules.communication import in_communication
from validators.rules.setting import Setting
from validators.rules.state import State


def supplied(setting: Setting, state: State) -> tuple[int, ...]:
    """Return, by side, the hexes in which its units are in supply; all where it needs none."""
    return tuple(
        in_communication(setting, state, side) if side in setting.supply_edges else setting.board.every
        for side in range(len(setting.sides))
    )
