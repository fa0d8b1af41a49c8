"""Leave room for what a game's data can't say: a game's module fills these in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builder.diagnostics import Diagnostic
from builder.model.ids import UnitId
from validators.rules.changing import replace
from validators.rules.protocol import Action, IllegalAction
from validators.rules.setting import Setting
from validators.rules.state import State

if TYPE_CHECKING:
    from validators.rules.procedure import Procedure


class Hooks:
    """What the kernel asks of a game at fixed points; by default nothing special happens."""

    procedures: tuple[Procedure, ...] = ()
    """What the game adds to the stages of play."""

    def begin_event(self, setting: Setting, state: State) -> State:
        """Return the state as a phase of kind `event` begins; stage "done" when nothing happens."""
        return replace(state, stage="done")

    def points(self, setting: Setting, turn: int, side: int, points: int) -> int:
        """Return the replacements of a side on a turn; `points` is what the schedule says."""
        return points

    def joins_pool(self, setting: Setting, unit: UnitId) -> bool:
        """Tell whether a unit that arrives may be taken as a replacement."""
        return True

    def extra_replacements(self, setting: Setting, state: State) -> list[Action]:
        """Return further actions of a replacement phase with points left."""
        return []

    def apply_extra(self, setting: Setting, state: State, action: Action) -> State:
        """Return the state after one of them."""
        raise IllegalAction(f"{action.text}: no such action in this game")

    def describe(self, setting: Setting, state: State, action: Action) -> str:
        """Return one of them as a sentence."""
        return action.text

    def status(self, setting: Setting, state: State) -> tuple[Diagnostic, ...]:
        """Return what else is wrong with a state."""
        return ()
