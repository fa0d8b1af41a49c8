"""Units cut off in a city: the supply phase disrupts them, and their owner says who survives."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import Engine
from tests.vassal.compile.games import game
from tests.vassal.enforcement.fire_turn import SLUG, FireTurn
from tests.vassal.enforcement.table import Table
from tests.vassal.engine.conftest import write_module

RYAZAN = "C4"
ALONE = "C5"


@pytest.fixture(scope="module", params=["virtual", pytest.param("real", marks=pytest.mark.engine)])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FireTurn]:
    """Return a table in either engine."""
    file = write_module(game(SLUG), SLUG, tmp_path_factory.mktemp("module") / "game.vmod")
    with EmulatedGame.open(file) if request.param == "virtual" else Engine(file) as player:
        yield FireTurn(Table(player))


def cut_off(turn: FireTurn, disrupted: tuple[str, ...], phases: int) -> FireTurn:
    """Return a game just before the German supply phase: three German units are cut off behind a line."""
    turn.begin()
    table = turn.table
    table.player.hotkey("hexwright.rules.off")
    for unit, place in (
        ("russian-16", "A3"),
        ("russian-western", "B3"),
        ("russian-tanks", "C3"),
        ("russian-bryansk", "D3"),
        ("german-3pz", RYAZAN),
        ("german-4pz", RYAZAN),
        ("german-9a", ALONE),
    ):
        table.drag(turn.pieces[unit], place)
    for unit in disrupted:
        table.key(turn.pieces[unit], "keys:ctrl I")
    while phases:
        table.next()
        phases -= 1
    table.player.hotkey("hexwright.rules.strict")
    table.forget()
    return turn


# From the air strikes on to the Blitzkrieg's fire.
BEFORE_SUPPLY = 8


def test_an_isolated_unit_is_disrupted(played: FireTurn) -> None:
    turn = cut_off(played, (), BEFORE_SUPPLY)
    # Nobody has anything to decide in the supply phase, so it passes by itself.
    turn.next("russian-replacement")
    assert turn.disrupted() == ["german-3pz", "german-4pz", "german-9a"]


def test_of_two_disrupted_units_in_a_city_the_owner_keeps_one(played: FireTurn) -> None:
    turn = cut_off(played, ("german-3pz", "german-4pz"), BEFORE_SUPPLY)
    turn.next("german-supply")
    assert not turn.end(), "nobody said who survives"
    assert not turn.press("german-2a", "K", "keep"), "it is in supply"
    assert turn.press("german-4pz", "K", "keep")
    assert not turn.press("german-4pz", "K", "keep"), "it survives already"
    assert not turn.press("german-3pz", "K", "keep"), "one survives in a city"
    assert turn.end()
    assert turn.table.stands("german-4pz") == RYAZAN
    assert turn.table.stands("german-3pz") == "German losses"
    assert turn.disrupted() == ["german-4pz", "german-9a"]
    assert turn.table.problems() == []


def test_one_disrupted_unit_in_a_city_survives_of_itself_and_elsewhere_it_is_lost(played: FireTurn) -> None:
    turn = cut_off(played, ("german-9a", "german-3pz"), BEFORE_SUPPLY)
    # Nobody has anything to decide in the supply phase, so it passes by itself.
    turn.next("russian-replacement")
    assert turn.table.stands("german-9a") == "German losses"
    assert turn.table.stands("german-3pz") == RYAZAN
    assert turn.disrupted() == ["german-3pz", "german-4pz"]
