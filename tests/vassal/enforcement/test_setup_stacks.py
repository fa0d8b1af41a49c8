"""Where units may share a hex at start, no more do than stacking lets stay there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from hexwright.engine_driver import Engine
from hexwright.model.game import Game as GameData
from hexwright.model.ids import HexId
from hexwright.rules.setup.random_setup import generate_setup
from hexwright.rules.setup.setup_legality import SetUpLine, check_setup
from hexwright.vassal.enforcement.script import call
from tests.tiers import ALL
from tests.vassal.compile.games import game
from tests.vassal.enforcement import setups
from tests.vassal.enforcement.playing import TOY, Table, opened_game
from tests.vassal.engine.conftest import write_module

FREE = "The Bridge: place the units yourself"
RED = ("red-1", "red-2", "red-horse")
BLUE = (SetUpLine("blue-1", "B4"), SetUpLine("blue-2", "C4"))


@cache
def crowded(*hexes: str, fill: bool = False) -> GameData:
    """Return the toy with two units to a hex, where Red's three may share these hexes."""
    found = game(TOY)
    scenario = found.scenario("the-bridge")
    red, blue = scenario.setup_areas
    red = replace(red, may_stack=True, fill=fill, hexes=tuple(HexId(h) for h in hexes))
    others = tuple(s for s in found.scenarios if s.id != scenario.id)
    return replace(found, scenarios=(replace(scenario, setup_areas=(red, blue)), *others))


def codes(found: GameData, *placed: SetUpLine) -> list[str]:
    """Return the codes that the rules engine reports for a set-up."""
    return [fault.code for fault in check_setup(found, "the-bridge", [*placed, *BLUE])]


@pytest.fixture(params=["virtual", pytest.param("real", marks=pytest.mark.engine)])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    """Return the free set-up with room for two of Red's three in A1, in either engine."""
    if request.param == "real":
        with Engine(write_module(crowded("A1", "B1"), TOY, tmp_path / "toy.vmod")) as engine:
            yield Table(engine).start(FREE)  # type: ignore[arg-type]
    else:
        yield Table(opened_game(crowded("A1", "B1"), TOY)).start(FREE)


def test_the_reference_counts_who_shares_a_hex() -> None:
    found = crowded("A1", "B1")
    assert codes(found, *(SetUpLine(unit, "A1") for unit in RED[:2]), SetUpLine(RED[2], "B1")) == []
    (fault,) = check_setup(found, "the-bridge", [*(SetUpLine(unit, "A1") for unit in RED), *BLUE])
    assert fault.code == "U013"
    assert fault.message == "3 units in A1, at most 2 may stay in a hex (1.1): red-1, red-2, red-horse"


def test_without_a_limit_any_number_starts_in_a_hex() -> None:
    found = crowded("A1")
    rules = replace(found.rules, stacking=replace(found.rules.stacking, limit=None))
    assert codes(replace(found, rules=rules), *(SetUpLine(unit, "A1") for unit in RED)) == []


def test_a_unit_without_room_is_left_out() -> None:
    assert codes(crowded("A1"), SetUpLine("red-1", "A1"), SetUpLine("red-2", "A1")) == []
    assert codes(crowded("A1", "B1"), SetUpLine("red-1", "A1"), SetUpLine("red-2", "A1")) == ["U019"]


@pytest.mark.parametrize("hexes", [("A1",), ("A1", "B1"), ("A1", "B1", "C1")])
@pytest.mark.parametrize("fill", [False, True])
def test_set_ups_made_at_random_keep_the_limit(hexes: tuple[str, ...], fill: bool) -> None:
    most = set()
    for seed in range(12):
        made = generate_setup(crowded(*hexes, fill=fill), "the-bridge", seed)
        most.add(max(Counter(entry.hex for entry in made).values()))
        assert sum(entry.unit in RED for entry in made) == min(3, 2 * len(hexes))
        assert check_setup(crowded(*hexes, fill=fill), "the-bridge", made) == ()
    assert max(most) <= 2
    assert len(hexes) == 3 or 2 in most


def test_the_module_refuses_the_third_as_it_is_placed(table: Table) -> None:
    for unit in RED[:2]:
        assert table.drag(unit, "A1")[0].startswith("Set-up: ")
    waits = table.where("red-horse")
    [line] = table.drag("red-horse", "A1")
    assert line.startswith("Refused (1.1): Red Horse can't start in A1: the hex is full, ")
    assert table.where("red-horse") == waits
    assert table.drag("red-1", "B1")[0].startswith("Set-up: ")
    assert table.drag("red-horse", "A1")[0].startswith("Set-up: ")


def test_no_game_begins_with_too_many_in_a_hex(table: Table) -> None:
    for unit, hex_id in (*((unit, "A1") for unit in RED[:2]), *((e.unit, e.hex) for e in BLUE)):
        table.drag(unit, hex_id)
    table.engine.set_property("Enforcement", "off")
    table.drag("red-horse", "A1")
    assert table.where("red-horse") == "A1"
    table.engine.set_property("Enforcement", "strict")
    table.engine.hotkey("hexwright.rules.ask-phase")
    assert table.get("SettingUp") == "true"
    assert "A1 holds 3 units, at most 2 may stay in a hex (1.1)" in str(table.get("LastRefusal"))
    table.drag("red-horse", "B1")
    table.engine.hotkey("hexwright.rules.ask-phase")
    assert table.get("SettingUp") == "false"


def test_random_set_ups_of_stacks_are_judged_as_the_reference_judges_them() -> None:
    found = crowded("A1", "B1")
    tally = setups.compare(opened_game(found, TOY), found, seed=4, placements=60 if ALL else 24)
    assert 0 < tally.legal < tally.placements
    assert tally.differences == []


def test_no_light_leads_to_a_hex_that_is_full() -> None:
    table = Table(opened_game(crowded("A1", "B1"), TOY)).start(FREE)

    def lit() -> str:
        return str(table.engine.evaluate(call("toggleLights", "PieceUID"), piece=table.id("red-horse")))

    assert {"A1", "B1"} <= set(lit().removeprefix("lit ").split(","))
    lit()
    table.drag("red-1", "A1")
    assert "A1" in lit()
    lit()
    table.drag("red-2", "A1")
    assert "A1" not in lit()
