"""Ask which hexes are in supply while battles are fought."""

from __future__ import annotations

from validators.rules.setting import Setting
from validators.rules.state import State


def supplied(setting: Setting, state: State) -> tuple[int, ...]:
    """Return, by side, the hexes in which its units are in supply."""
    return tuple(setting.board.every for _ in setting.sides)
