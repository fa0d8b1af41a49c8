"""The stored property of situations: the number of consecutive tests in which each situation held."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexwright.module_state.state_notes import NotedGame, StateNotes, whole_number
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.vassal.enforcement.names import SITUATIONS
from hexwright.vassal.enforcement.tables import situation_tables


class SituationNotes(StateNotes):
    """The stored property of situations, and of their last test."""

    is_compared = True

    def game_properties(self, setting: CompiledGame, state: State) -> Mapping[str, str]:
        """Return the counts of consecutive tests; empty before the first test."""
        if not state.situation_counts:
            return {}
        return {
            SITUATIONS: situation_tables.noted(
                setting.game, *state.situations_tested_at, state.situation_counts
            )
        }

    def fields_before_phase(self, noted: NotedGame) -> Mapping[str, Any]:
        """Return the counts as stored; an empty mapping if the property isn't set."""
        when, _, told = noted.value(SITUATIONS).partition(" ")
        turn, _, phase = when.partition(".")
        kept = dict(one.partition("=")[::2] for one in told.split(","))
        rules = noted.setting.game.rules
        number = next((n for n, one in enumerate(rules.sequence) if one.id == phase), None)
        counts = tuple(whole_number(kept.get(one.id, "")) for one in rules.situations)
        if number is None or whole_number(turn) is None or not counts or None in counts:
            return {}
        return {
            "situation_counts": tuple(count or 0 for count in counts),
            "situations_tested_at": (whole_number(turn) or 0, number),
        }


NOTES: Final = SituationNotes()
