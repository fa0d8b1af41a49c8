"""3.2 at the table: units change places, or no move ends in a full hex, as the data have it."""

from __future__ import annotations

import dataclasses
from functools import cache

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.rules.engine.rules_protocol import Action
from hexwright.vassal.enforcement.script import call
from tests.rules.games_with_stacking import always as without_sharing
from tests.rules.positions import ends, rules
from tests.vassal.compile.games import game
from tests.vassal.enforcement.playing import MOSCOW, Table, opened, opened_game


@cache
def always() -> EmulatedGame:
    """Return the game with its limit kept by each move."""
    found = game(MOSCOW)
    stacking = dataclasses.replace(found.rules.stacking, enforced="always")
    rules = dataclasses.replace(found.rules, stacking=stacking)
    return opened_game(dataclasses.replace(found, rules=rules), MOSCOW)


def moving(engine: EmulatedGame) -> Table:
    """Return the first German movement phase."""
    table = Table(engine).start(game(MOSCOW).scenarios[0].title)
    table.press("Next phase")
    return table


def lit(table: Table, unit: str) -> int:
    """Return how many hexes light up for a unit."""
    told = table.engine.evaluate(call("toggleLights", "PieceUID"), piece=table.id(unit))
    return len(told.removeprefix("lit ").split(","))


@pytest.mark.parametrize(
    ("one", "other", "hexes"),
    [("german-vi", "german-v", ("0103", "0104")), ("german-xx", "german-xlvi", ("0306", "0406"))],
)
def test_two_units_change_places(one: str, other: str, hexes: tuple[str, str]) -> None:
    table = moving(opened(MOSCOW))
    assert (table.where(one), table.where(other)) == hexes
    told = table.drag(one, hexes[1])[-1]
    assert f"A unit must leave {hexes[1]} before the phase ends" in told
    assert told.endswith("; Ctrl C takes the move back.")
    assert f"too many units in {hexes[1]}: move one on, or Ctrl C on one" in (table.get("NextStep") or "")
    assert "at most 1 may stay in a hex" in table.press("Next phase")[-1]
    assert table.drag(other, hexes[0])[-1].endswith((" MP left.", "an enemy ZOC (3.1)."))
    assert (table.where(one), table.where(other)) == hexes[::-1]
    assert "too many" not in (table.get("NextStep") or "")
    table.press("Next phase")
    assert table.get("Phase") == "soviet-replacement"


def test_lights_show_as_many_hexes_as_the_reference_allows() -> None:
    unit = "german-xlvi"
    for engine, kernel in ((opened(MOSCOW), rules()), (always(), without_sharing())):
        state = kernel.set_up()
        state = kernel.apply(state, Action("end"))
        assert lit(moving(engine), unit) == len(ends(state, unit, kernel))


def test_limit_kept_always_refuses_a_move_into_a_full_hex() -> None:
    table = moving(always())
    told = table.drag("german-vi", "0104")[-1]
    assert told.startswith("Refused (3.2): VI Army Corps can't go from 0103 to 0104: the hex is full")
    assert table.where("german-vi") == "0103"
    assert table.drag("german-vi", "0102")[-1].endswith((" MP left.", "an enemy ZOC (3.1)."))
