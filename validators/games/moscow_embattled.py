"""Say what the data of Moscow Embattled can't: the Siberian gamble."""

from __future__ import annotations

from typing import Final

from builder.model.ids import SideId
from validators.rules.changing import replace
from validators.rules.hooks import Hooks
from validators.rules.procedure import Procedure, one_die
from validators.rules.protocol import Action
from validators.rules.reinforcement import reserve_is_early
from validators.rules.setting import Setting
from validators.rules.state import State
from validators.rules.victory import won

DIE: Final = 6
FATAL: Final = (1, 2)
"""reserve.gamble: a chance of one in three. Which two numbers are fatal makes no difference."""
SCHEDULED: Final = 4
"""The turn on which the reserve comes without a risk."""
RESERVE: Final = "reserve"
"""The entry of rules.yaml that holds the Siberian units."""


def gamble_die(setting: Setting, state: State) -> int:
    """Return the sides of the die for the gamble."""
    return DIE


def fall_gamble(setting: Setting, state: State, action: Action) -> State:
    """Return the state after the die for the gamble: on a fatal number Japan attacks and all is lost."""
    thrown = replace(state, throws=state.throws + 1)
    if action.roll in FATAL:
        return won(setting, thrown, setting.sides.index(SideId("german")))
    return replace(thrown, stage="done")


def tell_gamble(setting: Setting, state: State, action: Action) -> str:
    """Tell what the die means."""
    if action.roll in FATAL:
        return f"The die shows {action.roll}: Japan attacks in the Far East."
    return f"The die shows {action.roll}: the Far East stays quiet."


class MoscowEmbattled(Hooks):
    """The hooks of Moscow Embattled."""

    procedures = (
        Procedure(
            apply={("event-roll", "roll"): fall_gamble},
            dice={"event-roll": one_die(gamble_die)},
            tell={("event-roll", "roll"): tell_gamble},
        ),
    )

    def begin_event(self, setting: Setting, state: State) -> State:
        """Return the state with the die to be thrown when the Siberians were brought early."""
        # reserve.gamble At the end of every turn before the fourth, once the Siberians are in the game.
        entries = {entry.id: entry for entry in setting.entries.values()}
        early = RESERVE in entries and reserve_is_early(setting, state, entries[RESERVE])
        if state.turn < SCHEDULED and early:
            return replace(state, stage="event-roll")
        return replace(state, stage="done")


HOOKS = MoscowEmbattled()
