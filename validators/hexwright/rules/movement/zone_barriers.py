"""Zone barriers: hexes that are open to a side because neither enemies nor their zones of control
close them.
"""

from __future__ import annotations

from hexwright.geometry.hex_board import Hexes
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State


def unbarred_hexes(setting: CompiledGame, state: State, side: int, ezoc: str, passed: Hexes = 0) -> Hexes:
    """Return the hexes that are open to a side because neither enemies nor their zones of control close them.

    `ezoc` is the value of the rule's `ezoc` key. Enemies in the hexes `passed` don't close these hexes.
    """
    free = setting.board.every & ~(setting.enemy_hexes(state, side) & ~passed)
    if ezoc == "ignored":
        return free
    zones = setting.ezoc_hexes(state, side)
    return free & ~(zones & ~state.occupied[side] if ezoc == "unless-friends" else zones)
