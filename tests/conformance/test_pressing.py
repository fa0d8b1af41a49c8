"""Walks of large games press on to battles; the number of units decides which games are large."""

from __future__ import annotations

import dataclasses

import pytest

from hexwright.conformance import conformance_walk as walking
from hexwright.conformance.aggressive_policy import AggressivePolicy
from hexwright.conformance.conformance_walk import AGGRESSIVE, plan_walk, walk
from hexwright.players.policies import play_game
from hexwright.players.random_stream import derived_seed
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from tests.conformance.conftest import CAUSEWAY, TOY, Benches


@pytest.mark.parametrize("slug", [TOY, CAUSEWAY])
def test_pressing_players_keep_the_rules_and_fight_more_than_random_ones(benches: Benches, slug: str) -> None:
    found = benches(slug).game
    kernel = RulesEngine(found, found.scenarios[0].id)
    battles = {"random": 0, "pressing": 0}

    def watched(state: State, action: Action, after: State) -> None:
        assert kernel.is_legal(state, action)
        battles["pressing"] += action.kind == "resolve"

    for seed in range(4):
        played = play_game(kernel, derived_seed(1, seed), {})
        battles["random"] += sum(action.kind == "resolve" for action in played.actions)
        play_game(
            kernel, derived_seed(1, seed), dict.fromkeys(kernel.setting.sides, AggressivePolicy), watched
        )
    assert battles["pressing"] > battles["random"]


@pytest.mark.slow
def test_walks_of_a_large_game_are_long_or_of_battles_and_mostly_press_on(
    benches: Benches, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = benches(CAUSEWAY).game
    phases = len(found.rules.sequence)
    assert all(plan_walk(found, seed).policy != AGGRESSIVE for seed in range(50))
    monkeypatch.setattr(walking, "MANY_UNITS", len(found.counters.units) - 1)
    plans = [plan_walk(found, seed) for seed in range(50)]
    assert sum(plan.policy == AGGRESSIVE for plan in plans) > 20
    assert all(plan.kind or phases <= plan.length <= 2 * phases for plan in plans)
    pressing = next(
        plan for plan in plans if plan.policy == AGGRESSIVE and not plan.by_hand and not plan.kind
    )
    tally = walk(benches(CAUSEWAY), dataclasses.replace(pressing, phases_skipped=0))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["battles"] > 0
