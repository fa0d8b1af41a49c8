"""3.3 to 3.5: odds, modifiers and the combat results table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwright.geometry.bitsets import union
from hexwright.model.ids import UnitId
from hexwright.rules.combat.battle_odds import BattleOdds, compute_odds, lookup_result
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.rules.positions import LONG, game, position, rules

CRT = {
    1: "AL NE EX EX DR DR",
    2: "NE NE EX DR DRL DRL",
    3: "NE EX DR DR DRL DE",
    4: "EX EX DR DRL DRL DE",
    5: "EX DR DR DRL DE DE",
    6: "DR DR DRL DE DE DE",
}


def reckon(
    *standing: str, turn: int = 1, kernel: RulesEngine | None = None, phase: str = "german-combat"
) -> BattleOdds:
    """Return the odds of an attack on the first unit by all other given units."""
    kernel = kernel or rules()
    state = position(phase, *standing, turn=turn, kernel=kernel)
    names = [entry.split()[1].split("/")[0] for entry in standing]
    numbers = [kernel.setting.unit_numbers[UnitId(name)] for name in names]
    return compute_odds(kernel.setting, state, 1 << numbers[0], union(numbers[1:]))


def shifts(reckoning: BattleOdds) -> set[str]:
    return {one.modifier.id for one in reckoning.applied_modifiers if one.part == "columns"}


@pytest.mark.parametrize(
    ("roll", "column", "expected"),
    [(roll, n + 1, result) for roll, row in CRT.items() for n, result in enumerate(row.split())],
)
def test_combat_table_cell_by_cell(roll: int, column: int, expected: str) -> None:
    fought = reckon("0707 soviet-16/2", "0706 german-xxiv", "0606 german-xli")
    assert lookup_result(rules().setting, replace(fought, final_column=column, die=0), roll) == expected


def test_sixteen_to_four_is_four_to_one_and_fifteen_three_to_one() -> None:
    assert reckon("0707 soviet-16/2", "0706 german-xl", "0606 german-xxii").comparison == "4:1"  # 8 and 8
    assert reckon("0707 soviet-16/2", "0706 german-xlvii", "0606 german-xx").comparison == "3:1"  # 9 and 6


def test_figure_5_first_attack_is_one_to_one() -> None:
    reckoning = reckon("0805 soviet-16/2", "0706 german-xlvii", "0806 german-xx")
    assert (reckoning.attack, reckoning.defence, reckoning.comparison) == (15, 4, "3:1")
    assert shifts(reckoning) == {"river", "fortification"}
    assert reckoning.final_column == 1


def test_figure_5_second_attack_is_three_to_one() -> None:
    reckoning = reckon("0805 soviet-16/2", "0706 german-xlvii", "0806 german-xx", "0804 german-xxxiv/2")
    assert (reckoning.attack, reckoning.defence, reckoning.comparison) == (17, 4, "4:1")
    assert shifts(reckoning) == {"fortification"}
    assert reckoning.final_column == 3


def test_figure_5_in_mud_seventeen_becomes_eight() -> None:
    reckoning = reckon(
        "0805 soviet-16/2", "0706 german-xlvii", "0806 german-xx", "0804 german-xxxiv/2", turn=3
    )
    assert (reckoning.attack, reckoning.comparison) == (8, "2:1")
    assert reckoning.final_column == 1


def test_mud_halves_the_total_not_each_unit() -> None:
    assert reckon("0707 soviet-16/2", "0706 german-vii", "0606 german-viii", turn=3).attack == 7  # 14 / 2


def test_mud_does_not_halve_the_defender() -> None:
    assert reckon("0707 soviet-16", "0706 german-xxiv", turn=3).defence == 8


def test_snow_does_not_change_combat() -> None:
    assert reckon("0707 soviet-16", "0706 german-xxiv", turn=8, kernel=rules(LONG)).attack == 12


@pytest.mark.parametrize("turn", [3, 4])
def test_turns_three_and_four_are_mud_in_both_scenarios(turn: int) -> None:
    for scenario in ("operation-typhoon", LONG):
        assert rules(scenario).setting.fixed_weather[turn] == "mud"


def test_forest_lowers_the_odds() -> None:
    assert shifts(reckon("0806 soviet-16/2", "0707 german-xxiv")) == {"forest"}


def test_forest_of_the_attacker_does_not_count() -> None:
    assert shifts(reckon("0807 soviet-16/2", "0708 german-xxiv")) == set()


def test_moscow_lowers_the_odds_for_either_side() -> None:
    assert "moscow" in shifts(reckon("1103 soviet-16/2", "1202 german-xxiv"))
    assert "moscow" in shifts(reckon("1103 german-xxiv", "1202 soviet-16", phase="soviet-combat"))


def test_other_cities_do_not_lower_the_odds() -> None:
    assert shifts(reckon("0603 soviet-16/2", "0602 german-xxiv")) == set()


def test_fortification_helps_a_soviet_defender_only() -> None:
    assert shifts(reckon("0802 soviet-16/2", "0801 german-xxiv")) == {"fortification"}
    assert shifts(reckon("0802 german-xxiv", "0801 soviet-16/2", phase="soviet-combat")) == set()


def test_river_counts_only_when_all_attackers_are_across() -> None:
    assert "river" in shifts(reckon("0504 soviet-16/2", "0404 german-xxiv"))
    assert "river" not in shifts(reckon("0504 soviet-16/2", "0404 german-xxiv", "0505 german-xli"))


def test_shifts_add_up() -> None:
    reckoning = reckon("0604 soviet-16/2", "0504 german-xxiv", "0603 german-xli")
    assert shifts(reckoning) == {"forest", "river"}
    assert reckoning.comparison == "6:1"
    assert reckoning.final_column == 4


@pytest.mark.parametrize("hex_id", [str(h) for h in ("0806", "1103", "0802", "0606", "0505")])
def test_each_hex_gives_each_of_its_shifts_once(hex_id: str) -> None:
    board = rules().setting.board
    number = board.index[next(h for h in board.grid if h == hex_id)]
    expected = {
        name
        for name, hexes in (
            ("forest", board.terrain["forest"]),
            ("fortification", board.features["fortification"]),
            ("moscow", 1 << board.places["moscow"]),
        )
        if hexes >> number & 1
    }
    neighbour = next(
        n for n in board.grid.neighbours(board.ids[number]).values() if not _across(str(n), hex_id)
    )
    assert shifts(reckon(f"{hex_id} soviet-16/2", f"{neighbour} german-xxiv")) == expected


def _across(a: str, b: str) -> bool:
    board = rules().setting.board
    index = {str(h): n for h, n in board.index.items()}
    return bool(board.across["river"][index[a]] >> index[b] & 1)


def test_every_river_side_of_the_map_counts_and_no_other() -> None:
    board = rules().setting.board
    sides = {side for line in game().hexmap.hexsides[0].lines for side in line.hexsides}
    for hexside in board.grid.hexsides:
        assert _across(hexside.first, hexside.second) == (str(hexside) in sides)


def test_odds_above_six_to_one_are_six_to_one() -> None:
    reckoning = reckon("0707 soviet-16/2", "0706 german-xxiv", "0606 german-xli", "0607 german-lvii")
    assert reckoning.comparison == "9:1"
    assert reckoning.final_column == 6


def test_ruling_maximum_is_cut_after_terrain() -> None:
    attackers = ("0707 german-xxiv", "0805 german-xli", "0705 german-lvii")
    assert reckon("0806 soviet-16/2", *attackers).final_column == 6  # 36:4 = 9:1, forest 8:1


def test_option_cuts_the_maximum_before_terrain() -> None:
    kernel = rules("operation-typhoon", ("maximum-odds", "before-terrain"))
    attackers = ("0707 german-xxiv", "0805 german-xli", "0705 german-lvii")
    assert reckon("0806 soviet-16/2", *attackers, kernel=kernel).final_column == 5


def test_odds_below_one_to_one_are_one_level_below_the_table() -> None:
    assert reckon("0707 soviet-16", "0706 german-xx").final_column == 0
    assert reckon("0707 soviet-16", "0706 german-xxxiv/2").final_column == 0


def test_tank_unit_moves_the_odds_one_column_up_when_it_attacks() -> None:
    kernel = rules(LONG)
    attacked = reckon("0707 german-xl", "0706 soviet-tu", turn=13, kernel=kernel, phase="soviet-combat")
    assert attacked.comparison == "1:1"
    assert shifts(attacked) == {"tank-unit"}
    assert attacked.final_column == 2


def test_tank_unit_does_not_move_the_odds_when_it_defends() -> None:
    kernel = rules(LONG)
    assert shifts(reckon("0707 soviet-tu", "0706 german-xl", turn=13, kernel=kernel)) == set()


def test_tank_unit_cannot_pass_the_last_column() -> None:
    kernel = rules(LONG)
    standing = ("0707 german-xxxiv/2", "0706 soviet-tu", "0606 soviet-16", "0607 soviet-5")
    assert reckon(*standing, turn=13, kernel=kernel, phase="soviet-combat").final_column == 6


@pytest.mark.parametrize(
    ("choice", "with_tanks", "column"),
    [
        ("after-terrain", False, 6),
        ("after-terrain", True, 6),
        ("before-terrain", False, 5),
        ("before-terrain", True, 6),
    ],
)
def test_the_tank_unit_shifts_before_the_last_cut_and_after_the_first(
    choice: str, with_tanks: bool, column: int
) -> None:
    """Against a corps of two in a forest 16 are 8:1; the tank unit makes up for the forest alone."""
    kernel = rules(LONG, ("maximum-odds", choice))
    attacker = "soviet-tu" if with_tanks else "soviet-5"
    standing = ("0708 german-xxxiv/2", f"0707 {attacker}", "0709 soviet-16")
    fought = reckon(*standing, turn=13, kernel=kernel, phase="soviet-combat")
    assert fought.comparison == "8:1"
    assert shifts(fought) == {"forest"} | ({"tank-unit"} if with_tanks else set())
    assert fought.final_column == column


def test_reckoning_is_told_in_one_line() -> None:
    reckoning = reckon("0805 soviet-16/2", "0706 german-xlvii", "0806 german-xx")
    assert reckoning.text == "15:4 = 3:1, fortification 1L, river 1L, final 1:1"
