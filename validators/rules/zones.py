"""Tell which hexes enemies and their zones of control leave to a side."""

from __future__ import annotations

from builder.geometry.board import Hexes
from validators.rules.setting import Setting
from validators.rules.state import State


def unbarred(setting: Setting, state: State, side: int, ezoc: str) -> Hexes:
    """Return the hexes that neither enemies of a side nor their zones bar, as `ezoc` of a rule says."""
    free = setting.board.every & ~setting.enemies(state, side)
    if ezoc == "ignored":
        return free
    zones = setting.ezoc(state, side)
    return free & ~(zones & ~state.occupied[side] if ezoc == "unless-friends" else zones)
