"""Every start of The Moscow Campaign is legal by the rule text, judged here from the data alone."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from functools import cache
from itertools import pairwise

import pytest

from builder.model.hexmap import FeatureGroup
from builder.model.ids import HexId, UnitId
from builder.model.scenario import Scenario
from tests.campaign.game import grid, loaded

# The Scenario Chart of the rule text: turns, start line, Soviet and German order, options, replacements.
CHART = {
    1: (1, 8, "september", 1, "A", "U", False),
    2: (1, 8, "september", 1, "A", "UV", False),
    3: (1, 8, "september", 1, "A", "UW", False),
    4: (1, 8, "september", 1, "B", "UX", False),
    5: (1, 8, "september", 1, "A", "UVW", False),
    6: (1, 8, "september", 1, "B", "UVX", False),
    7: (1, 8, "september", 1, "B", "UVWX", False),
    8: (1, 8, "september", 1, "A", "UWX", False),
    9: (1, 8, "september", 1, "A", "U", True),
    10: (1, 8, "september", 1, "C", "U", True),
    11: (1, 31, "september", 1, "A", "U", False),
    12: (1, 31, "september", 1, "A", "UV", False),
    13: (1, 31, "september", 1, "A", "UWX", True),
    14: (1, 31, "september", 1, "C", "U", True),
    15: (16, 23, "november", 2, "D", "U", False),
    16: (16, 23, "november", 2, "E", "UY", False),
    17: (16, 31, "november", 2, "D", "U", False),
    18: (16, 31, "november", 2, "E", "UY", False),
    19: (16, 23, "november", 2, "D", "U", True),
    20: (16, 31, "november", 2, "D", "U", True),
    21: (24, 31, "december", 3, "F", "U", False),
    22: (24, 31, "december", 3, "F", "UZ", False),
    23: (24, 31, "december", 3, "F", "U", True),
    24: (24, 31, "december", 3, "F", "UZ", True),
}
UNITS = {"A": 70, "B": 76, "C": 76, "D": 69, "E": 75, "F": 71, 1: 108, 2: 90, 3: 140}
every = pytest.mark.parametrize("number", CHART)


def scenario(number: int) -> Scenario:
    """Return a scenario by its number."""
    return loaded().game.scenario(f"scenario-{number:02}")


@cache
def line(name: str) -> tuple[HexId, ...]:
    """Return the hexes of a start line."""
    groups: Mapping[str, FeatureGroup] = {
        group.id: group
        for feature in loaded().game.hexmap.features
        if feature.id == "start-line"
        for group in feature.groups
    }
    return groups[name].hexes


@cache
def west_of(name: str) -> frozenset[HexId]:
    """Return the hexes that are reached from the west edge without crossing a start line."""
    on = set(line(name))
    seen = {h for h in grid() if grid().position(h)[0] == 1} - on
    todo = deque(seen)
    while todo:
        for other in grid().neighbours(todo.popleft()).values():
            if other not in on and other not in seen:
                seen.add(other)
                todo.append(other)
    return frozenset(seen)


def faults(standing: Mapping[UnitId, HexId], name: str) -> list[str]:
    """Return what the rule text forbids of a set-up."""
    sides = {unit.id: unit.side for unit in loaded().game.counters.units}
    on, west = set(line(name)), west_of(name)
    found = [f"{unit} on the line" for unit, hex_id in standing.items() if hex_id in on]
    for unit, hex_id in standing.items():
        if hex_id not in on and (hex_id in west) != (sides[unit] == "german"):
            found.append(f"{unit} on the wrong side")
    for hex_id, held in Counter(standing.values()).items():
        if held > 3:
            found.append(f"{held} units in {hex_id}")
    for side in ("german", "soviet"):
        own = {hex_id for unit, hex_id in standing.items() if sides[unit] == side}
        open_ = [h for h in on if not own & set(grid().neighbours(h).values())]
        found += [f"{h} not covered by {side}" for h in sorted(open_)]
    far = [
        unit
        for unit, hex_id in standing.items()
        if sides[unit] == "soviet" and min(grid().distance(hex_id, h) for h in on) > 8
    ]
    if len(far) > 10:
        found.append(f"{len(far)} Soviet units farther than eight hexes")
    return found


def standing(number: int) -> dict[UnitId, HexId]:
    """Return where the units of a scenario stand."""
    return {unit: hex_id for hex_id, unit in scenario(number).setup.standing}


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
    assert f"order {german}" in one.title
    assert name.title() in one.title
    for option in "UVWXYZ":
        assert (option in options) == (option in one.title.partition("with")[2])
    units = Counter("EB" if "-eb-" in unit else unit.partition("-")[0] for unit in standing(number))
    assert units == {"german": UNITS[german], "soviet": UNITS[soviet], "EB": 15}


@pytest.mark.parametrize("number", [1, 4, 10, 15, 16, 21])
def test_a_start_is_legal_by_the_rule_text(number: int) -> None:
    assert faults(standing(number), CHART[number][2]) == []


def test_scenarios_that_differ_in_reinforcements_alone_share_one_placement() -> None:
    for number, (*_, name, soviet, german, _options, _replacements) in CHART.items():
        first = next(n for n, entry in CHART.items() if entry[2:5] == (name, soviet, german))
        assert scenario(number).setup.placement == scenario(first).setup.placement
        assert scenario(number).like == (None if number == first else f"scenario-{first:02}")


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
        for arrival in loaded().game.oob.arrivals
        if one.id in arrival.scenarios
        for unit in arrival.units
    ]
    assert len({unit for *_, unit in coming}) == len(coming)
    assert not {unit for *_, unit in coming} & set(standing(number))
    assert all(one.first_turn <= turn <= one.last_turn for turn, *_ in coming)
    soviets = Counter(turn for turn, side, _ in coming if side == "soviet")
    assert max(soviets.values()) <= 8


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
def test_a_planted_fault_is_found(fault: str, told: str) -> None:
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
