"""Join what all parts of the rules contribute to play."""

from __future__ import annotations

from typing import Final

from validators.rules import air, battle, movement, recovery, replacement, supply, victory, weather
from validators.rules.fire.procedure import PROCEDURE as FIRE
from validators.rules.hooks import Hooks
from validators.rules.procedure import Procedure, joined
from validators.rules.setting import Setting
from validators.rules.state import State


def begin_event(setting: Setting, hooks: Hooks, state: State) -> State:
    """Return the state as a phase begins of which only the game's module knows what happens."""
    return hooks.begin_event(setting, state)


EVENTS = Procedure(opens={"event": begin_event})

PROCEDURES: Final[Procedure] = joined(
    (
        weather.PROCEDURE,
        replacement.PROCEDURE,
        movement.PROCEDURE,
        battle.PROCEDURE,
        FIRE,
        air.PROCEDURE,
        recovery.PROCEDURE,
        supply.PROCEDURE,
        victory.PROCEDURE,
        EVENTS,
    )
)
"""All procedures; a game's hooks may add to them."""
