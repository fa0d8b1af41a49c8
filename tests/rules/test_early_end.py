"""Games that end once a side can no longer win: rules engine, a naive count of tests, and the module."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.game import Game
from hexwright.model.rules.victory_record import AutomaticVictory, EarlyEnd
from hexwright.players.policies import play_game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.victory import victory_claims
from tests.conformance.walking import bench_of
from tests.rules.games_with_situations import BLUE, FALLEN, RED, SCENARIO, SLUG, WINS, differing, situated
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module

HARD = (replace(WINS[0], consecutive=7), WINS[1])
"""Claims of which Blue's is soon out of reach."""


def ending(side: str = BLUE, *, claims: tuple[AutomaticVictory, ...] = WINS, **more: object) -> Game:
    """Return the game with situations that ends once a side can no longer win."""
    found = situated(claims=claims)
    (rules,) = found.rules.victory
    early = replace(rules, early_end=EarlyEnd(side), default_winner=RED, **more)  # type: ignore[arg-type]
    return replace(found, rules=replace(found.rules, victory=(early,)))


def lost_chance(rules: RulesEngine, state: State) -> bool:
    """Return whether Blue's three tests in a row are out of reach, counted test by test."""
    last, count = rules.setting.scenario.last_turn, state.situation_counts[0]
    for turn in range(state.turn, last + 1):
        for number, phase in enumerate(rules.setting.game.rules.sequence):
            if (turn, number) > (state.turn, state.phase) and phase.id in FALLEN.phases:
                count += 1
                if count >= 3:
                    return False
    return True


def watched(seeds: range) -> dict[str, int]:
    """Play games at random; check at each test whether the game ends, and count how games ended."""
    rules, seen = RulesEngine(ending(), SCENARIO), {"early": 0, "won": 0}

    def watch(before: State, _action: Action, after: State) -> None:
        tested = after.situations_tested_at != before.situations_tested_at
        if after.stage == "over" and after.winning_side < 0 and tested:
            seen["early"] += 1
            assert lost_chance(rules, after)
        elif after.stage == "over":
            seen["won"] += after.winning_side >= 0
        elif tested:
            assert not lost_chance(rules, after), "the game goes on without a chance"

    for seed in seeds:
        play_game(rules, seed, dict.fromkeys(rules.setting.sides, "random"), watch)
    return seen


def test_games_end_once_too_few_tests_are_left() -> None:
    seen = watched(range(12))
    assert seen["early"] > 3


def test_a_miscount_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    known = victory_claims._can_still_win
    monkeypatch.setattr(
        victory_claims,
        "_can_still_win",
        lambda setting, state, claim: known(setting, state, replace(claim, consecutive=1)),
    )
    with pytest.raises(AssertionError):
        watched(range(12))


def test_the_end_of_the_game_decides_after_an_early_end() -> None:
    rules = RulesEngine(ending(), SCENARIO)
    final = play_game(rules, 2, dict.fromkeys(rules.setting.sides, "random")).final
    assert (final.stage, final.winning_side) == ("over", -1)
    assert rules.outcome(final).winner == RED


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (ending(RED), "a claim of it has places or counts at the end"),
        (ending(BLUE, claims=WINS[1:]), "since it has no claim"),
    ],
)
def test_an_early_end_that_cannot_be_judged_is_refused(wrong: Game, words: str) -> None:
    found = list(find_unplayable(wrong, wrong.scenarios[0]))
    assert [fault.path for fault in found] == [("rules", "victory", "towns", "early_end", "side")]
    assert words in found[0].message


def test_module_ends_early_like_the_rules_engine(tmp_path: Path) -> None:
    assert differing(bench_of(ending(claims=HARD), tmp_path), range(1), range(0)) == []


@pytest.mark.slow
def test_a_module_that_never_ends_early_is_found(tmp_path: Path) -> None:
    assert differing(bench_of(situated(claims=HARD), tmp_path, ending(claims=HARD)), range(2), range(0))


@pytest.mark.engine
def test_real_engine_ends_early_like_the_rules(tmp_path: Path) -> None:
    found = ending(claims=HARD)
    with Engine(write_module(found, SLUG, tmp_path / "module.vmod")) as engine:
        bench = ConformanceBench(found, SavedGameWriter(found, plan(SLUG)), VassalModule(engine))
        assert differing(bench, range(1), range(0)) == []
