"""Stored properties of exits: points for units that have exited the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexwright.model.rules.victory_record import sides_with_exits
from hexwright.module_state.state_notes import NotedGame, StateNotes, whole_number
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.victory import map_exits
from hexwright.vassal.module.property_names import EXIT_POINTS


class ExitNotes(StateNotes):
    """The stored properties of points for map exits."""

    is_compared = True
    is_saved = False

    def game_properties(self, setting: CompiledGame, state: State) -> Mapping[str, str]:
        """Return the points of each side that can score points for map exits."""
        left = sides_with_exits([setting.victory])
        return {
            f"{EXIT_POINTS}{side}": str(map_exits.exit_points(state, setting.sides.index(side)))
            for side in left
        }

    def fields_after_phase(self, noted: NotedGame, state: State) -> Mapping[str, Any]:
        """Return the points for exits as stored."""
        found = tuple(whole_number(noted.value(f"{EXIT_POINTS}{side}")) or 0 for side in noted.setting.sides)
        return {"exit_points": found} if any(found) else {}


NOTES: Final = ExitNotes()
