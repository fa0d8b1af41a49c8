"""Stored properties of disruption: units disrupted in this player turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from hexwright.geometry.bitsets import members, union
from hexwright.module_state.state_notes import NotedGame, StateNotes, phase_of
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.vassal.enforcement.names import SHAKEN


class DisruptionNotes(StateNotes):
    """The stored properties of disruption."""

    def unit_properties(self, setting: CompiledGame, state: State) -> Iterator[tuple[int, str, str]]:
        """Yield the units disrupted in this player turn; the phase is not stored."""
        for unit in members(state.disrupted_this_turn):
            yield unit, SHAKEN, phase_of(setting, state)

    def fields_after_phase(self, noted: NotedGame, state: State) -> Mapping[str, Any]:
        """Return the units on the map that were disrupted in this player turn, if any rule depends
        on this.
        """
        setting = noted.setting
        if not setting.recovers_earlier:
            return {}
        phases = setting.phases[: state.phase + 1]
        others = [number for number, phase in enumerate(phases) if phase.side != phases[-1].side]
        of_turn = {f"{state.turn}.{phase.id}" for phase in phases[max(others, default=-1) + 1 :]}
        found = union(
            unit for unit, when in noted.on_units(SHAKEN) if when in of_turn and state.locations[unit] >= 0
        )
        return {"disrupted_this_turn": found or state.disrupted_this_turn}


NOTES: Final = DisruptionNotes()
