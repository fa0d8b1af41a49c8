"""The automatic steps at the start of a phase, in the same order in rules engine and module."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final, get_args

import pytest

from hexwright.conformance.conformance_walk import replay
from hexwright.model.game import Game
from hexwright.model.ids import PhaseId, UnitId
from hexwright.model.order_of_battle import Withdrawal
from hexwright.model.rules.phase_start_steps import PHASE_START_STEPS, PhaseStartStep
from hexwright.model.rules.situation_record import Situation, SituationFacts
from hexwright.players.policies import play_game
from hexwright.rules.engine import phase_module
from hexwright.rules.engine.game_state import OUT_OF_GAME, State
from hexwright.rules.engine.phase_module import join_phase_modules
from hexwright.rules.engine.phase_registry import PHASE_MODULES, PHASE_REGISTRY
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import END, Action
from hexwright.vassal.enforcement import beginning
from tests.conformance.walking import bench_of
from tests.rules.games_with_situations import RED, SCENARIO, SLUG, situated
from tests.vassal.compile.games import game
from tests.vassal.enforcement.playing import Table, opened_game

OTHERWISE: Final[tuple[PhaseStartStep, ...]] = (
    "situations",
    *(step for step in PHASE_START_STEPS if step != "situations"),
)
"""The same steps, with situations tested before any unit is withdrawn."""


def leaving() -> Game:
    """Return a game with withdrawals after turn 1, and a situation that depends on the units withdrawn."""
    held = Situation(
        "held", "Red is there", (PhaseId("blue-reinforcement"),), (SituationFacts(RED, occupies=("bridge",)),)
    )
    gone = Withdrawal(1, RED, (UnitId("red-1"), UnitId("red-3")), "They go home.")
    return replace(situated((held,), (), ()), oob=replace(game(SLUG).oob, withdrawals=(gone,)))


def judged_by_the_reference(found: Game) -> tuple[int, ...]:
    kernel = RulesEngine(found, SCENARIO)
    state = kernel.set_up(1)
    while state.turn == 1:
        state = kernel.apply(state, END)
    return state.situation_counts


def judged_by_the_module(found: Game) -> str:
    table = Table(opened_game(found, SLUG)).start(found.scenarios[0].title)
    for _ in range(20):
        if table.get("Turn") == "2":
            break
        table.press("Next phase")
    return str(table.get("Situations"))


def test_every_step_is_known_to_both_sides() -> None:
    assert set(beginning.STEPS) == set(PHASE_START_STEPS) == set(get_args(PhaseStartStep))
    assert {step for part in PHASE_MODULES for step in part.beginning_steps} == set(PHASE_START_STEPS)


def test_units_leaving_as_a_turn_begins_are_gone_when_situations_are_judged() -> None:
    assert judged_by_the_reference(leaving()) == (0,)
    assert judged_by_the_module(leaving()) == "2.blue-reinforcement held=0"


def test_a_reference_with_another_order_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phase_module, "PHASE_START_STEPS", OTHERWISE)
    for kind, steps in join_phase_modules(PHASE_MODULES).beginning_steps.items():
        monkeypatch.setitem(PHASE_REGISTRY.beginning_steps, kind, steps)
    assert judged_by_the_reference(leaving()) == (1,)


def test_a_module_with_another_order_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beginning, "PHASE_START_STEPS", OTHERWISE)
    assert judged_by_the_module(leaving()) == "2.blue-reinforcement held=1"


def test_leaving_units_stay_until_the_weather_of_the_next_turn_is_known() -> None:
    kernel = RulesEngine(game("moscow-embattled"), "whole-campaign")
    unit = kernel.setting.unit_numbers[UnitId("german-2fk")]
    seen: list[tuple[int, str, bool]] = []

    def watch(state: State, _action: Action, _after: State) -> None:
        seen.append((state.turn, state.stage, state.locations[unit] == OUT_OF_GAME))

    play_game(kernel, 1, {}, watch)
    assert {gone for turn, _, gone in seen if turn == 1} == {False}
    assert {(stage == "weather-roll", gone) for turn, stage, gone in seen if turn == 2} == {
        (True, False),
        (False, True),
    }


@pytest.mark.slow
def test_module_and_reference_part_from_nobody_while_the_die_for_the_weather_falls(tmp_path: Path) -> None:
    tally = replay(bench_of(game("moscow-embattled"), tmp_path), "german-assault", 1, {}, turns=1)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["partial games"] == 1
