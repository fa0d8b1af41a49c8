"""Say whether a unit should leave the map now, as far as policies care."""

from __future__ import annotations

from typing import Final

from validators.rules.leaving import exit_of, exits_of
from validators.rules.protocol import Action
from validators.rules.setting import Setting
from validators.rules.state import State

LAST: Final = 2
"""So many turns before the end nobody is needed on the map any more who gets points for leaving it."""


def leaving(setting: Setting, state: State, unit: int) -> Action | None:
    """Return the exit of a unit that may leave for points and is hardly needed, or None."""
    if not setting.victory.exits or state.turn + LAST <= setting.scenario.last_turn:
        return None
    entry = exit_of(setting, state, unit)
    if entry is None or not entry.worth(setting.strengths[unit][state.steps[unit]]):
        return None
    return exits_of(setting, state, unit)[0]
