"""Notes of arrivals: entries that came early, units that came this turn, and when lost or inactive units
return.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from hexwright.geometry.bitsets import members, union
from hexwright.module_state.state_notes import NotedGame, StateNotes, whole_number
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import AT_BASE, NOT_IN_PLAY, POOL, State
from hexwright.vassal.enforcement.flights import BACK_ON
from hexwright.vassal.enforcement.names import COUNTED, HURRIED, NO_POINT, REPLACED
from hexwright.vassal.module.property_names import REPLACEMENTS_LEFT


def replacements_left_note(state: State) -> str:
    """Return the replacement points left as the game notes them, account by account: "4+0+3"."""
    return "+".join(map(str, state.points))


class ArrivalNotes(StateNotes):
    """The notes of replacements and reinforcements."""

    def of_game(self, setting: CompiledGame, state: State) -> Mapping[str, str]:
        """Return the entries that were brought early, and by how many turns."""
        arrivals = setting.coming.arrivals
        early = {
            entry.id: arrivals[number] - state.back[number]
            for number, entry in setting.coming.entries.items()
            if state.where[number] == NOT_IN_PLAY and state.back[number] and number in arrivals
        }
        return {HURRIED: "".join(f"{entry}:{turns}," for entry, turns in early.items())} if early else {}

    def of_units(self, setting: CompiledGame, state: State) -> Iterator[tuple[int, str, str]]:
        """Yield when delayed units were lost, and which units came in this turn.

        It doesn't matter in which phase they came, or how.
        """
        for unit, delay in setting.coming.delays.items():
            if state.where[unit] == POOL and state.back[unit]:
                yield unit, COUNTED, f"{state.back[unit] - delay}.0"
        for unit, turn in enumerate(state.back):
            if turn and state.where[unit] == AT_BASE:
                yield unit, BACK_ON, str(turn)
        for unit in members(state.came):
            yield unit, REPLACED, f"{state.turn}.earlier new 0 0"

    def before(self, noted: NotedGame) -> Mapping[str, Any]:
        """Return the turn from which units may come that were brought early, return after a loss, or
        were put out of action.
        """
        coming = noted.setting.coming
        back = bytearray(len(noted.setting.units))
        early = dict(reversed([_early(one) for one in noted.value(HURRIED).split(",")]))
        for unit, entry in coming.entries.items():
            if entry.arrives == "scheduled" and unit in coming.arrivals and (turns := early.get(entry.id, 0)):
                back[unit] = max(coming.arrivals[unit] - turns, 1)
        for unit, note in (*noted.on_units(COUNTED), *noted.on_units(NO_POINT)):
            lost = whole_number(note.partition(".")[0])
            if unit in coming.delays and lost is not None:
                back[unit] = min(max(back[unit], lost + coming.delays[unit]), 255)
        for unit, note in noted.on_units(BACK_ON):
            back[unit] = min(whole_number(note) or 0, 255)
        return {"back": bytes(back)} if any(back) else {}

    def after(self, noted: NotedGame, state: State) -> Mapping[str, Any]:
        """Return the replacement points left in a replacement phase, and the units that came in this turn."""
        setting = noted.setting
        left = tuple(whole_number(part) for part in noted.value(REPLACEMENTS_LEFT).split("+"))
        known = tuple(points for points in left if points is not None)
        accounts = setting.accounts.get(setting.side(state), ())
        told = len(known) == len(left) == len(accounts) and setting.phases[state.phase].kind == "replacement"
        came = union(
            unit
            for unit, note in noted.on_units(REPLACED)
            if setting.newcomers >> unit & 1 and _arrived_on(note, state.turn)
            # Dropped units count for the turn, whatever happened to them since.
            if state.where[unit] >= 0 or setting.dropped >> unit & 1
        )
        return {"came": came, **({"points": known} if told else {})}


def _arrived_on(note: str, turn: int) -> bool:
    """Return whether a unit's note says that it came into play on a turn."""
    words = note.split()
    return len(words) > 1 and words[0].startswith(f"{turn}.") and words[1] != "restore"


def _early(note: str) -> tuple[str, int]:
    """Return an entry that was brought early, and by how many turns."""
    entry, _, turns = note.partition(":")
    return entry, min(whole_number(turns) or 0, 255)


NOTES: Final = ArrivalNotes()
