"""Exit choice: decide whether a unit should exit the map now."""

from __future__ import annotations

from typing import Final

from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.victory.map_exits import available_exit, exit_actions_of

LAST_TURNS: Final = 2
"""The number of turns at the end of the game in which every unit that scores points by exiting may exit."""


def exit_worth_taking(setting: CompiledGame, state: State, unit: int) -> Action | None:
    """Return the exit action of a unit that scores points by exiting and is hardly needed on the map; None if
    it should stay.
    """
    if not setting.victory.exits or state.turn + LAST_TURNS <= setting.scenario.last_turn:
        return None
    entry = available_exit(setting, state, unit)
    if entry is None or not entry.worth(setting.strengths[unit][state.steps[unit]]):
        return None
    return exit_actions_of(setting, state, unit)[0]
