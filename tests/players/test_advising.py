"""Advised actions are legal, and are printed with their value."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.players.advice import advise
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.saves.own_games import EMBATTLED
from tests.saves.recording import recorded
from tests.vassal.compile.games import game, plan

ROOT = Path(__file__).parents[2]
MOSCOW = "battle-for-moscow"
Told = pytest.CaptureFixture[str]
#: A corps at full strength beside an army that is alone: there is one battle to be fought.
FRONT = ("0605 german-xli", "0606 german-v", "0706 soviet-3/2", "1404 soviet-5", "0101 german-vi")


def _moscow(phase: str, *, pool: tuple[str, ...] = ()) -> tuple[RulesEngine, State]:
    kernel = RulesEngine(game(MOSCOW), "operation-typhoon")
    return kernel, build_state(kernel, FRONT, turn=7, phase=phase, pool=pool)


def test_a_plan_is_a_phase_of_legal_actions_and_doing_nothing_is_worth_nothing() -> None:
    kernel, state = _moscow("german-movement")
    found = advise(kernel, state, 1)
    assert found == tuple(sorted(found, key=lambda one: (-one.value, one.descriptions)))
    idle = next(one for one in found if [a.kind for a in one.actions] == ["end"])
    assert (idle.value, idle.standard_error) == (0, 0)
    for one in found:
        now = state
        for action in one.actions:
            assert kernel.is_legal(now, action)
            now = kernel.apply(now, action)
        assert kernel.phase(now) != kernel.phase(state)
        assert len(one.descriptions) == len(one.actions)


def test_single_decisions_are_weighed_one_by_one() -> None:
    kernel, state = _moscow("german-combat")
    for text in ("attack german-xli on soviet-3", "end", "resolve soviet-3", "roll 5"):
        state = kernel.apply(state, kernel.parse(state, text))
    found = advise(kernel, state, 1)
    assert {one.actions for one in found} == {(action,) for action in kernel.legal_actions(state)}
    assert found[-1].value == 0


def test_where_dice_are_due_there_is_nothing_to_advise() -> None:
    kernel, state = _moscow("german-combat")
    for text in ("attack german-xli on soviet-3", "end", "resolve soviet-3"):
        state = kernel.apply(state, kernel.parse(state, text))
    assert advise(kernel, state) == ()


def test_command_tells_the_best_plans_or_refuses_in_a_line(tmp_path: Path, capsys: Told) -> None:
    kernel, state = _moscow("soviet-replacement", pool=("soviet-10",))
    file = tmp_path / "now.vsav"
    file.write_bytes(SavedGameWriter(game(MOSCOW), plan(MOSCOW))(kernel, state))
    assert run(["-C", str(ROOT), "advise", str(file), "--most", "1"]) == ExitCode.OK
    told = capsys.readouterr()
    assert told.out.startswith("Turn 7, Soviet replacement: the Soviets to act; ")
    assert "\n1. worth " in told.out
    assert "\n2. " not in told.out
    assert "doing nothing" in told.err
    assert run(["-C", str(ROOT), "advise", str(file), "--format", "json"]) == ExitCode.OK
    assert json.loads(capsys.readouterr().out)["plans"][0]["actions"]
    assert run(["-C", str(ROOT), "advise", str(recorded("by-hand.vsav"))]) == ExitCode.FINDINGS
    refused = capsys.readouterr().err
    assert refused.count("\n") == 1
    assert "error[N018]: play can't continue from this position: " in refused
    assert ": units of both sides are in 0303 (3.2) — " in refused


def test_a_campaign_of_fire_is_advised_on_as_well(tmp_path: Path, capsys: Told) -> None:
    kernel = RulesEngine(game(EMBATTLED), "german-assault")
    file = tmp_path / "now.vsav"
    state = kernel.set_up(1)
    while state.stage != "replace":
        legal = kernel.legal_actions(state)
        state = kernel.apply(state, legal[-1] if legal else kernel.draw(state))
    file.write_bytes(SavedGameWriter(game(EMBATTLED), plan(EMBATTLED))(kernel, state))
    assert run(["-C", str(ROOT), "advise", str(file)]) == ExitCode.OK
    assert "Russian replacements: the Russians to act" in capsys.readouterr().out
