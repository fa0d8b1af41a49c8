"""The effects of hits, and the units that take them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwright.rules.fire.dice_pools import hits_absorbed_by_places
from tests.rules.fire import naive
from tests.rules.fire.table import battle, condition, look, play, rolled, rules, table, texts

EAST = ("D2 russian-tanks", "D1 german-2a")


def test_hit_disrupts_a_unit() -> None:
    state = rolled(battle("D2", ["german-2a"], *EAST), 1, 0)
    assert condition(state, "russian-tanks") == "disrupted"


def test_two_hits_in_a_round_destroy_a_unit_of_one_factor() -> None:
    state = rolled(battle("D2", ["german-2a", "german-2pz"], *EAST, "D1 german-2pz"), 2, 0)
    assert condition(state, "russian-tanks") == "lost"


def test_hit_on_a_disrupted_unit_destroys_it() -> None:
    state = battle("D2", ["german-2a"], *EAST, disrupted=("russian-tanks",))
    assert condition(rolled(state, 1, 0), "russian-tanks") == "lost"


@pytest.mark.parametrize("unit", ["german-2pz", "german-4a"])
@pytest.mark.parametrize(("hits", "left"), [(1, "disrupted"), (2, "disrupted"), (3, "lost")])
def test_unit_of_two_factors_absorbs_two_hits_in_a_round(unit: str, hits: int, left: str) -> None:
    state = battle("D2", [unit], f"D1 {unit}", "D2 russian-50", "D2 russian-16", "D2 russian-rzhev")
    assert condition(rolled(state, 0, hits), unit) == left


def test_unit_of_two_factors_that_was_disrupted_before_absorbs_nothing() -> None:
    state = battle(
        "D1", ["russian-50"], "D1 german-2pz", "D2 russian-50", phase="russian", disrupted=("german-2pz",)
    )
    assert condition(rolled(state, 1, 0), "german-2pz") == "lost"


def test_unit_of_two_factors_disrupted_in_the_first_round_falls_to_a_hit_in_the_second() -> None:
    standing = ("D1 german-2pz", "D1 german-2a", "D2 russian-50", "D2 russian-16")
    state = rolled(battle("D1", ["russian-50", "russian-16"], *standing, phase="russian"), 1, 0)
    state = play(state, "hit german-2pz")
    state = play(rolled(state, 1, 0), "hit german-2pz")
    assert condition(state, "german-2pz") == "lost"


def test_shock_army_absorbs_one_hit_as_a_unit_of_one_factor() -> None:
    standing = ("D4 german-2pz", "D3 russian-1s")
    assert condition(rolled(battle("D3", ["german-2pz"], *standing), 2, 0), "russian-1s") == "lost"


# Works ---------------------------------------------------------------------------------------------


def test_fortification_takes_one_hit_and_is_lost() -> None:
    state = battle("D3", ["german-2a"], "D3 russian-western", "D4 german-2a", fortified=("russian-western",))
    assert condition(rolled(state, 1, 0), "russian-western") == "fresh"


def test_second_hit_disrupts_a_unit_whose_works_took_the_first() -> None:
    standing = ("D3 russian-western", "D4 german-2pz")
    state = battle("D3", ["german-2pz"], *standing, fortified=("russian-western",))
    assert condition(rolled(state, 2, 0), "russian-western") == "disrupted"


def test_fortified_unit_of_two_factors_takes_three_hits_in_a_round() -> None:
    standing = ("B2 russian-50", "B2 russian-16", "B2 russian-tanks", "B2 russian-rzhev", "B1 german-4a")
    attackers = ["russian-50", "russian-16", "russian-tanks"]
    state = battle("B1", attackers, *standing, phase="russian", fortified=("german-4a",))
    assert condition(rolled(state, 3, 0), "german-4a") == "disrupted"


# Who takes hits ------------------------------------------------------------------------------------


def test_owner_picks_who_takes_each_hit_defender_first() -> None:
    standing = ("D3 russian-tanks", "D3 russian-16", "D4 german-2a", "D4 german-2pz")
    state = rolled(battle("D3", ["german-2a", "german-2pz"], *standing), 1, 1)
    assert rules().active_side(state) == "russian"
    assert texts(state) == ["hit russian-16", "hit russian-tanks"]
    state = play(state, "hit russian-16")
    assert rules().active_side(state) == "german"
    assert texts(state) == ["hit german-2pz", "hit german-2a"]
    state = play(state, "hit german-2a")
    assert condition(state, "russian-16") == condition(state, "german-2a") == "disrupted"
    assert condition(state, "russian-tanks") == condition(state, "german-2pz") == "fresh"


def test_german_defenders_are_allotted_their_hits_by_the_germans() -> None:
    standing = ("D1 german-2pz", "D1 german-2a", "D2 russian-50", "D2 russian-16")
    state = rolled(battle("D1", ["russian-50", "russian-16"], *standing, phase="russian"), 1, 1)
    assert rules().active_side(state) == "german"
    state = play(state, "hit german-2a")
    assert rules().active_side(state) == "russian"


def test_disrupted_unit_may_take_a_hit_for_a_fresh_one() -> None:
    standing = ("D3 russian-tanks", "D3 russian-16", "D4 german-2a")
    state = rolled(battle("D3", ["german-2a"], *standing, disrupted=("russian-16",)), 1, 0)
    state = play(state, "hit russian-16")
    assert condition(state, "russian-16") == "lost"
    assert condition(state, "russian-tanks") == "fresh"


def test_single_unit_takes_all_hits_unasked() -> None:
    assert rolled(battle("D2", ["german-2a"], *EAST), 1, 1).stage == "withdraw"


def test_both_sides_lose_at_once() -> None:
    standing = ("D2 russian-tanks", "D1 german-2pz")
    state = rolled(battle("D2", ["german-2pz"], *standing), 2, 1)
    assert condition(state, "russian-tanks") == "lost"
    assert condition(state, "german-2pz") == "disrupted"


def test_hits_beyond_the_last_unit_are_lost() -> None:
    state = rolled(
        battle("D2", ["german-4a"], "D2 russian-tanks", "D1 german-4a", disrupted=("russian-tanks",)), 2, 0
    )
    assert condition(state, "russian-tanks") == "lost"
    assert state.stage == "pursue"


# Places that absorb --------------------------------------------------------------------------------

MOSCOW = ("B4 russian-50", "C3 german-4a")


@pytest.mark.parametrize(("unit", "left"), [("russian-50", "fresh"), ("russian-tanks", "disrupted")])
def test_major_city_takes_the_first_hit_of_a_round_for_infantry_only(unit: str, left: str) -> None:
    state = rolled(battle("B4", ["german-4a"], f"B4 {unit}", "C3 german-4a"), 1, 0)
    assert condition(state, unit) == left


def test_major_city_takes_a_hit_in_each_round() -> None:
    state = rolled(battle("B4", ["german-4a"], *MOSCOW), 1, 0)
    state = rolled(play(state, "hold"), 1, 0)
    assert condition(state, "russian-50") == "fresh"


def test_major_city_takes_one_hit_and_not_two() -> None:
    assert condition(rolled(battle("B4", ["german-4a"], *MOSCOW), 2, 0), "russian-50") == "disrupted"


def test_major_city_serves_germans_too() -> None:
    state = battle("B4", ["russian-50"], "B4 german-2a", "C4 russian-50", phase="russian")
    assert condition(rolled(state, 1, 0), "german-2a") == "fresh"


@pytest.mark.parametrize("target", ["B4", "B1", "D2", "A3", "C4", "A5", "A2", "B2", "C1", "B3"])
def test_every_major_city_takes_a_hit_and_no_other_city_does(target: str) -> None:
    seat = target in {"B4", "B1", "D2", "A3", "C4", "A5"}
    beside = min(naive.near()[target])
    for unit, major in (("russian-50", seat), ("russian-tanks", False)):
        state = table("german-allocation", f"{target} {unit}", f"{beside} german-2a")
        assert hits_absorbed_by_places(look(state, target, "german-2a")) == int(major), unit


def test_tula_takes_a_hit_in_each_round_for_any_unit() -> None:
    state = battle("C3", ["german-4a"], "C3 russian-tanks", "C2 german-4a")
    assert condition(rolled(state, 1, 0), "russian-tanks") == "fresh"


@pytest.mark.parametrize(("target", "beside"), [("B4", "C3"), ("C3", "C2")])
def test_moscow_and_the_kremlin_take_a_hit_before_a_fortification(target: str, beside: str) -> None:
    front = "russian-bryansk"
    standing = (f"{target} {front}", f"{beside} german-4a")
    for hits, left in ((1, True), (2, False)):
        state = rolled(battle(target, ["german-4a"], *standing, fortified=(front,)), hits, 0)
        assert condition(state, front) == ("fortified" if left else "fresh")


def test_tula_takes_no_hit_once_germans_have_been_in_it() -> None:
    state = battle("C3", ["russian-50"], "C3 german-2a", "C4 russian-50", phase="russian")
    assert condition(rolled(state, 1, 0), "german-2a") == "disrupted"


def test_kremlin_that_was_lost_stays_lost_when_russians_are_back() -> None:
    standing = ("C3 russian-16", "D3 russian-50", "C2 german-4a")
    state = battle("C3", ["german-4a"], *standing)
    before = rolled(state, 1, 0)
    assert condition(before, "russian-16") == "fresh"
    fallen = 1 << rules().setting.board.places["tula"]
    after = rolled(replace(state, captured_places=fallen), 1, 0)
    assert condition(after, "russian-16") == "disrupted"
