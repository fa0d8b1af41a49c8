"""Unit withdrawals: remove the units that leave the game after a turn."""

from __future__ import annotations

from hexwright.geometry.bitsets import members, together
from hexwright.model.rules.phase_start_steps import EVERY_PHASE
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.game_state import GONE, State
from hexwright.rules.engine.phase_module import Procedure
from hexwright.rules.engine.unit_placement import remove


def leave(setting: Setting, state: State) -> State:
    """Return the state without the units whose last turn is over; called as the next turn begins."""
    gone = together(units for turn, units in setting.leaving if turn < state.turn)
    if not gone or any(setting.plays(state, earlier) for earlier in range(state.phase)):
        return state
    for unit in members(gone):
        if state.where[unit] != GONE:
            state = remove(setting, state, unit, GONE)
    return state


PROCEDURE = Procedure(begins={"leaving": {EVERY_PHASE: leave}})
