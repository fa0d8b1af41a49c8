"""Pass over phases whose doings the players see to: they are shown and told, and change nothing here."""

from __future__ import annotations

from validators.rules.procedure import Procedure
from validators.rules.setting import Setting
from validators.rules.state import State


def pass_over(_setting: Setting, state: State) -> State:
    """Return the state unchanged: nothing is decided, so the phase is over."""
    return state


PROCEDURE = Procedure(opens={"other": pass_over})
