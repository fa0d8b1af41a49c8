"""A free set-up of The Moscow Campaign is judged as the rule text asks, beside a naive judge."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from hexwright.model.ids import HexId, UnitId
from hexwright.rules.setup.random_setup import generate_setup
from hexwright.rules.setup.setup_legality import SetUpLine, check_setup, read_csv, shipped_setup, write_csv
from tests.campaign.game import grid, loaded
from tests.campaign.setup_rules import CHART, faults, line, standing
from tests.tiers import sampled

STARTS = (1, 4, 10, 15, 16, 21)


def name(number: int) -> str:
    return f"scenario-{number:02}"


def codes(number: int, at: dict[UnitId, HexId]) -> set[str]:
    """Return the codes that the rules engine reports for a set-up."""
    placed = [SetUpLine(unit, hex_id) for unit, hex_id in at.items()]
    return {fault.code for fault in check_setup(loaded().game, name(number), placed)}


@pytest.mark.parametrize("number", CHART)
def test_the_reference_takes_each_set_up_that_is_shipped(number: int) -> None:
    game = loaded().game
    assert check_setup(game, name(number), shipped_setup(game, name(number))) == ()


@pytest.mark.parametrize("number", STARTS)
def test_far_off_is_what_lies_more_than_eight_hexes_from_the_line(number: int) -> None:
    start = CHART[number][2]
    feature = next(f for f in loaded().game.hexmap.features if f.id == f"soviet-{start}")
    far = {h for h in feature.hexes if min(grid().distance(h, other) for other in line(start)) > 8}
    assert set(feature.hexes_of("far")) == far


@pytest.mark.parametrize("number", sampled(STARTS, 0, 2, 4))
def test_set_ups_made_at_random_are_legal_by_the_rule_text(number: int) -> None:
    for seed in range(2):
        made = generate_setup(loaded().game, name(number), seed)
        at = {UnitId(entry.unit): HexId(entry.hex) for entry in made}
        assert faults(at, CHART[number][2]) == []
        assert check_setup(loaded().game, name(number), made) == ()
        assert set(at) == set(standing(number))


@pytest.mark.parametrize("number", sampled(STARTS, 0, 2, 4))
def test_spoilt_set_ups_are_judged_alike_by_the_rule_text(number: int) -> None:
    """Units go anywhere, often beside the line or far off; whether anything is wrong must be one verdict."""
    chance, start = random.Random(number), CHART[number][2]
    beside = sorted({h for one in line(start) for h in grid().neighbours(one).values()} | set(line(start)))
    every = sorted(grid())
    legal = told = 0
    for _ in range(12):
        at = standing(number)
        # Railway troops have hexes of their own, which the naive judge doesn't ask about.
        units = sorted(unit for unit in at if not unit.startswith("german-eb"))
        for unit in chance.sample(units, chance.choice((1, 1, 2, 12))):
            own = [h for u, h in at.items() if u.split("-")[0] == unit.split("-")[0]]
            at[unit] = chance.choice((chance.choice(own), chance.choice(beside), chance.choice(every)))
        wrong = faults(at, start)
        assert bool(wrong) == bool(codes(number, at)), (wrong, codes(number, at))
        legal += not wrong
        told += any("not covered" in fault for fault in wrong)
    assert legal
    assert told


def test_a_csv_with_all_that_is_wrong_is_told_so_at_once() -> None:
    at = standing(1)
    on = line("september")
    soviets = [unit for unit in at if unit.startswith("soviet-rd")]
    covering = [u for u, h in at.items() if u.startswith("german") and grid().distance(h, on[30]) == 1]
    changed = {str(unit): str(hex_id) for unit, hex_id in at.items()}
    changed[soviets[0]] = on[5]
    for unit in covering:
        changed[unit] = HexId("0110")
    for row, unit in enumerate(soviets[-14:-3], start=10):
        changed[unit] = HexId(f"60{row}")
    for unit in soviets[-3:]:
        changed[unit] = at[UnitId("soviet-eb-9")]
    text = write_csv(SetUpLine(unit, hex_id) for unit, hex_id in changed.items()) + "soviet-rd-93,2030,\n"
    lines = text.splitlines()
    found = check_setup(loaded().game, "scenario-01", read_csv(text, "mine.csv"))
    told = {fault.code: fault for fault in found}
    assert {"U013", "U014", "U015", "U021", "U022"} <= set(told)
    assert on[5] in told["U015"].message
    assert "4 units in" in told["U013"].message
    assert "at most 3 may stay in a hex" in told["U013"].message
    assert "at most 10 Soviet units start in hexes east of the September start line" in told["U021"].message
    assert "not 11" in told["U021"].message
    assert on[30] in told["U022"].message
    assert "German" in told["U022"].message
    for code, named in (("U015", str(soviets[0])), ("U014", "soviet-rd-93")):
        span = told[code].span
        assert span is not None
        assert lines[(span.line or 0) - 1].startswith(f"{named},")
    assert all("(" in told[code].message for code in told), "each cites its rule"


@pytest.mark.parametrize("number", sampled(STARTS, 0, 2, 4))
def test_without_limit_and_cover_faults_of_the_whole_would_be_missed(number: int) -> None:
    """What the judge knew before these were written: a planted fault must be one that only they find."""
    game, start = loaded().game, CHART[number][2]
    at = standing(number)
    far = [h for h in grid() if h in _far(start)][:11]
    moved = [unit for unit in at if unit.startswith("soviet-rd")][:11]
    at |= dict(zip(moved, far, strict=True))
    assert any("farther than eight" in fault for fault in faults(at, start))
    blind = tuple(replace(one, setup_limits=(), setup_cover=()) for one in game.scenarios)
    placed = [SetUpLine(unit, hex_id) for unit, hex_id in at.items()]
    assert "U021" in codes(number, at)
    assert check_setup(replace(game, scenarios=blind), name(number), placed) == ()


def _far(start: str) -> frozenset[HexId]:
    feature = next(f for f in loaded().game.hexmap.features if f.id == f"soviet-{start}")
    return frozenset(feature.hexes_of("far"))


def test_all_errors_of_a_free_set_up_are_reported_with_rule_and_place() -> None:
    at = dict(standing(1))
    on_line, far = line("september")[20], loaded().game.hexmap.features
    eleven = next(f for f in far if f.id == "soviet-september").hexes_of("far")[5:16]
    at[UnitId("soviet-rd-251")] = on_line
    near = [unit for unit in at if unit.startswith("soviet-rd") and unit != "soviet-rd-251"][:11]
    at.update(zip(near, eleven, strict=True))
    stack = [unit for unit, hex_id in at.items() if unit.startswith("german-inf")][:4]
    at.update(dict.fromkeys(stack, HexId("1025")))
    # Of another order: it is told so, and nothing of how many may stand with it.
    at[UnitId("german-pz-13")] = HexId("1024")
    rows = "".join(f"{unit},{hex_id}\n" for unit, hex_id in at.items())
    found = check_setup(loaded().game, name(1), read_csv("unit,hex\n" + rows, "mine.csv"))
    told = {(one.code, one.message.partition(":")[0]) for one in found}
    assert {code for code, _ in told} == {"U013", "U014", "U015", "U021", "U022"}
    assert [one for one in found if one.code == "U013" and "1024" in one.message] == []
    for code, words in (
        ("U013", "in 1025, at most 3 may stay in a hex (Stacking)"),
        ("U014", "13th Panzer Division may not start on the map (How to Set Up and Play the Game)"),
        ("U015", f"may not start in {on_line}: Soviet units start in “East of the September start line”"),
        ("U021", "at most 10 Soviet units"),
        ("U022", "not covered"),
    ):
        assert any(one.code == code and words in one.message for one in found), code
