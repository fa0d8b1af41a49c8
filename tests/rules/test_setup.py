"""3.8: set-ups are checked, and generated at random."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwright.diagnostics.diagnostic import Diagnostic, InputError
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.rules.setup.random_setup import generate_setup
from hexwright.rules.setup.setup_legality import (
    SetUpLine,
    as_placement,
    check_setup,
    read_csv,
    setup_order_violation,
    shipped_setup,
    write_csv,
)
from tests.rules.campaign.camp import game as embattled
from tests.rules.positions import LONG, SHORT, game, rules


def faults(*changes: SetUpLine, drop: str = "") -> list[Diagnostic]:
    """Return the faults of the shipped set-up with some lines replaced, by unit."""
    units = {entry.unit for entry in changes}
    kept = [e for e in shipped_setup(game(), SHORT) if e.unit not in units and e.unit != drop]
    return list(check_setup(game(), SHORT, [*kept, *changes]))


@pytest.mark.parametrize("scenario", [SHORT, LONG])
def test_shipped_set_up_is_legal(scenario: str) -> None:
    assert check_setup(game(), scenario, shipped_setup(game(), scenario)) == ()


@pytest.mark.parametrize("scenario", [SHORT, LONG])
@pytest.mark.parametrize("seed", range(5))
def test_generated_set_ups_are_legal_and_playable(scenario: str, seed: int) -> None:
    made = generate_setup(game(), scenario, seed)
    assert check_setup(game(), scenario, made) == ()
    kernel = rules(scenario)
    state = kernel.set_up(seed, as_placement(made))
    assert kernel.status(state) == ()
    assert sum(place >= 0 for place in state.locations) == 35


def _in_turn(game_of: Game, scenario: str, first: str, unit: str, other: str) -> None:
    """Check that a side waits for the first side's set-up, which then can't be changed."""
    whole = [e for e in shipped_setup(game_of, scenario) if e.unit.startswith(first)]
    german = next(e for e in shipped_setup(game_of, scenario) if e.unit == unit)
    early = setup_order_violation(game_of, scenario, whole[:-1], unit)
    assert early is not None
    assert (early.code, "set up first" in early.message) == ("U020", True)
    assert setup_order_violation(game_of, scenario, whole, unit) is None
    assert setup_order_violation(game_of, scenario, whole[:3], other) is None
    late = setup_order_violation(game_of, scenario, [*whole, german], other)
    assert late is not None
    assert "have finished their set-up" in late.message
    assert "already" in late.message


def test_soviets_set_up_before_the_germans() -> None:
    _in_turn(game(), SHORT, "soviet", "german-xxiv", "soviet-16")


def test_zhukov_sets_up_before_the_germans() -> None:
    _in_turn(embattled(), "german-assault", "russian", "german-2pz", "russian-16")


def test_where_no_order_is_written_sides_set_up_as_they_like() -> None:
    scenarios = tuple(replace(scenario, setup_order=()) for scenario in game().scenarios)
    assert setup_order_violation(replace(game(), scenarios=scenarios), SHORT, [], "german-xxiv") is None


def test_seed_makes_the_set_up() -> None:
    assert generate_setup(game(), SHORT, 1) == generate_setup(game(), SHORT, 1)
    assert generate_setup(game(), SHORT, 1) != generate_setup(game(), SHORT, 2)


def test_unknown_unit_is_reported_with_a_hint() -> None:
    (fault, *_) = faults(SetUpLine("german-xxxix", "0201"))
    assert fault.code == "U010"
    assert "did you mean" in fault.hint


def test_unknown_hex_is_reported() -> None:
    assert "U011" in [f.code for f in faults(SetUpLine("german-xli", "1511"))]


def test_unit_placed_twice_is_reported() -> None:
    found = faults(SetUpLine("german-xli", "0202"), SetUpLine("german-xli", "0201"))
    assert "U012" in [f.code for f in found]


def test_two_units_in_a_hex_are_reported() -> None:
    found = faults(SetUpLine("german-xli", "0201"))
    assert "U013" in [f.code for f in found]
    assert any("limit 1 (3.8)" in f.message for f in found)


def test_first_shock_army_may_not_start_on_the_map() -> None:
    found = faults(SetUpLine("soviet-1s", "0301"), drop="soviet-29")
    assert "U014" in [f.code for f in found]
    assert any("turn 4" in f.message for f in found)


def test_unit_starts_on_the_marks_of_its_side() -> None:
    codes = [f.code for f in faults(SetUpLine("german-xli", "0102"))]
    assert codes.count("U015") == 1


def test_unit_starts_at_the_step_of_its_side() -> None:
    assert [f.code for f in faults(SetUpLine("german-xli", "0202", 2))] == ["U016"]
    assert [f.code for f in faults(SetUpLine("soviet-29", "0301", 1))] == ["U016"]
    assert faults(SetUpLine("soviet-29", "0301", 2)) == []


def test_each_star_takes_a_soviet_army() -> None:
    found = faults(drop="soviet-29")
    assert [f.code for f in found] == ["U017"]
    assert "0301" in found[0].message


def test_another_army_may_take_a_star() -> None:
    assert faults(SetUpLine("soviet-5", "0301"), drop="soviet-29") == []


def test_csv_is_read_back_as_written() -> None:
    made = generate_setup(game(), SHORT, 3)
    read = read_csv(write_csv(made))
    assert [(e.unit, e.hex, e.step) for e in read] == [(e.unit, e.hex, e.step) for e in made]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "U002"),
        ("a,b\n", "U001"),
        ("unit,hex\nx\n", "U002"),
        ("unit,hex,step\ngerman-xli,0202,full\n", "U003"),
    ],
)
def test_csv_that_is_no_set_up_is_refused(text: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        read_csv(text)
    assert caught.value.diagnostics[0].code == code


def test_faults_name_the_line_of_the_file() -> None:
    text = "unit,hex,step\ngerman-xli,0202,1\ngerman-nobody,0203,1\n"
    found = check_setup(game(), SHORT, read_csv(text, "mine.csv"))
    assert any(str(f.span) == "mine.csv:3:1" for f in found)


def test_unknown_scenario_is_refused() -> None:
    with pytest.raises(InputError, match="P001"):
        check_setup(game(), "barbarossa", ())


def test_placement_of_a_set_up_says_where_units_stand() -> None:
    assert as_placement(shipped_setup(game(), SHORT))[HexId("0202")] == "german-xli"


def test_a_set_up_guesses_units_of_the_same_side_names_and_letters_for_digits() -> None:
    text = "unit,hex\ngerman-19,0201\nXLI Panzer Corps,O2O1\n"
    told = [str(one) for one in check_setup(game(), SHORT, read_csv(text, "mine.csv")) if one.code < "U012"]
    assert [line.partition(" — ")[2] for line in told] == [
        "did you mean 'german-v'?",
        "write the id, 'german-xli', instead of the name",
        "did you mean '0201'?",
    ]
