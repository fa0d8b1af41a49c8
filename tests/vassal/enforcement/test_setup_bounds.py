"""A free set-up keeps its limits and covers what it must, in reference and module alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from hexwright.engine_driver import Engine
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.game import Game as GameData
from hexwright.model.hex_map import Feature, FeatureGroup
from hexwright.model.ids import HexId, SideId
from hexwright.model.rules.zoc_limit_record import ZocLimit
from hexwright.model.scenario import SetUpCover, SetUpLimit
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
START = ("A1", "B1", "C1")
LINE = ("A2", "B2")
BANK = ("B3", "C3")


def hexes(*names: str) -> tuple[HexId, ...]:
    return tuple(map(HexId, names))


@cache
def bounded(*, cancelled: bool = True, ended: bool = False) -> GameData:
    """Return the toy with one Red unit at most in A1, and two rows of hexes to be covered.

    Red's foot covers A2 and B2, its horse has no zone; Blue's two units cover B3 and C3. `ended` keeps Blue's
    zones out of C3.
    """
    found = game(TOY)
    scenario = found.scenario("the-bridge")
    red, blue = scenario.setup_areas
    marks = (
        Feature("dike", "Dike", "none", (FeatureGroup("end", "End", hexes("C3")),)),
        Feature("west", "West", "none", (FeatureGroup("end", "End", hexes("A1")),)),
        Feature(
            "line",
            "Line",
            "none",
            (FeatureGroup("north", "North", hexes(*LINE)), FeatureGroup("bank", "Bank", hexes(*BANK))),
        ),
    )
    red = replace(red, may_stack=True, fill=False, hexes=hexes(*START))
    blue = replace(blue, hexes=(*blue.hexes, *hexes("C3"))) if ended else blue
    scenario = replace(
        scenario,
        setup_areas=(red, blue),
        setup_order=(SideId("red"), SideId("blue")),
        setup_limits=(SetUpLimit(SideId("red"), "west", 1),),
        setup_cover=(
            SetUpCover(SideId("red"), "line", "north"),
            SetUpCover(SideId("blue"), "line", "bank"),
        ),
    )
    others = tuple(s for s in found.scenarios if s.id != scenario.id)
    ends = (ZocLimit(feature=("dike",), side=(SideId("blue"),)),) if ended else ()
    rules = replace(found.rules, zoc=replace(found.rules.zoc, friendly_units_cancel=cancelled, not_into=ends))
    hexmap = replace(found.hexmap, features=(*found.hexmap.features, *marks))
    return replace(found, rules=rules, hexmap=hexmap, scenarios=(scenario, *others))


def naive(placed: dict[str, str]) -> set[str]:
    """Return the codes of what a placement of all five units breaks, by looking at each hex."""
    grid = HexGrid.of(bounded().hexmap.grid)
    found = {"U021"} if sum(placed[unit] == "A1" for unit in RED) > 1 else set()
    for line, feet in ((LINE, ("red-1", "red-2")), (BANK, ("blue-1", "blue-2"))):
        for name in line:
            near = {str(h) for h in grid.neighbours(HexId(name)).values()}
            if not any(placed[unit] in near for unit in feet):
                found.add("U022")
    return found


@pytest.fixture(params=["virtual", pytest.param("real", marks=pytest.mark.engine)])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    """Return the free set-up in either engine."""
    if request.param == "real":
        with Engine(write_module(bounded(), TOY, tmp_path / "toy.vmod")) as engine:
            yield Table(engine).start(FREE)  # type: ignore[arg-type]
    else:
        yield Table(opened_game(bounded(), TOY)).start(FREE)


def test_the_reference_judges_every_placement_as_a_naive_look_does() -> None:
    seen = set()
    for red in product(START, repeat=3):
        for blue in product(("B4", "C4", "D4"), repeat=2):
            placed = dict(zip((*RED, "blue-1", "blue-2"), (*red, *blue), strict=True))
            told = {
                f.code for f in check_setup(bounded(), "the-bridge", [SetUpLine(*e) for e in placed.items()])
            }
            assert told & {"U021", "U022"} == naive(placed)
            seen |= told
    assert {"U021", "U022"} <= seen


def test_set_up_messages_name_hexes_units_and_the_requirement() -> None:
    at = {"red-1": "A1", "red-2": "C1", "red-horse": "A1", "blue-1": "D4", "blue-2": "D4"}
    found = check_setup(bounded(), "the-bridge", [SetUpLine(*entry) for entry in at.items()])
    told = {fault.code: fault.message for fault in found}
    assert told["U021"] == "at most one Red unit starts in hexes of “West”, not 2: red-1, red-horse"
    assert told["U022"] == (
        "B3, C3 are not covered: each hex of the Bank line lies in the zone of control of a Blue unit"
    )


def test_an_enemy_in_a_hex_cancels_the_cover_where_zones_are_cancelled() -> None:
    """No unit may start there; the judge says so, and still counts the units there."""
    at = {"red-1": "A1", "red-2": "B1", "red-horse": "C1", "blue-1": "A2", "blue-2": "C4"}
    for cancelled in (True, False):
        found = check_setup(bounded(cancelled=cancelled), "the-bridge", [SetUpLine(*e) for e in at.items()])
        open_ = [f.message for f in found if f.code == "U022" and "Red" in f.message]
        assert bool(open_) == cancelled
        assert all(told.startswith("A2 is") for told in open_)


def test_a_hex_into_which_zones_do_not_reach_is_covered_by_a_unit_in_it() -> None:
    at = {"red-1": "A1", "red-2": "B1", "red-horse": "C1", "blue-1": "B4", "blue-2": "C4"}
    for there, open_ in (("C4", True), ("C3", False)):
        placed = [SetUpLine(*one) for one in (at | {"blue-2": there}).items()]
        told = [f.message for f in check_setup(bounded(ended=True), "the-bridge", placed) if f.code == "U022"]
        assert told == [] if not open_ else told[0].startswith("C3 is not covered")


def test_set_ups_made_at_random_keep_all() -> None:
    drawn = set()
    for seed in range(30):
        made = generate_setup(bounded(), "the-bridge", seed)
        assert check_setup(bounded(), "the-bridge", made) == ()
        drawn.add(tuple(sorted((entry.unit, entry.hex) for entry in made)))
    assert len(drawn) > 5


def test_the_module_refuses_the_second_as_it_is_placed(table: Table) -> None:
    assert table.drag("red-horse", "A1")[0].startswith("Set-up: ")
    waits = table.where("red-1")
    [line] = table.drag("red-1", "A1")
    assert line.endswith(
        " can't start in A1: at most one Red unit starts in hexes of “West”. It is sent back."
    )
    assert table.where("red-1") == waits
    assert table.drag("red-horse", "B1")[0].startswith("Set-up: ")
    assert table.drag("red-1", "A1")[0].startswith("Set-up: ")


def test_the_next_side_waits_until_all_is_covered(table: Table) -> None:
    for unit, hex_id in (("red-1", "C1"), ("red-2", "C1"), ("red-horse", "A1")):
        table.drag(unit, hex_id)
    [line] = table.drag("blue-1", "B4")
    assert "The Reds set up first; " in line
    table.drag("red-1", "B1")
    assert table.drag("blue-1", "B4")[0].startswith("Set-up: ")


def test_no_game_begins_while_a_hex_is_open(table: Table) -> None:
    for unit, hex_id in zip((*RED, "blue-1", "blue-2"), ("A1", "B1", "C1", "D4", "C4"), strict=True):
        said = table.drag(unit, hex_id)
    assert table.get("SettingUp") == "true"
    table.engine.hotkey("hexwright.rules.ask-phase")
    assert table.get("SettingUp") == "true"
    refusal = str(table.get("LastRefusal"))
    assert (
        "not covered: B3 (each hex of the Bank line lies in the zone of control of a Blue unit" in refusal
    ), said
    table.drag("blue-1", "B4")
    table.engine.hotkey("hexwright.rules.ask-phase")
    assert table.get("SettingUp") == "false"


def test_random_set_ups_within_bounds_are_judged_as_the_reference_judges_them() -> None:
    for found in (bounded(), bounded(cancelled=False), bounded(ended=True)):
        tally = setups.compare(opened_game(found, TOY), found, seed=5, placements=60 if ALL else 12)
        assert 0 < tally.legal < 60
        assert tally.differences == []


def test_no_light_leads_to_where_no_more_may_start() -> None:
    table = Table(opened_game(bounded(), TOY)).start(FREE)

    def lit() -> str:
        told = str(table.engine.evaluate(call("toggleLights", "PieceUID"), piece=table.id("red-2")))
        table.engine.evaluate(call("toggleLights", "PieceUID"), piece=table.id("red-2"))
        return told

    assert "A1" in lit()
    table.drag("red-horse", "A1")
    assert "A1" not in lit()
    assert "B1" in lit()
