"""Dice of a round: the number of each unit's dice, and the numbers that hit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwright.rules.engine.rules_engine import RulesEngine
from tests.rules.fire.table import SCENARIO, attack, defence, game, number, rules, table

FRONT = ("B2 russian-western", "A2 russian-rzhev", "C1 russian-bryansk", "D2 russian-tanks")
OPENING = (
    *FRONT,
    "A1 german-4pz",
    "A1 german-9a",
    "B1 german-3pz",
    "B1 german-4a",
    "D1 german-2pz",
    "D1 german-2a",
)


# Strengths -----------------------------------------------------------------------------------------


def test_dice_of_the_replays_first_attacks() -> None:
    state = table("german-allocation", *OPENING)
    assert attack(state, "A2", "german-4pz", "german-9a").groups == ((4, 3),)
    assert defence(state, "A2", "german-4pz", "german-9a").groups == ((4, 2),)
    bryansk = ("german-3pz", "german-4a", "german-2a")
    assert attack(state, "C1", *bryansk).groups == ((4, 5),)
    assert defence(state, "C1", *bryansk).groups == ((4, 2),)
    assert attack(state, "D2", "german-2pz").groups == ((4, 2),)
    assert defence(state, "D2", "german-2pz").groups == ((4, 1),)


@pytest.mark.parametrize(
    ("unit", "dice"),
    [("german-2pz", 2), ("german-4a", 2), ("german-2a", 1), ("german-9a", 1)],
)
def test_german_units_roll_their_dice_in_attack_and_defence(unit: str, dice: int) -> None:
    state = table("german-allocation", f"D1 {unit}", "D2 russian-tanks")
    assert attack(state, "D2", unit).dice == dice
    state = table("russian-allocation", f"D1 {unit}", "D2 russian-tanks")
    assert defence(state, "D1", "russian-tanks").dice == dice


@pytest.mark.parametrize("unit", ["russian-western", "russian-rzhev", "russian-16", "russian-tanks"])
def test_russian_units_roll_one_die(unit: str) -> None:
    assert attack(table("russian-allocation", "D1 german-2a", f"D2 {unit}"), "D1", unit).dice == 1


def test_shock_army_has_two_dice_in_the_first_operational_round_only() -> None:
    standing = ("D1 german-2a", "D2 russian-1s")
    first = table("russian-allocation", *standing, weather="snow")
    assert attack(first, "D1", "russian-1s").dice == 2
    assert attack(first, "D1", "russian-1s", fighting=2).dice == 1
    later = table("deep-allocation", *standing, weather="snow")
    assert attack(later, "D1", "russian-1s").dice == 1


def test_shock_army_defends_with_two_dice_in_the_first_operational_round_only() -> None:
    standing = ("D1 german-2a", "D2 russian-1s")
    first = table("german-allocation", *standing, weather="snow")
    assert defence(first, "D2", "german-2a").dice == 2
    assert defence(first, "D2", "german-2a", fighting=2).dice == 1
    later = table("blitz-allocation", *standing, weather="hard-frost")
    assert defence(later, "D2", "german-2a").dice == 1


def test_disrupted_units_have_no_dice_in_attack_or_defence() -> None:
    state = table("german-allocation", *OPENING, disrupted=("german-9a", "russian-tanks"))
    assert attack(state, "A2", "german-4pz", "german-9a").dice == 2
    assert defence(state, "D2", "german-2pz").dice == 0


# Hit numbers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("weather", "number"), [("good", 4), ("hard-frost", 4), ("mud", 5), ("snow", 5)])
def test_germans_hit_on_fewer_numbers_in_mud_and_snow(weather: str, number: int) -> None:
    state = table("german-allocation", *OPENING, weather=weather)
    assert attack(state, "D2", "german-2pz").groups == ((number, 2),)


@pytest.mark.parametrize("weather", ["good", "mud", "hard-frost", "snow"])
def test_russians_hit_from_four_in_any_weather(weather: str) -> None:
    state = table("german-allocation", *OPENING, weather=weather)
    assert defence(state, "D2", "german-2pz").groups == ((4, 1),)


@pytest.mark.parametrize(("where", "number"), [("B1", 4), ("D1", 4), ("A1", 5)])
def test_germans_who_defend_city_or_town_hit_from_four_in_snow(where: str, number: int) -> None:
    beside = {"B1": "B2", "D1": "D2", "A1": "B2"}[where]
    state = table("russian-allocation", f"{where} german-2pz", f"{beside} russian-rzhev", weather="snow")
    assert defence(state, where, "russian-rzhev").groups == ((number, 2),)


def test_germans_who_attack_out_of_a_city_hit_from_five_in_snow() -> None:
    state = table("german-allocation", "B1 german-3pz", "B2 russian-western", weather="snow")
    assert attack(state, "B2", "german-3pz").groups == ((5, 2),)


# Supply --------------------------------------------------------------------------------------------


def test_dice_out_of_supply_are_halved_down_in_attack_and_hit_one_less() -> None:
    state = table("german-allocation", *OPENING)
    bryansk = ("german-3pz", "german-4a", "german-2a")
    assert attack(state, "C1", *bryansk, cut_off=("B1", "D1")).groups == ((5, 2),)
    assert attack(state, "C1", *bryansk, cut_off=("D1",)).groups == ((4, 4),)


def test_dice_out_of_supply_are_halved_up_in_defence_and_hit_one_less() -> None:
    state = table("russian-allocation", "D1 german-2pz", "D1 german-2a", "D2 russian-tanks")
    assert defence(state, "D1", "russian-tanks", cut_off=("D1",)).groups == ((5, 2),)


def test_germans_out_of_supply_in_snow_hit_on_a_six() -> None:
    state = table("german-allocation", "A1 german-4pz", "A2 russian-rzhev", weather="snow")
    assert attack(state, "A2", "german-4pz", cut_off=("A1",)).groups == ((6, 1),)


def test_bonus_of_a_unit_out_of_supply_is_whole_and_hits_one_less() -> None:
    state = table("german-allocation", *OPENING)
    assert defence(state, "A2", "german-4pz", cut_off=("A2",)).groups == ((5, 2),)


# Ground --------------------------------------------------------------------------------------------


def test_panzers_attack_into_a_forest_with_one_die() -> None:
    state = table("german-allocation", "C1 german-2pz", "C1 german-2a", "C2 russian-16")
    assert attack(state, "C2", "german-2pz").dice == 1
    assert attack(state, "C2", "german-2pz", "german-2a").dice == 2


def test_panzers_attack_into_a_forest_up_the_road_with_all_dice() -> None:
    state = table("german-allocation", "B2 german-2pz", "C2 german-3pz", "B3 russian-16")
    assert attack(state, "B3", "german-2pz").dice == 2
    assert attack(state, "B3", "german-3pz").dice == 1


def test_panzers_attack_into_a_forest_down_the_road_with_one_die() -> None:
    state = table("german-allocation", "B4 german-3pz", "B3 russian-tanks", flying=["german-2fk"])
    assert attack(state, "B3", "german-3pz").dice == 1
    assert attack(state, "B3", "german-3pz", air=("german-2fk",)).dice == 2


def test_fourth_army_attacks_into_a_forest_with_two_dice() -> None:
    state = table("german-allocation", "C1 german-4a", "C2 russian-16")
    assert attack(state, "C2", "german-4a").dice == 2


@pytest.mark.parametrize(
    ("unit", "dice"), [("russian-16", 2), ("russian-rzhev", 2), ("russian-western", 2), ("russian-tanks", 1)]
)
def test_forest_gives_a_die_to_infantry_of_any_kind_and_to_nobody_else(unit: str, dice: int) -> None:
    state = table("german-allocation", "C1 german-2a", f"C2 {unit}")
    assert defence(state, "C2", "german-2a").dice == dice


def test_disrupted_unit_still_has_its_bonus() -> None:
    state = table("german-allocation", "C1 german-2a", "C2 russian-16", disrupted=("russian-16",))
    assert defence(state, "C2", "german-2a").groups == ((4, 1),)


def test_river_gives_one_die_a_side_up_to_one_a_unit() -> None:
    one = table("german-allocation", *OPENING)
    assert defence(one, "C1", "german-3pz", "german-2a").dice == 2
    two = table("german-allocation", *OPENING, "C1 russian-16")
    assert defence(two, "C1", "german-3pz").dice == 3
    assert defence(two, "C1", "german-3pz", "german-2a").dice == 4


def test_rivers_are_frozen_in_snow() -> None:
    state = table("german-allocation", *OPENING, weather="snow")
    assert defence(state, "A2", "german-4pz").dice == 1


def test_river_counts_only_where_somebody_fires_across() -> None:
    state = table("german-allocation", *OPENING, "C1 russian-16", disrupted=("german-2a",))
    assert defence(state, "C1", "german-3pz", "german-2a").dice == 3


def test_defence_line_serves_russians_and_not_germans() -> None:
    state = table("german-allocation", "B2 german-2pz", "B3 russian-tanks", weather="snow")
    assert defence(state, "B3", "german-2pz").dice == 2
    state = table("russian-allocation", "B3 german-2pz", "B4 russian-tanks", weather="snow")
    assert defence(state, "B3", "russian-tanks").dice == 2


def test_no_unit_has_two_bonuses() -> None:
    state = table("german-allocation", "B2 german-2pz", "B3 russian-16")
    assert defence(state, "B3", "german-2pz").dice == 2  # Forest and defence line.


def test_tank_takes_the_bonus_of_a_side_that_infantry_in_the_forest_does_not_need() -> None:
    state = table("german-allocation", "B2 german-2pz", "B3 russian-16", "B3 russian-tanks")
    assert defence(state, "B3", "german-2pz").dice == 4


# Moscow and Tula ------------------------------------------------------------------------------------


def test_moscow_fires_and_helps_two_infantry_units() -> None:
    state = table("german-allocation", "C3 german-2pz", "B4 russian-16", weather="snow")
    assert defence(state, "B4", "german-2pz").dice == 3
    more = ("B4 russian-16", "B4 russian-50", "B4 russian-western", "B4 russian-tanks")
    state = table("german-allocation", "C3 german-2pz", *more, weather="snow")
    assert defence(state, "B4", "german-2pz").dice == 4 + 1 + 2


def test_moscow_fires_with_disrupted_defenders() -> None:
    state = table("german-allocation", "C3 german-2pz", "B4 russian-tanks", disrupted=("russian-tanks",))
    assert defence(state, "B4", "german-2pz", cut_off=("C3",)).groups[0] == (4, 2)  # Moscow and the Oka.


def test_moscow_is_no_more_than_a_city_to_germans() -> None:
    state = table("russian-allocation", "C3 russian-16", "B4 german-4a", weather="snow")
    assert defence(state, "B4", "russian-16").groups == ((4, 2),)


def test_tula_fires_until_germans_have_been_in_it() -> None:
    state = table("german-allocation", "C2 german-2a", "C3 russian-50", weather="snow")
    assert defence(state, "C3", "german-2a").dice == 2
    taken = table("russian-allocation", "C3 german-2a", "D3 russian-50", weather="snow")
    assert defence(taken, "C3", "russian-50").dice == 1


# Support from the air --------------------------------------------------------------------------------


def test_german_air_unit_adds_two_dice_and_one_in_the_blitzkrieg() -> None:
    state = table("german-allocation", *OPENING)
    assert attack(state, "D2", "german-2pz", air=("german-2fk",)).dice == 4
    state = table("blitz-allocation", *OPENING)
    assert attack(state, "D2", "german-2pz", air=("german-2fk",)).dice == 3


@pytest.mark.parametrize(("weather", "dice"), [("good", 4), ("mud", 3), ("hard-frost", 4), ("snow", 3)])
def test_weather_affects_german_air_units(weather: str, dice: int) -> None:
    state = table("german-allocation", *OPENING, weather=weather)
    assert attack(state, "D2", "german-2pz", air=("german-2fk",)).dice == dice


def test_option_leaves_german_air_units_their_dice_in_mud() -> None:
    kernel = rules(("air-in-bad-weather", "hits"))
    state = table("german-allocation", *OPENING, weather="mud", kernel=kernel)
    pool = attack(state, "D2", "german-2pz", air=("german-2fk",), kernel=kernel)
    assert pool.groups == ((5, 4),)


def test_air_dice_never_more_than_double_the_ground_dice() -> None:
    state = table("german-allocation", *OPENING)
    both = ("german-2fk", "german-8fk")
    assert attack(state, "D2", "german-2pz", air=both).dice == 4
    assert attack(state, "D2", "german-2pz", "german-2a", air=both).dice == 6
    assert attack(state, "D2", "german-2a", air=both).dice == 2


def test_air_units_support_only_attackers_in_supply() -> None:
    state = table("german-allocation", *OPENING)
    assert attack(state, "D2", "german-2pz", air=("german-2fk",), cut_off=("D1",)).groups == ((5, 1),)


def test_german_air_unit_has_one_die_over_a_forest_off_the_road() -> None:
    state = table("german-allocation", "C1 german-4a", "C2 russian-16")
    assert attack(state, "C2", "german-4a", air=("german-2fk",)).dice == 3
    state = table("german-allocation", "B2 german-4a", "B3 russian-16")
    assert attack(state, "B3", "german-4a", air=("german-2fk",)).dice == 4


def test_one_attacker_up_the_road_is_enough_for_the_air_units() -> None:
    state = table("german-allocation", "B2 german-2a", "A2 german-4a", "B3 russian-16")
    assert attack(state, "B3", "german-2a", "german-4a", air=("german-2fk",)).dice == 5


def test_russian_air_unit_adds_one_die_and_none_in_the_deep_battle() -> None:
    standing = ("D1 german-2a", "D2 russian-1s")
    state = table("russian-allocation", *standing, weather="snow")
    assert attack(state, "D1", "russian-1s", air=("russian-vvs",)).dice == 3
    state = table("deep-allocation", *standing, weather="snow")
    assert attack(state, "D1", "russian-1s", air=("russian-vvs",)).dice == 1


# Each entry by itself --------------------------------------------------------------------------------


def with_ground(*wanted: str) -> RulesEngine:
    """Return the rules engine with only these terrain limits."""
    fire = game().rules.fire
    assert fire is not None
    ground = tuple(limit for limit in fire.dice_limits if limit.id in wanted)
    changed = replace(game(), rules=replace(game().rules, fire=replace(fire, dice_limits=ground)))
    return RulesEngine(changed, SCENARIO)


@pytest.mark.parametrize(("limit", "dice"), [("forest", 3), ("forest-air", 3), ("none", 4)])
def test_limits_of_ground_and_air_units_are_apart(limit: str, dice: int) -> None:
    kernel = with_ground(limit)
    state = table("german-allocation", "C1 german-2pz", "C2 russian-16", kernel=kernel)
    pool = attack(state, "C2", "german-2pz", air=("german-2fk",), kernel=kernel)
    own = {shot.unit: shot.dice for shot in pool.sources if shot.unit >= 0}
    air = 2 if limit != "forest-air" else 1
    assert own == {number("german-2pz"): 1 if limit == "forest" else 2, number("german-2fk"): air}
    assert pool.dice == (2 if limit == "forest" else dice)
