"""Policies play Moscow Embattled legally, repeatably from the same seed, and sensibly."""

from __future__ import annotations

import pytest

from hexwright.players.fire_evaluation import claim_place_weights
from hexwright.players.fire_policy import FirePolicy
from hexwright.players.playtesting.game_statistics import main_objective, simulate_game
from hexwright.players.policies import play_game, policy_of
from hexwright.rules.engine.rules_protocol import CHANCE
from tests.rules.campaign.camp import SHORT, camp, rules, texts


def test_greedy_chooses_only_legal_actions() -> None:
    kernel = rules(SHORT)
    players = {side: FirePolicy(kernel, 3) for side in kernel.setting.sides}
    state = kernel.set_up(3)
    while (side := kernel.active_side(state)) is not None:
        if side == CHANCE:
            state = kernel.apply(state, kernel.draw(state))
            continue
        action = players[side].choose(state)
        assert kernel.is_legal(state, action), action.text
        state = kernel.apply(state, action)


@pytest.mark.parametrize("name", ["greedy", "random"])
def test_same_seed_gives_the_same_game(name: str) -> None:
    policies = dict.fromkeys(rules(SHORT).setting.sides, name)
    assert play_game(rules(SHORT), 5, policies).actions == play_game(rules(SHORT), 5, policies).actions


def test_search_chooses_a_legal_action_by_its_own_dice() -> None:
    kernel = rules(SHORT)
    state = camp("russian-allocation", "B4 russian-50", "B3 german-2a", turn=4, weather="snow", kernel=kernel)
    action = policy_of("search")(kernel, 7).choose(state)
    assert kernel.is_legal(state, action)


def test_places_of_the_claims_are_goals() -> None:
    setting = rules().setting
    names = {side: {str(setting.board.ids[h]) for h in claim_place_weights(setting, side)} for side in (0, 1)}
    assert names[0] == names[1] == {"A2", "A3", "B1", "B2", "B4", "D2"}
    assert main_objective(rules()) == ("Moscow", setting.board.places["moscow"])


def test_greedy_takes_its_replacements_and_risks_no_gamble() -> None:
    pool = ("russian-rzhev", "russian-western", "russian-tanks")
    state = camp("russian-replacement", "B3 german-2a", pool=pool, turn=3, weather="hard-frost")
    player = FirePolicy(rules(), 1)
    taken = []
    while state.stage == "replace":
        action = player.choose(state)
        taken.append(action)
        state = rules().apply(state, action)
    assert {str(action.unit) for action in taken[:-1]} == set(pool)
    assert texts(state)


def test_a_game_is_put_in_figures() -> None:
    kernel = rules(SHORT)
    found = simulate_game(kernel, 2, dict.fromkeys(kernel.setting.sides, "greedy"))
    assert sum(found.battles.values()) > 3
    german, russian = kernel.setting.sides
    assert sum(found.steps_lost[russian]) >= sum(found.destroyed[german]) > 0
