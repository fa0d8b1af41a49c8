"""Which entries came before their turn, and when units were lost that come back some turns later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from builder.vassal.compile.enforcement.names import COUNTED, HURRIED
from builder.vassal.compile.properties import REPLACEMENTS_LEFT
from validators.kept.part import Noted, Part, whole
from validators.rules.setting import Setting
from validators.rules.state import ASIDE, POOL, State


def account_note(state: State) -> str:
    """Return what is left of replacements as the game notes it, account by account: "4+0+3"."""
    return "+".join(map(str, state.points))


class Coming(Part):
    """The notes of replacements and reinforcements."""

    def of_game(self, setting: Setting, state: State) -> Mapping[str, str]:
        """Return the entries that were brought early, and by how many turns."""
        arrivals = setting.coming.arrivals
        early = {
            entry.id: arrivals[number] - state.back[number]
            for number, entry in setting.coming.entries.items()
            if state.where[number] == ASIDE and state.back[number] and number in arrivals
        }
        return {HURRIED: "".join(f"{entry}:{turns}," for entry, turns in early.items())} if early else {}

    def of_units(self, setting: Setting, state: State) -> Iterator[tuple[int, str, str]]:
        """Yield when units were lost that come some turns after their loss."""
        for unit, delay in setting.coming.delays.items():
            if state.where[unit] == POOL and state.back[unit]:
                yield unit, COUNTED, f"{state.back[unit] - delay}.0"

    def after(self, noted: Noted, state: State) -> Mapping[str, Any]:
        """Return the replacements that are left in a phase of them."""
        setting = noted.setting
        left = tuple(whole(part) for part in noted.value(REPLACEMENTS_LEFT).split("+"))
        known = tuple(points for points in left if points is not None)
        accounts = setting.accounts.get(setting.side(state), ())
        told = len(known) == len(left) == len(accounts) and setting.phases[state.phase].kind == "replacement"
        return {"points": known} if told else {}


PART: Final = Coming()
