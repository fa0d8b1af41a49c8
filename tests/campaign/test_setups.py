"""Every start of The Moscow Campaign is legal by the rule text, judged here from the data alone."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from hexwright.model.ids import HexId
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.setup.setup_legality import (
    SetUpLine,
    check_setup,
    setup_order_violation,
    shipped_setup,
)
from tests.campaign.game import grid, loaded
from tests.campaign.setup_rules import CHART, faults, line, scenario, standing, west_of

UNITS = {"A": 70, "B": 76, "C": 76, "D": 69, "E": 75, "F": 71, 1: 108, 2: 90, 3: 140}
every = pytest.mark.parametrize("number", CHART)


def test_start_lines_are_one_hex_wide_and_part_the_map_from_north_to_south() -> None:
    rows = loaded().game.hexmap.grid.rows
    for name in ("september", "november", "december"):
        hexes = line(name)
        assert all(grid().adjacent(a, b) for a, b in pairwise(hexes))
        assert len(set(hexes)) == len(hexes)
        assert grid().position(hexes[0])[1] == 1
        assert grid().position(hexes[-1])[1] == rows
        assert not any(grid().position(h)[0] == loaded().game.hexmap.grid.columns for h in west_of(name))


@every
def test_scenarios_are_those_of_the_chart(number: int) -> None:
    first, last, name, soviet, german, options, replacements = CHART[number]
    one = scenario(number)
    assert (one.first_turn, one.last_turn, one.order) == (first, last, number)
    assert one.options.get("german-replacements", "off") == ("on" if replacements else "off")
    assert name.title() in one.title
    letters = one.title.rpartition("(")[2].removesuffix(")").split(", ")
    assert letters == [german, *(option for option in "UVWXYZ" if option in options)]
    assert ("with replacements" in one.title) == replacements
    units = Counter("EB" if "-eb-" in unit else unit.partition("-")[0] for unit in standing(number))
    assert units == {"german": UNITS[german], "soviet": UNITS[soviet], "EB": 15}


@pytest.mark.parametrize("number", [1, 4, 10, 15, 16, 21])
def test_a_start_is_legal_by_the_rule_text(number: int) -> None:
    assert faults(standing(number), CHART[number][2]) == []


def test_scenarios_that_differ_in_reinforcements_alone_share_one_placement() -> None:
    for number, (*_, name, soviet, german, _options, _replacements) in CHART.items():
        first = next(n for n, entry in CHART.items() if entry[2:5] == (name, soviet, german))
        assert scenario(number).setup.placement == scenario(first).setup.placement
        assert scenario(number).based_on == (None if number == first else f"scenario-{first:02}")


@every
def test_german_railway_troops_stand_on_railheads_and_railways(number: int) -> None:
    rails = {h for f in loaded().game.hexmap.lines for line_ in f.lines for h in line_.path}
    at = {unit: h for unit, h in standing(number).items() if "-eb-" in unit}
    assert set(at.values()) <= rails
    (heads,) = (
        f.hexes_of("all") for f in loaded().game.hexmap.features if f.id == f"railhead-{CHART[number][2]}"
    )
    assert sorted(h for unit, h in at.items() if unit.startswith("german")) == sorted(heads)


@every
def test_arrivals_come_once_and_never_more_than_eight_soviets_a_turn(number: int) -> None:
    one = scenario(number)
    coming = [
        (arrival.turn, arrival.side, unit)
        for arrival in loaded().game.oob.reinforcements
        if one.id in arrival.scenarios
        for unit in arrival.units
    ]
    assert len({unit for *_, unit in coming}) == len(coming)
    assert not {unit for *_, unit in coming} & set(standing(number))
    assert all(one.first_turn <= turn <= one.last_turn for turn, *_ in coming)
    soviets = Counter(turn for turn, side, _ in coming if side == "soviet")
    assert max(soviets.values()) <= 8


def test_germans_who_come_by_the_north_and_south_edges_come_west_of_the_start_line() -> None:
    """No unit appears in the Soviet rear: in scenario 1 the 9th Panzer once came at 6449."""
    rules = RulesEngine(loaded().game, "scenario-07")
    state = build_state(rules, ["3220 soviet-rd-133"], turn=4, phase="german-arrivals")
    came: dict[str, set[HexId]] = {}
    for action in rules.legal_actions(state):
        if action.kind == "new" and action.hex is not None:
            came.setdefault(str(action.unit), set()).add(action.hex)
    south = {f"{column:02}49" for column in range(1, 14)}
    north = {f"{column:02}01" for column in range(1, 7)}
    assert south | north <= west_of("september")
    assert {"1449", "0701"} <= set(line("september"))
    for unit in ("german-pz-9", "german-mot-25", "german-mot-16", "german-pz-13", "german-lah"):
        assert came[unit] == south
    for unit in ("german-pz-8", "german-pz-12", "german-mot-18", "german-mot-20"):
        assert came[unit] == north


@pytest.mark.parametrize(
    ("number", "unit"), [(16, "inf-81"), (18, "inf-83"), (22, "inf-208"), (24, "inf-211")]
)
def test_reinforcements_of_the_first_turn_come_on_it(number: int, unit: str) -> None:
    rules = RulesEngine(loaded().game, f"scenario-{number:02}")
    state = rules.set_up(1)
    assert state.turn == CHART[number][0]
    assert f"new german-{unit} 0120" in {action.text for action in rules.legal_actions(state)}


@every
def test_the_soviets_set_up_first(number: int) -> None:
    game, name = loaded().game, f"scenario-{number:02}"
    whole = shipped_setup(game, name)
    soviets = [entry for entry in whole if entry.unit.startswith("soviet")]
    german = next(entry for entry in whole if entry.unit.startswith("german"))
    early = setup_order_violation(game, name, [], german.unit)
    assert early is not None
    assert "set up first" in early.message
    assert setup_order_violation(game, name, soviets, german.unit) is None
    late = setup_order_violation(game, name, [*soviets, german], soviets[0].unit)
    assert late is not None
    assert "have finished their set-up" in late.message


def test_a_set_up_with_german_railway_troops_off_their_railhead_is_refused() -> None:
    game = loaded().game
    whole = shipped_setup(game, "scenario-01")
    beside = next(entry.hex for entry in whole if entry.unit == "german-inf-251")
    for unit in ("german-eb-1", "german-eb-2", "german-eb-3"):
        moved = [SetUpLine(one.unit, beside) if one.unit == unit else one for one in whole]
        assert {fault.code for fault in check_setup(game, "scenario-01", moved)} >= {"U015"}


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("on the line", "on the line"),
        ("across", "on the wrong side"),
        ("four", "4 units in"),
        ("open", "not covered by"),
        ("far", "11 Soviet units farther"),
    ],
)
def test_planted_faults_in_set_ups_are_found(fault: str, told: str) -> None:
    at = standing(1)
    soviets = [unit for unit in at if unit.startswith("soviet")]
    germans = [unit for unit in at if unit.startswith("german")]
    if fault == "on the line":
        at[soviets[0]] = line("september")[5]
    elif fault == "across":
        at[germans[0]] = HexId("6020")
    elif fault == "four":
        for unit in soviets[:4]:
            at[unit] = at[soviets[0]]
    elif fault == "open":
        for unit in germans[:6]:
            at[unit] = HexId("0101")
    else:
        for n, unit in enumerate(soviets[-11:]):
            at[unit] = HexId(f"60{n + 10}")
    assert any(told in one for one in faults(at, "september"))


@pytest.mark.parametrize("number", [1, 4, 10, 15, 16, 21])
def test_no_tank_brigade_starts_alone(number: int) -> None:
    """Alone in a hex it would be removed without a roll on turn 1."""
    kinds: dict[str, set[str]] = {}
    for unit, here in standing(number).items():
        kinds.setdefault(here, set()).add(loaded().game.counters.unit(unit).unit_class)
    alone = [here for here, classes in kinds.items() if classes == {"tank-brigade"}]
    assert alone == []
