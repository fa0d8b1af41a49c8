"""Tell where too many units stand or would, and whose moves of a phase may be taken back for it."""

from __future__ import annotations

from hexwright.geometry.hex_board import Hex
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.hints_and_citations import cite


def no_room(setting: Setting, state: State, unit: int, goal: Hex) -> str:
    """Say which limit of stacking keeps a unit from staying in a hex; nothing where none does."""
    limit = setting.stacks.bar(state.where, unit, setting.side_of[unit], goal)
    if limit is None:
        return ""
    others = [setting.units[n] for n, place in enumerate(state.where) if place == goal and n != unit]
    stand = "stands" if len(others) == 1 else "stand"
    where = setting.board.ids[goal]
    return f"stacking: {', '.join(others)} {stand} in {where}, {limit.told}{cite(limit.rule)}"


def crowded(setting: Setting, state: State, side: int) -> int:
    """Return the hexes that hold more units of a side than may stay there."""
    return setting.stacks.over(state.where, side)


def settled(setting: Setting, state: State, unit: int) -> int:
    """Return the hexes where a unit has no room beside friends that don't move in this phase or have."""
    still = (state.acted | ~setting.phase_units[state.phase]) & ~(1 << unit)
    return setting.stacks.full_of(state.where, unit, setting.side_of[unit], still)


def crowding(setting: Setting, state: State) -> list[int]:
    """Return the units that have moved and count in a hex among too many: their moves may be taken back.

    After an overrun those since it alone may.
    """
    before = state.begun
    if before is None:
        return []
    moved = state.acted & setting.phase_units[state.phase]
    found = setting.stacks.too_many(state.where, setting.side(state), moved)
    return [unit for unit in found if state.where[unit] != before.where[unit]]
