"""Hexes to which defenders may retreat after a round."""

from __future__ import annotations

from hexwright.rules.engine.game_state import State
from tests.rules.fire.table import battle, condition, place, play, rolled, rules, table, texts


def ends(state: State, unit: str) -> set[str]:
    return {text.split()[2] for text in texts(state) if text.startswith(f"retreat {unit} ")}


def test_defender_may_retreat_after_a_round_or_stay() -> None:
    state = rolled(battle("D2", ["german-2a"], "D1 german-2a", "D2 russian-tanks"), 0, 0)
    assert rules().active_side(state) == "russian"
    assert texts(state) == ["retreat russian-tanks C2", "retreat russian-tanks D3", "hold"]


def test_empty_hex_beside_one_that_the_attack_came_from_is_no_retreat() -> None:
    # C1 is empty and touches D1.
    state = rolled(battle("D2", ["german-2a"], "D1 german-2a", "D2 russian-tanks"), 0, 0)
    assert "C1" not in ends(state, "russian-tanks")


def test_friends_may_be_joined_beside_the_attackers() -> None:
    state = battle("D2", ["german-2a"], "D1 german-2a", "D2 russian-tanks", "C1 russian-bryansk")
    assert "C1" in ends(rolled(state, 0, 0), "russian-tanks")


def test_every_hex_that_an_attack_came_from_counts() -> None:
    standing = ("B1 german-3pz", "A2 german-9a", "C1 german-2a", "B2 russian-western")
    state = rolled(battle("B2", ["german-3pz", "german-9a", "german-2a"], *standing), 0, 0)
    assert ends(state, "russian-western") == set()  # A1, A3, B3, C2 touch one of B1, A2 and C1.


def test_pinched_front_keeps_one_way_out_when_nobody_stands_beside_it() -> None:
    standing = ("B1 german-3pz", "C1 german-2a", "B2 russian-western", "A2 german-9a", "C2 german-2pz")
    state = rolled(battle("B2", ["german-3pz", "german-2a"], *standing), 0, 0)
    assert ends(state, "russian-western") == {"B3"}


def test_hex_that_the_attack_came_from_is_no_retreat_though_its_attackers_are_gone() -> None:
    standing = ("D1 german-2a", "D3 german-2pz", "D2 russian-16", "D2 russian-50", "D2 russian-tanks")
    state = rolled(battle("D2", ["german-2a", "german-2pz"], *standing), 0, 2)
    state = play(state, "hit german-2a", "hit german-2a")
    assert place(state, "german-2a") == "lost"
    assert ends(state, "russian-tanks") == set()


def test_enemies_bar_a_retreat() -> None:
    standing = ("D1 german-2a", "D2 russian-tanks", "D3 german-2pz")
    assert "D3" not in ends(rolled(battle("D2", ["german-2a"], *standing), 0, 0), "russian-tanks")


def test_friends_attacked_by_as_many_dice_may_not_be_joined() -> None:
    standing = ("D1 german-2a", "D1 german-2pz", "D2 russian-tanks", "B1 german-3pz", "C1 russian-bryansk")
    state = table("german-allocation", *standing)
    state = play(state, "attack german-2a D2", "attack german-3pz C1", "end", "engage D2")
    # Bryansk Front: 1 die and the river's, against 2.
    assert "C1" not in ends(rolled(state, 0, 0), "russian-tanks")


def test_friends_attacked_by_fewer_dice_may_be_joined() -> None:
    standing = ("D1 german-2a", "D1 german-2pz", "D2 russian-tanks", "B1 german-9a", "C1 russian-bryansk")
    state = table("german-allocation", *standing)
    state = play(state, "attack german-2a D2", "attack german-9a C1", "end", "engage D2")
    assert "C1" in ends(rolled(state, 0, 0), "russian-tanks")


def test_friends_whose_battle_is_over_may_be_joined() -> None:
    standing = ("D1 german-2a", "D1 german-2pz", "D2 russian-tanks", "B1 german-3pz", "C1 russian-bryansk")
    state = table("german-allocation", *standing)
    state = play(state, "attack german-2a D2", "attack german-3pz C1", "end", "engage C1")
    state = play(rolled(state, 0, 2), "hold", "engage D2") if texts(state) else state
    state = play(rolled(state, 0, 2), "hold", "engage D2")
    assert "C1" in ends(rolled(state, 0, 0), "russian-tanks")


def test_unit_that_joins_friends_defends_with_them() -> None:
    standing = ("D1 german-2a", "D1 german-2pz", "D2 russian-tanks", "B1 german-9a", "C1 russian-bryansk")
    state = table("german-allocation", *standing)
    state = play(state, "attack german-2a D2", "attack german-9a C1", "end", "engage D2")
    state = play(rolled(state, 0, 0), "retreat russian-tanks C1", "advance german-2a D2")
    state = rolled(play(state, "engage C1"), 1, 0)
    assert texts(state) == ["hit russian-bryansk", "hit russian-tanks"]


def test_retreat_disrupts() -> None:
    state = rolled(battle("D2", ["german-2a"], "D1 german-2a", "D2 russian-tanks"), 0, 0)
    state = play(state, "retreat russian-tanks C2")
    assert (place(state, "russian-tanks"), condition(state, "russian-tanks")) == ("C2", "disrupted")


def test_disrupted_unit_may_retreat_and_lives() -> None:
    standing = ("D1 german-2a", "D2 russian-tanks")
    state = rolled(battle("D2", ["german-2a"], *standing, disrupted=("russian-tanks",)), 0, 0)
    assert condition(play(state, "retreat russian-tanks D3"), "russian-tanks") == "disrupted"


def test_retreat_costs_the_works() -> None:
    standing = ("D1 german-2a", "D2 russian-western")
    state = rolled(battle("D2", ["german-2a"], *standing, fortified=("russian-western",)), 0, 0)
    assert condition(play(state, "retreat russian-western D3"), "russian-western") == "disrupted"


def test_one_defender_may_retreat_and_another_stay() -> None:
    standing = ("D1 german-2a", "D2 russian-tanks", "D2 russian-16")
    state = rolled(battle("D2", ["german-2a"], *standing), 0, 0)
    state = play(state, "retreat russian-16 C2", "hold")
    assert state.stage == "fire"
    assert place(state, "russian-tanks") == "D2"


def test_retreat_of_the_last_defender_ends_the_battle() -> None:
    state = rolled(battle("D2", ["german-2a"], "D1 german-2a", "D2 russian-tanks"), 0, 0)
    assert play(state, "retreat russian-tanks C2").stage == "pursue"


def test_defenders_may_retreat_after_the_last_round_too() -> None:
    state = rolled(battle("D2", ["german-2a"], "D1 german-2a", "D2 russian-tanks"), 0, 0)
    state = rolled(play(state, "hold"), 0, 0)
    assert ends(state, "russian-tanks") == {"C2", "D3"}


def test_nobody_retreats_from_attackers_that_are_all_destroyed() -> None:
    standing = ("D1 german-2a", "D2 russian-tanks", "D2 russian-16")
    assert rolled(battle("D2", ["german-2a"], *standing), 0, 2).current_engagement is None


def test_germans_decide_on_their_own_retreats() -> None:
    state = battle("B2", ["russian-16"], "B3 russian-16", "B2 german-2a", "B1 german-9a", phase="russian")
    state = rolled(state, 0, 0)
    assert state.stage == "withdraw"
    assert rules().active_side(state) == "german"
    assert "B1" in ends(state, "german-2a")
