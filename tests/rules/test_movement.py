"""3.1 and 3.2: zones of control, movement by foot and by rail."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hexwright.model.ids import HexId, UnitId
from hexwright.rules.engine.compiled_criteria import TimeContext
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.movement.movement_ways import MovementWay
from tests.rules.positions import LONG, ends, game, hexes, owner, place, play, position, rules, texts

FIGURE_3 = ("0606 soviet-5", "0307 german-xli", "0407 german-lvii")


def test_zoc_is_the_six_hexes_around_a_unit() -> None:
    state = position("soviet-movement", "0606 german-xxiv")
    kernel = rules()
    zone = kernel.setting.ezoc_hexes(state, side=1)
    assert hexes(kernel, zone) == {"0605", "0607", "0506", "0507", "0706", "0707"}


def test_zoc_reaches_into_hexes_that_enemies_occupy() -> None:
    state = position("soviet-movement", "0606 german-xxiv", "0607 soviet-16")
    assert "0607" in hexes(rules(), rules().setting.ezoc_hexes(state, side=1))


# 3.2 Figure 3 -------------------------------------------------------------------------------------


def test_figure_3_path_a_four_clear_hexes_reach_1006() -> None:
    state = position("soviet-movement", *FIGURE_3)
    assert rules().setting.board.grid.distance(HexId("0606"), HexId("1006")) == 4
    assert "1006" in ends(state, "soviet-5")
    assert "1106" not in ends(state, "soviet-5")


def test_figure_3_path_b_ends_in_the_forest_that_is_its_third_hex() -> None:
    state = position("soviet-movement", *FIGURE_3)
    assert "0704" in ends(state, "soviet-5")
    assert rules().setting.board.grid.distance(HexId("0606"), HexId("0704")) == 3


def test_figure_3_path_c_stops_in_the_ezoc_of_its_first_hex() -> None:
    state = position("soviet-movement", *FIGURE_3)
    assert "0507" in ends(state, "soviet-5")
    assert "0408" not in ends(state, "soviet-5")  # beyond 0507 and 0508, both in EZOC


def test_figure_3_path_d_stops_in_the_ezoc_of_its_second_hex() -> None:
    assert {"0508", "0406"} <= ends(position("soviet-movement", *FIGURE_3), "soviet-5")


def test_figure_3_path_e_ends_in_the_ezoc_of_its_fourth_hex() -> None:
    assert "0306" in ends(position("soviet-movement", *FIGURE_3), "soviet-5")


def test_figure_3_path_f_to_the_forest_four_hexes_away_is_too_far() -> None:
    state = position("soviet-movement", *FIGURE_3)
    assert rules().setting.board.grid.distance(HexId("0606"), HexId("0409")) == 4
    assert "0409" not in ends(state, "soviet-5")


# 3.2 ------------------------------------------------------------------------------------------------


def test_unit_stops_on_entering_ezoc() -> None:
    free = position("soviet-movement", "0707 soviet-16")
    held = position("soviet-movement", "0707 soviet-16", "0506 german-xx", "0508 german-xii")
    assert "0505" in ends(free, "soviet-16")
    assert "0607" in ends(held, "soviet-16")
    assert "0406" not in ends(held, "soviet-16")


def test_unit_may_leave_an_ezoc_and_step_into_another() -> None:
    state = position("soviet-movement", "0606 soviet-16", "0506 german-xx")
    reach = ends(state, "soviet-16")
    assert {"0605", "0507"} <= reach  # hexes of the same EZOC
    assert "0710" in reach  # four hexes away, out of it


def test_unit_in_ezoc_goes_no_further_than_the_next_ezoc_hex() -> None:
    state = position(
        "soviet-movement", "0606 soviet-16", "0507 german-xx", "0605 german-xii", "0706 german-v"
    )
    assert ends(state, "soviet-16") == {"0506", "0607", "0707"}


def test_unit_never_enters_a_hex_with_an_enemy() -> None:
    state = position("soviet-movement", "0606 soviet-16", "0607 german-xx")
    assert "0607" not in ends(state, "soviet-16")


def test_unit_passes_friends() -> None:
    ring = ("0605", "0607", "0506", "0507", "0706", "0707")
    armies = ("3", "5", "10", "13", "19", "20")
    around = [f"{h} soviet-{a}" for h, a in zip(ring, armies, strict=True)]
    state = position("soviet-movement", "0606 soviet-16", *around)
    reach = ends(state, "soviet-16")
    assert {"0604", "0608", "0505"} & reach == {"0604", "0608", "0505"}


def test_unit_goes_on_with_what_a_leg_has_left() -> None:
    state = play(position("soviet-movement", "0606 soviet-16"), "move soviet-16 0607", "move soviet-16 0608")
    board = rules().setting.board
    number = board.index[HexId("0608")]
    beyond = hexes(rules(), board.ring(number, 3))
    assert ends(state, "soviet-16") & beyond == set()
    assert ends(state, "soviet-16") >= {"0609", "0610"}
    assert texts(play(state, "move soviet-16 0609", "move soviet-16 0610")) == ["end"]
    assert rules().movers(state) == []


def test_unit_that_an_ezoc_has_stopped_goes_no_further() -> None:
    assert texts(play(position("soviet-movement", *FIGURE_3), "move soviet-5 0507")) == ["end"]


def test_no_unit_has_to_move() -> None:
    assert "end" in texts(position("soviet-movement", "0606 soviet-16"))


def test_rivers_cost_nothing_to_cross() -> None:
    state = position("soviet-movement", "0805 soviet-16")
    assert "0806" in ends(state, "soviet-16")  # forest for 2, and the Ugra between


def test_only_panzers_move_in_the_panzer_movement_phase() -> None:
    state = position("panzer-movement", "0606 german-xxiv", "0608 german-xx")
    assert {line.split()[1] for line in texts(state) if line != "end"} == {"german-xxiv"}


def test_all_germans_move_in_the_german_movement_phase() -> None:
    state = position("german-movement", "0606 german-xxiv", "0608 german-xx")
    assert {line.split()[1] for line in texts(state) if line != "end"} == {"german-xxiv", "german-xx"}


def test_panzer_that_moved_before_combat_moves_again_after_it() -> None:
    state = position("panzer-movement", "0606 german-xxiv", "1401 soviet-16")
    state = play(state, "move german-xxiv 0607", "end", "end")
    assert rules().phase(state) == "german-movement"
    assert "0608" in ends(state, "german-xxiv")


CLASSES = {"panzer": "german-xxiv", "infantry": "german-xx", "tank": "soviet-tu"}
ALLOWANCES = {
    ("panzer", "clear"): 6,
    ("panzer", "mud"): 1,
    ("panzer", "snow"): 4,
    ("infantry", "clear"): 4,
    ("infantry", "mud"): 1,
    ("infantry", "snow"): 3,
    ("tank", "clear"): 4,
    ("tank", "mud"): 1,
    ("tank", "snow"): 4,  # never in play: the tank unit comes on turn 13
}


def marching(kernel: RulesEngine, unit: str, weather: str) -> MovementWay:
    """Return the movement mode of a unit on foot in some weather."""
    setting = kernel.setting
    moment = TimeContext(f"{unit.partition('-')[0]}-movement", weather, 1)
    (way,) = setting.ways(moment, setting.unit_numbers[UnitId(unit)], 1, supply="in")
    return way


@pytest.mark.parametrize(("kind", "weather"), ALLOWANCES)
def test_every_hex_has_its_cost_for_every_class_in_every_weather(kind: str, weather: str) -> None:
    setting = rules(LONG).setting
    way = marching(rules(LONG), CLASSES[kind], weather)
    assert way.allowance == ALLOWANCES[kind, weather]
    forests = next(t.hexes for t in game().hexmap.terrain if t.id == "forest")
    _, costs, _ = way.fares[0]
    for hex_id, number in setting.board.index.items():
        (cost,) = (cost for cost, hexes in costs if hexes >> number & 1)
        assert cost == (2 if hex_id in forests and weather != "mud" else 1)


@pytest.mark.parametrize(("unit", "ma"), [("german-xxiv", 6), ("german-xx", 4), ("soviet-16", 4)])
def test_every_hex_costs_one_and_a_forest_two(unit: str, ma: int) -> None:
    """From each hex, the hexes reached are those that the cheapest path allows; found by relaxation."""
    phase = "german-movement" if unit.startswith("german") else "soviet-movement"
    owners = {str(p.hex): unit.partition("-")[0] for p in game().hexmap.places}
    kernel = rules()
    grid, forest = kernel.setting.board.grid, kernel.setting.board.terrain["forest"]
    costs = {h: 2 if forest >> kernel.setting.board.index[h] & 1 else 1 for h in grid}
    for start in list(grid)[ma % 3 :: 3]:
        spent = {start: 0}
        for _ in range(ma):
            for hex_id, cost in list(spent.items()):
                for other in grid.neighbours(hex_id).values():
                    total = cost + costs[other]
                    if total <= ma and total < spent.get(other, 99):
                        spent[other] = total
        state = position(phase, f"{start} {unit}", owners=owners)
        assert ends(state, unit) == set(spent) - {start}


# 3.2 Rail -----------------------------------------------------------------------------------------


def test_rail_moves_four_hexes_along_the_line() -> None:
    state = position("rail-movement", "1107 soviet-16")
    reach = ends(state, "soviet-16")
    assert {"1106", "1105", "1104", "1103", "1108", "1008", "0909", "0809"} == reach


def test_rail_starts_on_a_railway() -> None:
    state = position("rail-movement", "1207 soviet-16")
    assert texts(state) == ["end"]


def test_a_unit_just_placed_on_a_railway_moves_by_rail_at_once() -> None:
    placed = play(position("soviet-replacement", pool=("soviet-16",)), "new soviet-16 1405", "end")
    assert rules().phase(placed) == "rail-movement"
    assert ends(placed, "soviet-16")
    # Off the railway it may not.
    elsewhere = play(position("soviet-replacement", pool=("soviet-16",)), "new soviet-16 1407", "end")
    assert not ends(elsewhere, "soviet-16")


def test_rail_follows_links_not_just_railway_hexes() -> None:
    state = position("rail-movement", "0904 soviet-16", "1103 german-xx")
    assert rules().setting.board.grid.adjacent(HexId("0904"), HexId("0903"))
    # 0903 is next door and on a railway, but the line there leads by way of 1003, which is in EZOC.
    assert ends(state, "soviet-16") == {"0905", "0805", "0806", "0707"}


def test_rail_counts_a_forest_as_one_hex() -> None:
    state = position("rail-movement", "0803 soviet-16")
    assert "0504" in ends(state, "soviet-16")  # 0704 forest, 0603, 0504: three hexes


def test_rail_never_enters_ezoc() -> None:
    state = position("rail-movement", "1107 soviet-16", "1005 german-xx")
    assert "1105" in hexes(rules(), rules().setting.ezoc_hexes(state, 1))
    assert ends(state, "soviet-16") == {"1108", "1008", "0909", "0809"}


def test_rail_never_enters_ezoc_even_where_a_friend_stands() -> None:
    state = position("rail-movement", "1107 soviet-16", "1005 german-xx", "1106 soviet-3", "1105 soviet-5")
    assert not ends(state, "soviet-16") & {"1104", "1103"}


def test_rail_may_leave_an_ezoc() -> None:
    state = position("rail-movement", "1107 soviet-16", "1007 german-xx")
    assert ends(state, "soviet-16") == {"1106", "1105", "1104", "1103"}


def test_rail_passes_friends() -> None:
    state = position("rail-movement", "1107 soviet-16", "1106 soviet-3")
    assert {"1106", "1105", "1104", "1103"} <= ends(state, "soviet-16")


def test_rail_changes_lines_where_railways_meet_and_turns_back() -> None:
    state = position("rail-movement", "0803 soviet-16")
    assert "0905" in ends(state, "soviet-16")  # 0903, then from 1003 back along another line: 0904 and 0905
    assert rules().setting.board.grid.distance(HexId("0803"), HexId("0905")) == 2


def test_unit_that_moved_by_rail_moves_again_after_combat() -> None:
    state = position("rail-movement", "1107 soviet-16", "0101 german-xx")
    state = play(state, "move soviet-16 1105", "end", "end")
    assert rules().phase(state) == "soviet-movement"
    assert "1205" in ends(state, "soviet-16")


def test_germans_have_no_rail_movement() -> None:
    state = position("rail-movement", "0204 german-xx")
    assert texts(state) == ["end"]


# 3.5, 6, 8 Weather ----------------------------------------------------------------------------------


def test_mud_lets_every_unit_move_one_hex_of_any_kind() -> None:
    state = position("german-movement", "0707 german-xxiv", "0906 german-xx", turn=3)
    assert ends(state, "german-xxiv") == {"0706", "0708", "0606", "0607", "0806", "0807"}
    assert ends(state, "german-xx") == {"0905", "0907", "0805", "0806", "1005", "1006"}


def test_mud_does_not_hinder_rail_movement() -> None:
    clear, mud = (position("rail-movement", "1107 soviet-16", turn=turn) for turn in (1, 3))
    assert ends(mud, "soviet-16") == ends(clear, "soviet-16")


def test_option_lets_mud_take_one_hex_from_the_allowance() -> None:
    kernel = rules(LONG, ("mud-movement", "one-less"))
    state = position("german-movement", "0707 german-xxiv", turn=3, kernel=kernel)
    assert kernel.setting.board.grid.distance(HexId("0707"), HexId("1207")) == 5
    assert "1207" in ends(state, "german-xxiv", kernel)
    assert "1307" not in ends(state, "german-xxiv", kernel)
    # A forest still counts two.
    assert marching(kernel, "german-xxiv", "mud").allowance == 5


@pytest.mark.parametrize(("unit", "allowance"), [("german-xxiv", 4), ("german-xx", 3), ("soviet-16", 3)])
def test_snow_takes_one_hex_from_infantry_and_two_from_panzers(unit: str, allowance: int) -> None:
    snow, clear = (marching(rules(LONG), unit, weather) for weather in ("snow", "clear"))
    assert snow.allowance == allowance
    assert snow.fares[0][1] == clear.fares[0][1]


def test_snow_does_not_hinder_rail_movement() -> None:
    kernel = rules(LONG)
    clear, snow = (position("rail-movement", "1107 soviet-16", turn=t, kernel=kernel) for t in (1, 8))
    assert ends(snow, "soviet-16", kernel) == ends(clear, "soviet-16", kernel)


# 3.7 Ownership --------------------------------------------------------------------------------------


def test_unit_takes_a_city_by_passing_through_it() -> None:
    state = position("german-movement", "0602 german-xxiv")
    after = play(state, "move german-xxiv 0603", "move german-xxiv 0704")
    assert owner(after, "0603") == "german"
    assert place(after, "german-xxiv") == "0704"


def test_leg_takes_the_city_that_every_way_has_to_pass() -> None:
    after = play(position("german-movement", "0602 german-ix", "0802 soviet-20"), "move german-ix 0704")
    assert owner(after, "0603") == "german"


def test_unit_may_pass_around_a_city_without_taking_it() -> None:
    state = position("german-movement", "0602 german-xxiv")
    after = play(state, "move german-xxiv 0704")
    assert owner(after, "0603") == "soviet"


def test_unit_may_enter_a_city_and_return() -> None:
    after = play(
        position("german-movement", "0602 german-xxiv"), "move german-xxiv 0603", "move german-xxiv 0602"
    )
    assert owner(after, "0603") == "german"


def test_unit_takes_the_city_it_ends_in() -> None:
    after = play(position("german-movement", "0602 german-xxiv"), "move german-xxiv 0603")
    assert owner(after, "0603") == "german"


def test_city_in_ezoc_stops_the_unit_that_takes_it() -> None:
    state = position("german-movement", "0602 german-xxiv", "0704 soviet-16")
    assert ends(play(state, "move german-xxiv 0603"), "german-xxiv") == set()


def test_city_stays_with_its_owner_when_the_unit_leaves() -> None:
    state = position("german-movement", "0603 german-xx")
    after = play(state, "move german-xx 0504")
    assert owner(after, "0603") == "german"


def test_rail_links_join_adjacent_hexes() -> None:
    grid = rules().setting.board.grid
    for line in game().hexmap.lines[0].lines:
        assert all(grid.adjacent(a, b) for a, b in pairwise(line.path))
