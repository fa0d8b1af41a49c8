"""The stored property of destroyed fortified hexsides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexwright.geometry.bitsets import members
from hexwright.module_state.state_notes import NotedGame, StateNotes, number_set
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.vassal.module.property_names import BREACHED


class FortifiedHexsideNotes(StateNotes):
    """The stored property of destroyed fortified hexsides."""

    is_compared = True
    is_saved = False

    def game_properties(self, setting: CompiledGame, state: State) -> Mapping[str, str]:
        """Return the numbers of the destroyed hexsides."""
        return (
            {BREACHED: ",".join(map(str, members(state.fallen_hexsides)))}
            if setting.has_fortified_hexsides
            else {}
        )

    def fields_after_phase(self, noted: NotedGame, state: State) -> Mapping[str, Any]:
        """Return the destroyed hexsides as stored."""
        found = number_set(noted.value(BREACHED))
        return {"fallen_hexsides": found} if found else {}


NOTES: Final = FortifiedHexsideNotes()
