"""Stored properties of trains: units that used trains in a movement phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from hexwright.geometry.bitsets import members, union
from hexwright.module_state.state_notes import NotedGame, StateNotes
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import ENTRAINED, State
from hexwright.rules.transport.rail_capacity import last_movement_phase
from hexwright.vassal.enforcement.names import RODE


class TrainNotes(StateNotes):
    """The stored properties of entraining."""

    def unit_properties(self, setting: CompiledGame, state: State) -> Iterator[tuple[int, str, str]]:
        """Yield the units that used trains in the movement phase.

        The values are the turn, the phase, and whether the unit was entrained at the start of the phase.
        """
        if setting.train_mode is not None:
            begun = state.movement_start.conditions if state.movement_start is not None else state.conditions
            phase = _moves(setting, state)
            for unit in members(state.used_trains):
                yield unit, RODE, f"{state.turn}.{phase} {'aboard' if begun[unit] & ENTRAINED else 'afoot'}"

    def fields_after_phase(self, noted: NotedGame, state: State) -> Mapping[str, Any]:
        """Return the units that entrained or detrained in this movement phase.

        In any other phase, return the units that did so in the turn's last movement phase.
        """
        if noted.setting.train_mode is None:
            return {}
        phase = f"{state.turn}.{_moves(noted.setting, state)} "
        return {"used_trains": union(unit for unit, when in noted.on_units(RODE) if when.startswith(phase))}


def _moves(setting: CompiledGame, state: State) -> str:
    """Return the id of the current movement phase or, in any other phase, the id of the turn's last movement
    phase.
    """
    phase = setting.phases[state.phase]
    return phase.id if phase.kind == "movement" else last_movement_phase(setting, state)


NOTES: Final = TrainNotes()
