"""What the policy for fire combat decides: arrange one fact, look at one decision."""

from __future__ import annotations

import pytest

from hexwright.players.fire_decisions import (
    FIRE_STAGES,
    FireDecisions,
    expected_hits,
    hits_to_destroy,
    place_weights,
)
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_protocol import CHANCE
from hexwright.rules.fire.dice_pools import DicePool, DiceSource
from tests.rules.fire.table import battle, play, rolled, rules, table


def chosen(state: State) -> str:
    action = FireDecisions(rules()).choose(state)
    assert action in rules().legal_actions(state)
    return action.text


def test_expected_hits_are_those_of_all_dice() -> None:
    assert expected_hits(
        DicePool((DiceSource("a", 3, 4), DiceSource("b", 2, 5), DiceSource("c", 1, 7))), 6
    ) == pytest.approx(1.5 + 2 / 3)


def test_staying_power_counts_works_second_hits_and_disruption() -> None:
    standing = ("D1 german-2pz", "D1 german-2a", "B1 german-4a", "A1 german-9a")
    state = table(
        "russian-allocation", *standing, disrupted=("german-9a",), fortified=("german-4a",), opened=False
    )
    number = rules().setting.unit_numbers
    found = {
        unit: hits_to_destroy(rules().setting, state, number[unit]) for unit in number if unit[:6] == "german"
    }
    assert [found[u] for u in ("german-2pz", "german-2a", "german-4a", "german-9a")] == [3, 2, 4, 1]  # type: ignore[index]


def test_places_that_win_the_game_weigh_most() -> None:
    weights = place_weights(rules().setting)
    board = rules().setting.board
    assert max(weights, key=lambda number: weights[number]) == board.places["moscow"]


def test_weak_defender_is_attacked() -> None:
    state = table("german-allocation", "D1 german-2pz", "D2 russian-tanks", disrupted=("russian-tanks",))
    assert chosen(state) == "attack german-2pz D2"


def test_strong_defender_is_left_alone() -> None:
    strong = ("B4 russian-16", "B4 russian-50", "B4 russian-western", "B4 russian-1s")
    assert chosen(table("german-allocation", "C3 german-2a", *strong)) == "end"


def test_hex_that_must_be_attacked_is_attacked() -> None:
    state = table("russian-allocation", "C2 russian-16", "C2 russian-50", "C1 german-2a", "B2 german-9a")
    state = play(state, "attack russian-16 C1")
    assert chosen(state) == "attack russian-50 B2"


def test_works_take_the_first_hit() -> None:
    standing = ("C1 russian-western", "C1 russian-tanks", "D1 german-2pz")
    state = rolled(battle("C1", ["german-2pz"], *standing, fortified=("russian-western",)), 1, 0)
    assert chosen(state) == "hit russian-western"


def test_unit_of_two_factors_takes_two_hits() -> None:
    standing = ("D2 russian-50", "D2 russian-16", "D1 german-2pz", "D1 german-2a")
    state = rolled(battle("D2", ["german-2pz", "german-2a"], *standing), 0, 2)
    assert chosen(state) == "hit german-2pz"
    assert chosen(play(state, "hit german-2pz")) == "hit german-2pz"


def test_defender_that_would_be_destroyed_gives_way() -> None:
    standing = ("D1 german-2pz", "D1 german-4a", "D2 russian-tanks")
    state = rolled(battle("D2", ["german-2pz", "german-4a"], *standing, disrupted=("russian-tanks",)), 0, 0)
    assert chosen(state).startswith("retreat russian-tanks")


def test_defender_stays_after_the_last_round() -> None:
    state = rolled(battle("D2", ["german-2a"], "D1 german-2a", "D2 russian-tanks"), 0, 0)
    assert chosen(rolled(play(state, "hold"), 0, 0)) == "hold"


def test_panzers_advance_and_infantry_that_is_not_needed_stays() -> None:
    standing = ("D1 german-2a", "D1 german-2pz", "D2 russian-tanks")
    state = rolled(battle("D2", ["german-2a", "german-2pz"], *standing, disrupted=("russian-tanks",)), 1, 0)
    assert chosen(state).startswith("advance german-2pz")
    assert chosen(play(state, "advance german-2pz D2")) == "hold"


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_are_played_with_legal_decisions(seed: int) -> None:
    kernel, chooser = rules(), RandomStream(seed)
    fight, state, decided = FireDecisions(kernel), kernel.set_up(seed), 0
    while not kernel.is_over(state):
        if kernel.active_side(state) == CHANCE:
            action = kernel.draw(state)
        elif state.stage in FIRE_STAGES:
            action = fight.choose(state)
            assert action in kernel.legal_actions(state)
            decided += 1
        else:
            action = chooser.choice(kernel.legal_actions(state))
        state = kernel.apply(state, action)
    assert decided > 5
