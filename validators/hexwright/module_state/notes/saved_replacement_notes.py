"""The stored property of accumulated replacement points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexwright.module_state.state_notes import NotedGame, StateNotes, whole_number
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.vassal.enforcement.names import SAVED
from hexwright.vassal.module.property_names import PHASE, TURN

_Note = tuple[str, str, str]
"""A side's accumulated points, the phase in which they were last saved, and the points accumulated before
that phase.
"""


class AccumulatedReplacementNotes(StateNotes):
    """The stored property of accumulated replacement points."""

    def game_properties(self, setting: CompiledGame, state: State) -> Mapping[str, str]:
        """Return the accumulated points of each side that has any."""
        told = [
            f"{setting.sides[side]} {points} - {points},"
            for side, accounts in setting.accounts.items()
            if state.accumulated_replacements and any(account.accumulates for account in accounts)
            for points in ("+".join(map(str, state.accumulated_replacements[side])),)
        ]
        return {SAVED: "".join(told)} if told else {}

    def fields_before_phase(self, noted: NotedGame) -> Mapping[str, Any]:
        """Return each side's accumulated points at the start of the current phase."""
        notes = dict(_notes(one) for one in noted.value(SAVED).split(",") if one.count(" ") == 3)
        now = f"{noted.value(TURN)}.{noted.value(PHASE)}"
        setting, found = noted.setting, list[tuple[int, ...]]()
        for side, name in enumerate(setting.sides):
            accounts = setting.accounts.get(side, ())
            kept, at, before = notes.get(name, ("", "", ""))
            points = tuple(whole_number(one) for one in (before if at == now else kept).split("+"))
            told = len(points) == len(accounts) and None not in points
            found.append(tuple(one or 0 for one in points) if told else (0,) * len(accounts))
        return {"accumulated_replacements": tuple(found)} if any(map(any, found)) else {}


def _notes(told: str) -> tuple[str, _Note]:
    side, kept, at, before = told.split(" ")
    return side, (kept, at, before)


NOTES: Final = AccumulatedReplacementNotes()
