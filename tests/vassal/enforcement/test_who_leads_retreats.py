"""A retreat goes where the player says whose right it is: where battles are by odds, the attacker."""

from __future__ import annotations

import pytest

from hexwright.engine_driver import OBSERVER
from tests.vassal.enforcement.battles import ARMY, THREE, fight, in_a_city, refused, stage
from tests.vassal.enforcement.table import Table

TARGET = "soviet-20"
BOTH_SIDES = "Both sides"


def retreating(table: Table, seat: str) -> str:
    """Make 20th Army owe a retreat from 0405, and take a seat; return its piece."""
    assert "It can retreat to " in fight(table, 3, *THREE)
    assert stage(table) == "retreat"
    table.player.change_side(seat)
    table.forget()
    return table.unit(TARGET)


@pytest.mark.parametrize("seat", ["German", BOTH_SIDES])
def test_the_attacker_drags_the_retreating_unit_in_one_step_of_undo(table: Table, seat: str) -> None:
    unit = retreating(table, seat)
    before = table.state()
    table.drag(unit, "0506")
    assert "Refused (3.3): 20th Army: it can retreat to " in table.told()[0]
    assert table.refused(before)
    table.drag(unit, "0604")
    assert (table.where(unit), stage(table)) == ("0604", "advance")
    table.player.undo()
    assert (table.where(unit), stage(table)) == ("0405", "retreat")
    table.drag(unit, "0605")
    assert (table.where(unit), stage(table)) == ("0605", "advance")
    assert table.problems() == []


@pytest.mark.parametrize("level", ["strict", "assist"])
def test_the_attacker_leads_no_other_unit_and_not_twice(table: Table, level: str) -> None:
    unit = retreating(table, "German")
    table.rules(level)
    other, before = table.unit("soviet-33"), table.state()
    table.drag(other, "0906")
    assert "moved by the Soviet player" in str(table.get("LastRefusal"))
    assert table.refused(before)
    table.drag(unit, "0604")
    after = table.state()
    table.drag(unit, "0704")
    assert "moved by the Soviet player" in str(table.get("LastRefusal"))
    assert table.refused(after)
    assert table.problems() == []


def test_the_owner_does_not_choose_where_his_unit_retreats(table: Table) -> None:
    unit = retreating(table, "Soviet")
    before = table.state()
    table.drag(unit, "0604")
    told = "\n".join(table.told())
    assert refused(table, told) == "20th Army: the German player decides where it retreats. It is sent back."
    assert table.refused(before)
    table.player.change_side(OBSERVER)
    table.drag(unit, "0604")
    assert table.refused(before)
    assert table.problems() == []


def test_in_a_city_the_owner_decides_first_and_then_the_attacker(table: Table) -> None:
    in_a_city(table)
    unit = table.unit(ARMY)
    stood, before = table.where(unit), table.state()
    table.player.change_side("German")
    told = refused(table, table.move(ARMY, "0607"))
    assert "the Soviet player first decides between a step loss (Ctrl L) and the retreat" in told
    assert table.refused(before)
    table.player.change_side("Soviet")
    told = refused(table, table.move(ARMY, "0607"))
    assert "the German player decides where it retreats, once it falls back (Ctrl D)" in told
    assert table.refused(before)
    table.press(ARMY, "D")
    refused(table, table.move(ARMY, "0607"))
    assert (table.where(unit), stage(table)) == (stood, "retreat")
    table.player.change_side("German")
    table.move(ARMY, "0607")
    assert (table.where(unit), stage(table)) == ("0607", "advance")
    assert table.problems() == []


# By key --------------------------------------------------------------------------------------------


def toggle(table: Table, unit: str) -> None:
    """Light up where a unit may go, or put these lights out; the player who rolled the die has them lit
    already.
    """
    table.key(unit, "keys:ctrl G")
    table.forget()


@pytest.mark.parametrize(("seat", "number", "goal"), [("German", 1, "0604"), (BOTH_SIDES, 2, "0605")])
def test_a_key_takes_the_retreating_unit_to_a_lit_hex_as_a_drag_does(
    table: Table, seat: str, number: int, goal: str
) -> None:
    unit = retreating(table, seat)
    before = table.state()
    table.player.hotkey(f"keys:ctrl {number}")
    by_key, told = table.state(), table.told()
    assert (table.where(unit), stage(table)) == (goal, "advance")
    table.player.undo()
    assert table.state() == before
    table.forget()
    table.drag(unit, goal)
    assert table.told() == told
    assert table.state() == by_key
    assert table.problems() == []


@pytest.mark.parametrize("seat", ["Soviet", OBSERVER])
def test_no_key_of_another_seat_takes_it_there(table: Table, seat: str) -> None:
    retreating(table, seat)
    before = table.state()
    table.player.hotkey("keys:ctrl 1")
    assert table.refused(before)
    assert "decides where it retreats" in str(table.get("LastRefusal")) or seat == OBSERVER


def test_a_key_without_a_lit_hex_changes_nothing(table: Table) -> None:
    unit = retreating(table, "German")
    before = table.state()
    table.player.hotkey("keys:ctrl 3")
    toggle(table, unit)  # The first Ctrl G at a seat keeps the lights that are lit already.
    toggle(table, unit)
    table.player.hotkey("keys:ctrl 1")
    assert table.state() == before
    toggle(table, unit)
    table.drag(unit, "0604")
    after = table.state()
    table.player.hotkey("keys:ctrl 2")
    assert table.state() == after


def test_moves_and_advances_go_by_key_too(table: Table) -> None:
    unit = retreating(table, BOTH_SIDES)
    table.player.hotkey("keys:ctrl 1")
    panzer = table.unit("german-xlvi")
    toggle(table, panzer)
    table.player.hotkey("keys:ctrl 1")
    assert (table.where(unit), table.where(panzer), stage(table)) == ("0604", "0405", "over")
    table.player.undo()
    assert table.where(panzer) == "0406"
    assert table.problems() == []
