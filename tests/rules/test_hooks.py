"""What a game's own module may add to the rules that data say."""

from __future__ import annotations

import pytest

from builder.diagnostics import Diagnostic, error
from builder.model.ids import UnitId
from tests.rules.positions import SHORT, game, place, position, rules, step, texts
from validators.rules.hooks import Hooks
from validators.rules.kernel import Kernel
from validators.rules.pieces import face
from validators.rules.protocol import Action, IllegalAction
from validators.rules.setting import Setting
from validators.rules.state import State


class _Guards(Hooks):
    """An invented game's own rules: one point more, and a unit that promotes itself."""

    def points(self, setting: Setting, turn: int, side: int, points: int) -> int:
        return points + 1

    def joins_pool(self, setting: Setting, unit: UnitId) -> bool:
        return unit != "soviet-1s"

    def extra_replacements(self, setting: Setting, state: State) -> list[Action]:
        return [Action("stand", UnitId("soviet-16"))]

    def apply_extra(self, setting: Setting, state: State, action: Action) -> State:
        return face(state, setting.number[UnitId("soviet-16")], 1)

    def describe(self, setting: Setting, state: State, action: Action) -> str:
        return "It promotes itself."

    def status(self, setting: Setting, state: State) -> tuple[Diagnostic, ...]:
        return (error("Q101", "always"),)


def kernel() -> Kernel:
    return Kernel(game(), SHORT, _Guards())


def test_hooks_change_points_and_arrivals() -> None:
    state = position("soviet-replacement", "1303 soviet-16/2", kernel=kernel(), turn=4)
    assert state.points == 6
    assert place(state, "soviet-1s", kernel()) == "aside"


def test_hooks_add_actions_and_say_what_is_wrong() -> None:
    state = position("soviet-replacement", "1303 soviet-16/2", kernel=kernel())
    assert "stand soviet-16" in texts(state, kernel())
    after = kernel().apply(state, Action("stand", UnitId("soviet-16")))
    assert step(after, "soviet-16", kernel()) == 1
    assert [fault.message for fault in kernel().status(after)] == ["always"]


def test_action_that_no_hook_knows_is_illegal() -> None:
    state = position("soviet-replacement", "1303 soviet-16/2")
    with pytest.raises(IllegalAction):
        rules().apply(state, Action("hold"))


def test_game_without_a_module_of_its_own_has_no_hooks_of_its_own() -> None:
    assert type(rules().hooks) is Hooks
