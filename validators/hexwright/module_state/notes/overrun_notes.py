"""The stored property of overruns for which a die must still be rolled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexwright.geometry.bitsets import select
from hexwright.module_state.state_notes import StateNotes
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State, overruns_awaiting_dice
from hexwright.vassal.enforcement.names import OVERRUNS


class OverrunNotes(StateNotes):
    """The stored property of overruns."""

    def game_properties(self, setting: CompiledGame, state: State) -> Mapping[str, str]:
        """Return, for each overrun, the hex, the overrun units, their strength and the attackers."""
        noted = any(entry.resolved == "phase-end" for entry, _ in setting.overruns)
        return {OVERRUNS: _told(setting, state)} if noted else {}


def _told(setting: CompiledGame, state: State) -> str:
    done = overruns_awaiting_dice(state)
    if not done:
        return ""
    moves = setting.phases[state.phase].kind == "movement"
    phase = setting.phases[state.phase + 1 if moves else state.phase].id
    told = [
        f"{setting.board.ids[battle.goal]}={outcome.entry}={_list(setting, outcome.defenders)}"
        f"={str(outcome.strength).replace('/', ':')}={_list(setting, battle.attackers)}"
        f"{_cadres(outcome.cadre_entries)}"
        for battle in done
        if (outcome := battle.overrun_outcome) is not None
    ]
    return " ".join((f"{state.turn}.{phase}", *told))


def _cadres(entries: tuple[int, ...]) -> str:
    """Return the cadre entries of overrun units as the last part of a note; an empty string if no unit leaves
    a cadre.
    """
    return f"={','.join(map(str, entries))}" if entries else ""


def _list(setting: CompiledGame, units: int) -> str:
    return ",".join(select(setting.units, units))


NOTES: Final = OverrunNotes()
