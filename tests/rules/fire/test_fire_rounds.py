"""Rounds of a battle, and the end of the battle."""

from __future__ import annotations

from tests.rules.fire.table import act, battle, condition, number, play, rolled, rules, table, texts

EAST = ("D2 russian-tanks", "D1 german-2a")


def test_operational_battle_has_two_rounds() -> None:
    state = battle("D2", ["german-2a"], *EAST)
    assert state.current_engagement is not None
    assert state.current_engagement.round == 1
    state = play(rolled(state, 0, 0), "hold")
    assert state.current_engagement is not None
    assert (state.stage, state.current_engagement.round) == ("fire", 2)
    state = play(rolled(state, 0, 0), "hold")
    assert state.current_engagement is None


def test_blitzkrieg_battle_has_one_round() -> None:
    state = rolled(battle("D2", ["german-2a"], *EAST, phase="blitz"), 0, 0)
    assert play(state, "hold").current_engagement is None


def test_deep_battle_has_one_round() -> None:
    standing = ("D1 german-2a", "D2 russian-1s")
    state = rolled(battle("D1", ["russian-1s"], *standing, phase="deep", weather="snow"), 0, 0)
    assert state.stage != "fire"


def test_hex_cleared_in_the_first_round_ends_the_battle() -> None:
    state = rolled(battle("D2", ["german-2a"], *EAST, disrupted=("russian-tanks",)), 1, 0)
    assert state.stage == "pursue"
    assert play(state, "advance german-2a D2").current_engagement is None


def test_attack_fails_when_all_attackers_are_disrupted() -> None:
    state = play(rolled(battle("D2", ["german-2a"], *EAST), 0, 1), "hold")
    assert condition(state, "german-2a") == "disrupted"
    assert state.current_engagement is None


def test_disrupted_attacker_stays_in_a_battle_that_others_go_on_with() -> None:
    standing = (*EAST, "D1 german-2pz", "D2 russian-16")
    state = play(rolled(battle("D2", ["german-2a", "german-2pz"], *standing), 0, 1), "hit german-2a", "hold")
    state = rolled(state, 0, 1)
    assert texts(state) == ["hit german-2pz", "hit german-2a"]
    assert condition(play(state, "hit german-2a"), "german-2a") == "lost"


def test_dice_of_both_sides_are_thrown_before_any_loss() -> None:
    state = battle("D2", ["german-2a"], *EAST)
    assert {action.rolls for action, _ in rules().chance_outcomes(state)} == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_attacker_picks_the_order_of_battles() -> None:
    state = table("german-allocation", *EAST, "B1 german-3pz", "B2 russian-western")
    state = play(state, "attack german-2a D2", "attack german-3pz B2", "end")
    assert texts(state) == ["engage B2", "engage D2"]
    assert texts(play(rolled(play(state, "engage D2"), 0, 0), "hold")) == []


def test_unit_that_was_disrupted_is_noted_so_that_it_does_not_recover_at_once() -> None:
    state = rolled(battle("D2", ["german-2a"], *EAST), 1, 0)
    assert state.disrupted_this_turn >> number("russian-tanks") & 1
    assert not state.disrupted_this_turn >> number("german-2a") & 1


def test_seed_gives_the_same_battle_again() -> None:
    state = battle("D2", ["german-2a"], *EAST)
    kernel = rules()
    assert kernel.draw(state) == kernel.draw(state)
    assert act(state, kernel.draw(state)).dice_thrown == state.dice_thrown + 2


def test_unit_without_dice_may_attack_and_is_fired_at() -> None:
    standing = ("C5 german-2a", "C4 russian-western", "B5 russian-tanks", "D4 russian-bryansk")
    state = battle("C4", ["german-2a"], *standing)
    assert {action.rolls for action, _ in rules().chance_outcomes(state)} == {(0, 0), (0, 1)}
    state = play(rolled(state, 0, 0), "hold")
    assert state.current_engagement is not None
    assert state.current_engagement.round == 2
    assert condition(rolled(state, 0, 1), "german-2a") == "disrupted"
