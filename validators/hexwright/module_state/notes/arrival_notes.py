"""Stored properties of arrivals: entries brought forward, units that arrived this turn, and return turns."""

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
    """Return the replacement points left in each account, in the module's notation, such as "4+0+3"."""
    return "+".join(map(str, state.replacements_left))


class ArrivalNotes(StateNotes):
    """The stored properties of replacements and reinforcements."""

    def game_properties(self, setting: CompiledGame, state: State) -> Mapping[str, str]:
        """Return the entries that were brought forward, and the number of turns of each."""
        arrivals = setting.arrivals_and_departures.arrival_turns
        early = {
            entry.id: arrivals[number] - state.return_turns[number]
            for number, entry in setting.arrivals_and_departures.entry_by_unit.items()
            if state.locations[number] == NOT_IN_PLAY and state.return_turns[number] and number in arrivals
        }
        return {HURRIED: "".join(f"{entry}:{turns}," for entry, turns in early.items())} if early else {}

    def unit_properties(self, setting: CompiledGame, state: State) -> Iterator[tuple[int, str, str]]:
        """Yield the turns on which delayed units were lost, and the units that arrived on this turn.

        The phase and the kind of the arrival are not stored.
        """
        for unit, delay in setting.arrivals_and_departures.return_delays.items():
            if state.locations[unit] == POOL and state.return_turns[unit]:
                yield unit, COUNTED, f"{state.return_turns[unit] - delay}.0"
        for unit, turn in enumerate(state.return_turns):
            if turn and state.locations[unit] == AT_BASE:
                yield unit, BACK_ON, str(turn)
        for unit in members(state.arrived_this_turn):
            yield unit, REPLACED, f"{state.turn}.earlier new 0 0"

    def fields_before_phase(self, noted: NotedGame) -> Mapping[str, Any]:
        """Return `return_turns`: for each unit number, the turn on which the unit returns; empty if no unit
        returns.

        The turn is earlier if the unit's entry was brought forward, and later after a loss or while the unit
        is out of action.
        """
        coming = noted.setting.arrivals_and_departures
        back = bytearray(len(noted.setting.units))
        early = dict(reversed([_early(one) for one in noted.value(HURRIED).split(",")]))
        for unit, entry in coming.entry_by_unit.items():
            if (
                entry.arrives == "scheduled"
                and unit in coming.arrival_turns
                and (turns := early.get(entry.id, 0))
            ):
                back[unit] = max(coming.arrival_turns[unit] - turns, 1)
        for unit, note in (*noted.on_units(COUNTED), *noted.on_units(NO_POINT)):
            lost = whole_number(note.partition(".")[0])
            if unit in coming.return_delays and lost is not None:
                back[unit] = min(max(back[unit], lost + coming.return_delays[unit]), 255)
        for unit, note in noted.on_units(BACK_ON):
            back[unit] = min(whole_number(note) or 0, 255)
        return {"return_turns": bytes(back)} if any(back) else {}

    def fields_after_phase(self, noted: NotedGame, state: State) -> Mapping[str, Any]:
        """Return the replacement points left in a replacement phase, and the units that arrived this turn."""
        setting = noted.setting
        left = tuple(whole_number(part) for part in noted.value(REPLACEMENTS_LEFT).split("+"))
        known = tuple(points for points in left if points is not None)
        accounts = setting.accounts.get(setting.side(state), ())
        told = len(known) == len(left) == len(accounts) and setting.phases[state.phase].kind == "replacement"
        came = union(
            unit
            for unit, note in noted.on_units(REPLACED)
            if setting.units_with_noted_arrival >> unit & 1 and _arrived_on(note, state.turn)
            # Dropped units count for the turn, whatever happened to them since.
            if state.locations[unit] >= 0 or setting.airdropped_units >> unit & 1
        )
        return {"arrived_this_turn": came, **({"replacements_left": known} if told else {})}


def _arrived_on(note: str, turn: int) -> bool:
    """Return whether a unit's stored property records that the unit entered play on a turn."""
    words = note.split()
    return len(words) > 1 and words[0].startswith(f"{turn}.") and words[1] != "restore"


def _early(note: str) -> tuple[str, int]:
    """Parse an entry that was brought forward; return its id and the number of turns."""
    entry, _, turns = note.partition(":")
    return entry, min(whole_number(turns) or 0, 255)


NOTES: Final = ArrivalNotes()
