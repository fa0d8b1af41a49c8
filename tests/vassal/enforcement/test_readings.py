"""Readings of the rule text, in positions that were found against them, on the table of either engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import Engine
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.rules.campaign.camp import LONG, camp
from tests.rules.campaign.camp import rules as rules_now
from tests.vassal.compile.games import game, plan
from tests.vassal.enforcement.table import Table
from tests.vassal.engine.conftest import write_module

SLUG = "moscow-embattled"
Arranged = Callable[..., Table]
FRONT = ("A2 russian-rzhev", "C1 russian-bryansk", "D2 russian-tanks")


@pytest.fixture(scope="module", params=["virtual", pytest.param("real", marks=pytest.mark.engine)])
def player(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine | EmulatedGame]:
    file = write_module(game(SLUG), SLUG, tmp_path_factory.mktemp("module") / "embattled.vmod")
    with EmulatedGame.open(file) if request.param == "virtual" else Engine(file) as opened:
        yield opened


@pytest.fixture(scope="module")
def saver() -> SavedGameWriter:
    return SavedGameWriter(game(SLUG), plan(SLUG))


@pytest.fixture
def arranged(player: Engine | EmulatedGame, saver: SavedGameWriter, tmp_path: Path) -> Arranged:
    """Return a function that puts a position on the table as a phase begins."""

    def put(phase: str, *standing: str, options: tuple[tuple[str, str], ...] = (), **more: Any) -> Table:
        kernel: RulesEngine = rules_now(LONG, *options)
        state: State = camp(phase, *standing, kernel=kernel, opened=False, **more)
        file = tmp_path / "position.vsav"
        file.write_bytes(saver(kernel, state))
        table = Table(player).load(file)
        table.forget()
        return table

    return put


# Supply by air -------------------------------------------------------------------------------------


def test_supplies_are_not_flown_from_hexes_of_the_enemy(arranged: Arranged) -> None:
    germans = ("A1 german-9a", "D1 german-2a", "B4 german-3pz")
    table = arranged("german-supply", *FRONT, "B2 russian-western", *germans, based=("german-8fk",), turn=3)
    table.press("german-3pz", "A")
    assert "more than 2 hexes from a hex in supply" in table.press("german-8fk", "A")


def test_supplies_are_flown_two_hexes_from_a_unit_in_supply(arranged: Arranged) -> None:
    germans = ("A1 german-9a", "B2 german-2pz", "D1 german-2a", "B4 german-3pz")
    ring = ("B3 russian-16", "C2 russian-50")
    table = arranged("german-supply", *FRONT, *ring, *germans, based=("german-8fk",), turn=3)
    table.press("german-3pz", "A")
    assert "flies supplies to B4" in table.press("german-8fk", "A")


# Digging in ----------------------------------------------------------------------------------------


def dug_in(arranged: Arranged, *options: tuple[str, str]) -> Table:
    """Return a game in which an army dug in beside the enemy, in the phase in which attacks are allocated."""
    # Another army beside the enemy, so that the phase is anybody's at all.
    standing = ("C2 german-2a", "B2 german-9a", "B3 russian-50")
    table = arranged("german-movement", *standing, turn=2, weather="good", options=options)
    assert "digs in at C2" in table.press("german-2a", "W")
    assert "it dug in" in table.move("german-2a", "C3")
    table.next()
    assert table.get("Phase") == "german-allocation"
    table.press("russian-50", "A")
    return table


def test_a_unit_that_digs_in_may_attack(arranged: Arranged) -> None:
    assert "2. Armee attacks B3" in dug_in(arranged).press("german-2a", "A")


def test_by_option_a_unit_that_digs_in_does_not_attack(arranged: Arranged) -> None:
    table = dug_in(arranged, ("fortifying", "no-attack"))
    assert "it dug in and can't attack in this phase" in table.press("german-2a", "A")


# Deep battle ---------------------------------------------------------------------------------------


def deep(arranged: Arranged, *options: tuple[str, str]) -> Table:
    """Return a game in deep battle, with one Siberian army beside two hexes of Germans."""
    standing = ("C2 russian-1s", "C1 german-2a", "B2 german-9a")
    table = arranged("deep-allocation", *standing, weather="snow", options=options)
    table.press("german-2a", "A")
    return table


def test_in_deep_battle_germans_beside_the_attackers_may_be_left_alone(arranged: Arranged) -> None:
    table = deep(arranged)
    assert "1st Shock Army attacks C1" in table.press("russian-1s", "A")
    table.next()
    assert table.get("Phase") == "deep-fire"


def test_by_option_the_duty_to_attack_stands_in_deep_battle_too(arranged: Arranged) -> None:
    told = deep(arranged, ("deep-battle-duty", "must")).press("russian-1s", "A")
    assert "it is needed against hexes that must be attacked: B2" in told


# Up the road ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("goal", "attacks"), [("B3", True), ("B1", False), ("C2", False)])
def test_in_mud_a_panzer_moves_before_an_attack_only_up_the_road(
    arranged: Arranged, goal: str, attacks: bool
) -> None:
    standing = ("B2 german-3pz", "B4 russian-16", "A1 russian-50", "C3 russian-western")
    table = arranged("german-movement", *standing, turn=2, weather="mud")
    told = table.move("german-3pz", goal)
    assert table.stands("german-3pz") == goal
    assert ("may still attack" in told) == attacks
    assert ("may not attack in this turn" in told) != attacks


def test_in_mud_a_panzer_that_did_not_attack_may_come_back_down_the_road(arranged: Arranged) -> None:
    table = arranged("german-movement", "B2 german-3pz", turn=2, weather="mud")
    assert "may still attack" in table.move("german-3pz", "B3")
    assert "may not attack in this turn" in table.move("german-3pz", "B2")
    assert "can't go from B2 to B1" in table.move("german-3pz", "B1")


# Major cities --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "unit", "takes"), [("D2", "50", True), ("D2", "tanks", False), ("C1", "50", False)]
)
def test_a_major_city_takes_the_first_hit(arranged: Arranged, target: str, unit: str, takes: bool) -> None:
    table = arranged("german-allocation", f"{target} russian-{unit}", "D1 german-2pz", turn=1)
    table.press(f"russian-{unit}", "A")
    assert ("The place absorbs the first hit." in table.press("german-2pz", "A")) == takes


def test_lights_show_a_marching_unit_all_hexes_it_may_go_to(arranged: Arranged) -> None:
    table = arranged("german-movement", "B3 german-3pz", "C2 russian-50", turn=2, weather="mud")
    table.player.take_problems()
    table.key(table.unit("german-3pz"), "keys:ctrl G")
    assert "it can't move now" not in "\n".join(table.told())
    assert table.problems() == []
    for goal, legal in (("C2", False), ("A2", True)):
        table.move("german-3pz", goal)
        assert (table.stands("german-3pz") == goal) is legal
