"""Unit withdrawals: remove units that leave the game after a certain turn."""

from __future__ import annotations

from hexwright.geometry.bitsets import members, union_of
from hexwright.model.rules.phase_start_steps import EVERY_PHASE
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import OUT_OF_GAME, State
from hexwright.rules.engine.phase_module import PhaseModule
from hexwright.rules.engine.unit_placement import remove_unit


def withdraw_units(setting: CompiledGame, state: State) -> State:
    """Return the state after units whose last turn is over have left the game; called at the start of the
    next turn.
    """
    gone = union_of(units for turn, units in setting.withdrawals if turn < state.turn)
    if not gone or any(setting.is_phase_played(state, earlier) for earlier in range(state.phase)):
        return state
    for unit in members(gone):
        if state.locations[unit] != OUT_OF_GAME:
            state = remove_unit(setting, state, unit, OUT_OF_GAME)
    return state


PHASE_MODULE = PhaseModule(beginning_steps={"leaving": {EVERY_PHASE: withdraw_units}})
