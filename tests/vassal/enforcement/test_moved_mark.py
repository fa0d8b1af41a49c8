"""The mark of a unit that moved comes from moves alone: not from a retreat, an advance or an arrival."""

from __future__ import annotations

import pytest

from tests.vassal.enforcement import fire_turn as fire
from tests.vassal.enforcement.battles import PANZER, TARGET, THREE, fight
from tests.vassal.enforcement.table import Table


def marked(table: Table) -> set[str]:
    """Return the units that have the mark."""
    seen = table.player.pieces(("UnitId", "Moved"))
    return {str(piece.properties["UnitId"]) for piece in seen if piece.properties["Moved"] == "true"}


def test_a_retreat_by_drag_and_an_advance_leave_no_mark(table: Table) -> None:
    fight(table, 3, *THREE)
    before = table.state()["pieces"]
    table.move(TARGET, "0604")
    table.move(PANZER, "0405")
    assert (table.stands(TARGET), table.stands(PANZER)) == ("0604", "0405")
    assert marked(table) == set()
    table.player.undo()
    table.player.undo()
    assert table.state()["pieces"] == before
    assert table.problems() == []


@pytest.mark.engine
def test_a_retreat_by_the_number_of_a_lit_hex_leaves_none(real: Table) -> None:
    fight(real, 3, *THREE)
    real.player.hotkey("keys:ctrl 1")
    assert real.stands(TARGET) != "0405"
    assert marked(real) == set()
    assert real.problems() == []


def test_a_retreat_that_the_module_makes_at_once_leaves_none(table: Table) -> None:
    table.start(phases=0)
    table.rules("off")
    table.move("german-xxiv", "0606")
    table.rules("strict")
    for unit in (TARGET, *THREE):
        table.press(unit, "A")
    table.throw(3)
    table.press(TARGET, "D")
    assert table.stands(TARGET) == "0604"
    assert marked(table) == {"german-xxiv"}


def test_moves_are_marked_and_arrivals_are_not(table: Table) -> None:
    table.start(phases=1)
    table.move("german-xlviii", "0208")
    assert marked(table) == {"german-xlviii"}
    table.next()
    table.move("soviet-5", "1103")
    assert table.stands("soviet-5") == "1103"
    assert marked(table) == set()


def test_giving_way_and_advancing_after_fire_leave_none(turn: fire.FireTurn) -> None:
    turn.begin()
    fire.fly_and_allocate(turn)
    fire.german_attacks(turn)
    assert turn.table.stands("russian-western") == "B3"
    assert turn.table.stands("german-4pz") == "B2"
    assert marked(turn.table) == set()
