"""Overstacking: hexes with too many units, and units whose moves may be taken back to correct this."""

from __future__ import annotations

from hexwright.geometry.hex_board import Hex
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.hints_and_citations import cite_rule


def stacking_violation(setting: CompiledGame, state: State, unit: int, goal: Hex) -> str:
    """Return a description of the stacking limit that prevents a unit from staying in a hex; an empty string
    if there is none.
    """
    limit = setting.stacking.blocking_limit(state.locations, unit, setting.side_of[unit], goal)
    if limit is None:
        return ""
    others = [setting.units[n] for n, place in enumerate(state.locations) if place == goal and n != unit]
    are = "is" if len(others) == 1 else "are"
    where = setting.board.ids[goal]
    return f"stacking: {', '.join(others)} {are} already in {where}, and {limit.text}{cite_rule(limit.rule)}"


def overstacked_hexes(setting: CompiledGame, state: State, side: int) -> int:
    """Return the hexes in which a side is overstacked."""
    return setting.stacking.overstacked_hexes(state.locations, side)


def permanently_full_hexes(setting: CompiledGame, state: State, unit: int) -> int:
    """Return the hexes without room for a unit because of friendly units that can't move any more in this
    phase.
    """
    still = (state.acted | ~setting.phase_units[state.phase]) & ~(1 << unit)
    return setting.stacking.full_hexes_with(state.locations, unit, setting.side_of[unit], still)


def overstacking_units(setting: CompiledGame, state: State) -> list[int]:
    """Return the moved units that count towards the limit in an overstacked hex; their moves may be taken
    back.

    After an overrun, only moves made since then may be taken back.
    """
    before = state.movement_start
    if before is None:
        return []
    moved = state.acted & setting.phase_units[state.phase]
    found = setting.stacking.overstacking_units(state.locations, setting.side(state), moved)
    return [unit for unit in found if state.locations[unit] != before.locations[unit]]
