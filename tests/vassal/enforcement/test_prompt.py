"""The prompt beside the map's buttons: whose turn it is, what to do, and what was just refused."""

from __future__ import annotations

import pytest

from hexwright.engine_driver import OBSERVER
from hexwright.vassal.enforcement.setup import STATUS_MOST_LETTERS
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.enforcement.battles import THREE, fight
from tests.vassal.enforcement.table import Table

PANZER, TARGET = "german-xlvi", "soviet-20"
BEGIN = ". By mail: begin a log first (Log button)."
AWAIT = ". By mail: wait for that player's log."
MOVEMENT = "German movement"
REFUSED = (f"Your turn: {MOVEMENT}{BEGIN}", "Refused: 20th Army is moved by the Soviet player.")
CLICK = '{new bsh.Interpreter().eval(RulesRun + "press(\\"dropRefusal\\");").toString()}'


@pytest.mark.parametrize(
    ("seat", "head"),
    [
        ("German", f"Your turn: {MOVEMENT}{BEGIN}"),
        ("Soviet", f"The German player's turn: {MOVEMENT}{AWAIT}"),
        (BOTH_SIDES, f"The German player's turn: {MOVEMENT}"),
        (OBSERVER, f"The German player's turn: {MOVEMENT}"),
    ],
)
def test_each_seat_reads_whose_turn_it_is_and_who_waits_what_to_send(
    table: Table, seat: str, head: str
) -> None:
    table.start(seat)
    # Who waits reads for whom the step is.
    whom = "For the German player: " if seat == "Soviet" else ""
    step = f"{whom}Drag units (Ctrl G on one lights up where it may go); then press Next phase."
    assert table.prompt() == (head, step)


def test_a_wider_window_shows_more_of_a_long_prompt(table: Table) -> None:
    table.start()
    table.player.set_property("NextStep", "Germans: " + "drag these units " * 40)
    for width, letters in ((1020, STATUS_MOST_LETTERS), (1530, STATUS_MOST_LETTERS * 3 // 2)):
        table.player.set_property("PromptWidth", str(width))
        assert len(table.prompt()[1]) == letters
    table.player.set_property("PromptWidth", "1020")


def test_a_decision_in_the_others_phase_is_the_others_turn(table: Table) -> None:
    assert "It can retreat to " in fight(table, 3, *THREE)
    side, _, step = str(table.get("NextStep")).partition(": ")
    assert side == "Germans"
    table.player.change_side("Soviet")
    whom = "For the German player: "
    assert table.prompt() == (
        f"The German player's turn: German combat{AWAIT}",
        f"{whom}{step[0].upper()}{step[1:]}",
    )
    table.player.change_side("German")
    assert table.prompt()[0] == f"Your turn: German combat{BEGIN}"


def refuse(table: Table) -> Table:
    """Move a panzer corps as the German player, then try to move an enemy's army."""
    table.start("German")
    table.drag(table.unit(PANZER), "0306")
    table.drag(table.unit(TARGET), "0805")
    assert table.prompt() == REFUSED
    return table


def test_a_refusal_is_gone_after_a_click_on_the_map(table: Table) -> None:
    refuse(table).player.evaluate(CLICK)
    assert table.prompt()[1].startswith("Too many units in 0306")


def test_a_refusal_is_gone_after_undo(table: Table) -> None:
    refuse(table).player.undo()
    assert table.prompt()[0] == f"Your turn: {MOVEMENT}{BEGIN}"


def test_a_refusal_is_gone_after_a_change_of_seat(table: Table) -> None:
    refuse(table).player.change_side("Soviet")
    assert table.prompt()[0] == f"The German player's turn: {MOVEMENT}{AWAIT}"


def test_a_refusal_is_gone_when_the_rules_are_set_otherwise(table: Table) -> None:
    refuse(table).rules("off")
    assert table.prompt()[0] == f"Your turn: {MOVEMENT}{BEGIN}"


def test_a_refusal_is_gone_after_the_next_move(table: Table) -> None:
    refuse(table).drag(table.unit("german-ix"), "0305")
    assert table.prompt()[0] == f"Your turn: {MOVEMENT}{BEGIN}"


def test_what_stands_against_the_rules_is_said_until_the_next_move(table: Table) -> None:
    refuse(table).rules("assist")
    table.drag(table.unit("german-ix"), "0909")
    head, text = table.prompt()
    assert head == f"Your turn: {MOVEMENT}{BEGIN}"
    assert text.startswith("Against the rules: ")
    assert "0909" in text
    table.drag(table.unit("german-viii"), "0305")
    assert table.prompt()[0] == f"Your turn: {MOVEMENT}{BEGIN}"
