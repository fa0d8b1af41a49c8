"""Send units off that leave the game after a turn."""

from __future__ import annotations

from builder.geometry.bits import members, together
from builder.model.beginnings import EVERY_PHASE
from validators.rules.placing import remove
from validators.rules.procedure import Procedure
from validators.rules.setting import Setting
from validators.rules.state import GONE, State


def leave(setting: Setting, state: State) -> State:
    """Return the state without the units whose last turn is over, as the next one begins with its phase."""
    gone = together(units for turn, units in setting.leaving if turn < state.turn)
    if not gone or any(setting.plays(state, earlier) for earlier in range(state.phase)):
        return state
    for unit in members(gone):
        if state.where[unit] != GONE:
            state = remove(setting, state, unit, GONE)
    return state


PROCEDURE = Procedure(begins={"leaving": {EVERY_PHASE: leave}})
