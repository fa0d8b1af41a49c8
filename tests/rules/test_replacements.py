"""3.6 and 3.7: supply lines, replacements and the 1st Shock Army."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwright.model.ids import UnitId
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from hexwright.rules.supply.supply_range import hexes_in_communication
from tests.rules.figure_7 import FIGURE_7
from tests.rules.positions import LONG, game, hexes, owner, place, play, position, rules, step, texts


def linked(state: State, side: int = 1) -> set[str]:
    return hexes(rules(), hexes_in_communication(rules().setting, state, side))


def new(state: State, unit: str, kernel: RulesEngine | None = None) -> set[str]:
    """Return the hexes where a unit may appear."""
    lines = [line.split() for line in texts(state, kernel)]
    return {words[2] for words in lines if words[:2] == ["new", unit]}


# Communication ------------------------------------------------------------------------------------


def test_figure_7_sixteenth_army_in_tula_is_not_in_communication() -> None:
    assert "1107" not in linked(position("soviet-replacement", *FIGURE_7))


def test_figure_7_forty_ninth_army_is_in_communication() -> None:
    state = position("soviet-replacement", *FIGURE_7)
    assert "1303" in linked(state)
    assert "restore soviet-49" in texts(state)
    assert "restore soviet-16" not in texts(state)


def test_communication_does_not_count_the_hex_it_starts_from() -> None:
    state = position("soviet-replacement", "1306 soviet-16/2", "1206 german-xxiv")
    assert "1306" in hexes(rules(), rules().setting.ezoc_hexes(state, 1))
    assert "1306" in linked(state)


def test_communication_does_not_pass_ezoc_where_a_friend_stands() -> None:
    state = position("soviet-replacement", *FIGURE_7, "1106 soviet-3", "1206 soviet-5", "1207 soviet-10")
    assert "1107" not in linked(state)


def test_communication_has_any_length() -> None:
    assert linked(position("soviet-replacement", "0101 soviet-16/2")) >= {"0101", "0110", "1401"}


def test_unit_on_its_edge_is_in_communication() -> None:
    state = position("soviet-replacement", "1405 soviet-16/2", "1404 german-xxiv", "1406 german-xli")
    assert "1405" in linked(state)


def test_german_communication_leads_to_the_west_edge() -> None:
    wall = [
        "0201 soviet-3",
        "0203 soviet-5",
        "0205 soviet-10",
        "0207 soviet-13",
        "0209 soviet-16",
    ]
    state = position("german-replacement", "0505 german-xx/2", *wall, turn=2)
    assert "0505" not in linked(state, side=0)
    assert "0505" in linked(position("german-replacement", "0505 german-xx/2", turn=2), side=0)


# Restoring ----------------------------------------------------------------------------------------


def test_replacement_turns_a_unit_at_half_strength_over() -> None:
    state = position("soviet-replacement", "1303 soviet-49/2")
    assert step(play(state, "restore soviet-49"), "soviet-49") == 1


def test_unit_at_full_strength_takes_no_replacement() -> None:
    assert texts(position("soviet-replacement", "1303 soviet-49")) == ["end"]


def test_unit_in_moscow_is_restored_without_communication() -> None:
    cut = ("1103 soviet-16/2", "1203 german-xxiv", "1102 german-xli", "1003 german-lvii", "1005 german-xlvi")
    state = position("soviet-replacement", *cut)
    assert "1103" not in linked(state)
    assert "restore soviet-16" in texts(state)


def test_moscow_is_no_exception_for_germans() -> None:
    wall = [
        f"{h} soviet-{a}"
        for h, a in zip(
            ("1003", "1102", "1104", "1202", "1203", "1002"), ("3", "5", "10", "13", "19", "20"), strict=True
        )
    ]
    state = position("german-replacement", "1103 german-xxiv/2", *wall, turn=2)
    assert texts(state) == ["end"]


# New units ----------------------------------------------------------------------------------------


def test_new_soviet_unit_appears_on_the_east_edge_at_half_strength() -> None:
    state = position("soviet-replacement", pool=("soviet-5",))
    assert {f"14{row:02}" for row in range(1, 11)} <= new(state, "soviet-5")
    after = play(state, "new soviet-5 1407")
    assert (place(after, "soviet-5"), step(after, "soviet-5")) == ("1407", 2)


def test_new_unit_needs_an_empty_hex() -> None:
    state = position("soviet-replacement", "1407 soviet-3", "1408 german-xx", pool=("soviet-5",))
    assert not {"1407", "1408"} & new(state, "soviet-5")


def test_edge_hex_in_ezoc_takes_a_new_unit() -> None:
    state = position("soviet-replacement", "1408 german-xx", pool=("soviet-5",))
    assert {"1407", "1409"} <= new(state, "soviet-5")


def test_city_in_ezoc_takes_a_new_unit() -> None:
    state = position("soviet-replacement", "0602 german-xx", pool=("soviet-5",))
    assert "0603" in new(state, "soviet-5")


def test_new_unit_appears_in_an_own_city_in_communication() -> None:
    state = position("soviet-replacement", pool=("soviet-5",))
    assert {"1107", "0603", "1103"} <= new(state, "soviet-5")
    assert not {"0204", "0307"} & new(state, "soviet-5")  # German at the start
    assert "1106" not in new(state, "soviet-5")  # no city


def test_new_unit_does_not_appear_in_a_city_out_of_communication() -> None:
    around = [entry for entry in FIGURE_7 if not entry.startswith("1107")]
    state = position("soviet-replacement", *around, pool=("soviet-5",))
    assert "1107" not in new(state, "soviet-5")


def test_new_unit_appears_in_moscow_without_communication() -> None:
    cut = ("1203 german-xxiv", "1102 german-xli", "1003 german-lvii", "1005 german-xlvi")
    state = position("soviet-replacement", *cut, pool=("soviet-5",))
    assert "1103" not in linked(state)
    assert "1103" in new(state, "soviet-5")


def test_new_unit_does_not_appear_in_a_moscow_that_the_enemy_owns() -> None:
    state = position("soviet-replacement", pool=("soviet-5",), owners={"1103": "german"})
    assert "1103" not in new(state, "soviet-5")


def test_city_takes_one_new_unit() -> None:
    state = position("soviet-replacement", pool=("soviet-5", "soviet-10"))
    assert "1107" not in new(play(state, "new soviet-5 1107"), "soviet-10")


def test_new_german_unit_appears_on_the_west_edge_or_in_a_german_city() -> None:
    state = position("german-replacement", pool=("german-xx",), turn=2)
    assert new(state, "german-xx") == {f"01{row:02}" for row in range(1, 11)} | {"0204", "0307"}


def test_captured_city_takes_new_units_of_its_owner() -> None:
    state = position("german-replacement", pool=("german-xx",), turn=2, owners={"0603": "german"})
    assert "0603" in new(state, "german-xx")


# Points -------------------------------------------------------------------------------------------


def test_no_unit_takes_two_replacements_in_one_phase() -> None:
    state = play(position("soviet-replacement", pool=("soviet-5",)), "new soviet-5 1407")
    assert texts(state) == ["end"]


def test_soviets_have_five_replacements() -> None:
    pool = ("soviet-5", "soviet-10", "soviet-3", "soviet-13", "soviet-16", "soviet-19")
    state = position("soviet-replacement", pool=pool)
    for row, unit in enumerate(pool[:5], start=1):
        state = play(state, f"new {unit} 14{row:02}")
    assert texts(state) == ["end"]


def test_germans_have_one_replacement() -> None:
    state = position("german-replacement", "0101 german-xx/2", "0103 german-v/2", turn=2)
    assert texts(play(state, "restore german-xx")) == ["end"]


def test_unused_replacements_are_lost() -> None:
    state = position("soviet-replacement", "1303 soviet-49/2", "0101 german-xx")
    state = play(state, *["end"] * 8)
    assert (rules().phase(state), state.turn, sum(state.replacements_left)) == ("soviet-replacement", 2, 5)


@pytest.mark.parametrize(("choice", "points"), [("5", 5), ("4", 4), ("3", 3)])
def test_handicap_lowers_soviet_replacements(choice: str, points: int) -> None:
    kernel = rules("operation-typhoon", ("soviet-replacements", choice))
    assert sum(position("soviet-replacement", kernel=kernel, turn=2).replacements_left) == points


@pytest.mark.parametrize(("turn", "points"), [(2, 1), (3, 0), (4, 1), (5, 0), (6, 1), (7, 0)])
def test_handicap_gives_germans_replacements_on_even_turns(turn: int, points: int) -> None:
    kernel = rules("operation-typhoon", ("german-replacements", "even-turns"))
    assert sum(position("german-replacement", kernel=kernel, turn=turn).replacements_left) == points


@pytest.mark.parametrize(("turn", "points"), [(1, 5), (7, 5), (8, 2), (14, 2)])
def test_soviets_have_two_replacements_from_turn_eight(turn: int, points: int) -> None:
    assert (
        sum(position("soviet-replacement", "0101 german-xx", kernel=rules(LONG), turn=turn).replacements_left)
        == points
    )


# 3.6 1st Shock Army -------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "there"), [(3, False), (4, True), (7, True)])
def test_first_shock_army_is_a_replacement_from_turn_four(turn: int, there: bool) -> None:
    state = position("soviet-replacement", turn=turn)
    assert ("1407" in new(state, "soviet-1s")) == there


def test_first_shock_army_on_the_map_stays_there_when_its_turn_comes() -> None:
    assert place(position("soviet-replacement", "1407 soviet-1s", turn=4), "soviet-1s") == "1407"


def test_first_shock_army_comes_at_half_strength() -> None:
    state = play(position("soviet-replacement", turn=4), "new soviet-1s 1407")
    assert step(state, "soviet-1s") == 2


def test_new_unit_does_not_change_who_owns_its_city() -> None:
    state = play(position("soviet-replacement", pool=("soviet-5",)), "new soviet-5 1107")
    assert owner(state, "1107") == "soviet"


# Conversions (7) -----------------------------------------------------------------------------------


def converting(**changed: Any) -> RulesEngine:
    """Return the rules engine of the long scenario with another Soviet conversion."""
    axis, soviets = game().rules.replacements
    [made] = soviets.conversions
    other = replace(soviets, conversions=(replace(made, **changed),))
    return RulesEngine(replace(game(), rules=replace(game().rules, replacements=(axis, other))), LONG)


def test_unit_made_of_another_costs_what_its_rule_says() -> None:
    kernel = converting(cost=2)
    state = position("soviet-replacement", "1303 soviet-16", "0101 german-xx", kernel=kernel, turn=13)
    assert play(state, "designate soviet-16", kernel=kernel).replacements_left == (0,)
    poor = replace(state, replacements_left=(1,))
    assert "designate soviet-16" not in texts(poor, kernel)


def test_unit_of_fewer_steps_shows_its_last_when_it_is_made_of_a_reduced_one() -> None:
    units = tuple(replace(u, steps=u.steps[:1]) if u.id == "soviet-tu" else u for u in game().counters.units)
    kernel = RulesEngine(replace(game(), counters=replace(game().counters, units=units)), LONG)
    state = position("soviet-replacement", "1303 soviet-16/2", "0101 german-xx", kernel=kernel, turn=13)
    after = play(state, "designate soviet-16", kernel=kernel)
    assert (place(after, "soviet-tu", kernel), step(after, "soviet-tu", kernel)) == ("1303", 1)


def test_unit_that_costs_nothing_is_made_when_no_replacement_is_left() -> None:
    kernel = converting(cost=0)
    state = position("soviet-replacement", "1303 soviet-16", "0101 german-xx", kernel=kernel, turn=13)
    assert "designate soviet-16" in texts(replace(state, replacements_left=(0,)), kernel)


def test_unit_is_made_of_the_classes_that_its_rule_names() -> None:
    kernel = converting(classes=("panzer",))
    state = position("soviet-replacement", "1303 soviet-16", "0101 german-xx", kernel=kernel, turn=13)
    assert "designate soviet-16" not in texts(state, kernel)
    with pytest.raises(IllegalAction):
        kernel.apply(replace(state, turn=12), Action("designate", UnitId("soviet-16")))
