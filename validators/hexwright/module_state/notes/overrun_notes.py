"""Notes of overruns for which a die is still to be rolled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexwright.geometry.bitsets import pick
from hexwright.module_state.state_notes import Part
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.game_state import State, overran
from hexwright.vassal.enforcement.names import OVERRUNS


class Overruns(Part):
    """The note of overruns."""

    def of_game(self, setting: Setting, state: State) -> Mapping[str, str]:
        """Return the overrun units with hex, strength and attackers."""
        noted = any(entry.resolved == "phase-end" for entry, _ in setting.overruns)
        return {OVERRUNS: _told(setting, state)} if noted else {}


def _told(setting: Setting, state: State) -> str:
    done = overran(state)
    if not done:
        return ""
    moves = setting.phases[state.phase].kind == "movement"
    phase = setting.phases[state.phase + 1 if moves else state.phase].id
    told = [
        f"{setting.board.ids[battle.goal]}={battle.overran.entry}={_list(setting, battle.overran.units)}"
        f"={str(battle.overran.strength).replace('/', ':')}={_list(setting, battle.attackers)}"
        for battle in done
        if battle.overran is not None
    ]
    return " ".join((f"{state.turn}.{phase}", *told))


def _list(setting: Setting, units: int) -> str:
    return ",".join(pick(setting.units, units))


PART: Final = Overruns()
