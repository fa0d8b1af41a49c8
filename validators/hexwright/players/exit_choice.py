"""Decide whether a unit should exit the map now."""

from __future__ import annotations

from typing import Final

from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.victory.map_exits import exit_of, exits_of

LAST: Final = 2
"""In this many last turns, every unit that scores by exiting may leave."""


def leaving(setting: Setting, state: State, unit: int) -> Action | None:
    """Return the exit of a unit that scores by leaving and is hardly needed, or None."""
    if not setting.victory.exits or state.turn + LAST <= setting.scenario.last_turn:
        return None
    entry = exit_of(setting, state, unit)
    if entry is None or not entry.worth(setting.strengths[unit][state.steps[unit]]):
        return None
    return exits_of(setting, state, unit)[0]
