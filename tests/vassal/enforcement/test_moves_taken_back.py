"""A key takes back every move of a unit in a phase, as if it had stayed, or says why it can't."""

from __future__ import annotations

from tests.vassal.enforcement.table import Table

PANZER, CORPS, RIDER = "german-xlvi", "german-ix", "german-xxiv"
BACK = "C"


def pieces(table: Table) -> list[list[object]]:
    """Return what is noted of all pieces; an empty note is none."""
    found = table.state()["pieces"]
    assert isinstance(found, list)
    return [[value or None for value in piece] for piece in found]


def test_a_move_of_several_legs_is_taken_back_at_once(table: Table) -> None:
    table.start()
    panzer, before = table.unit(RIDER), pieces(table)
    start = table.where(panzer)
    told = [table.move(RIDER, goal) for goal in ("0310", "0309")]
    assert all("MP left" in line for line in told), told
    assert table.press(RIDER, BACK) == f"* XXIV Panzer Corps takes its move back: 0309 → {start}."
    assert pieces(table) == before
    # Its next move is its first again.
    assert table.move(RIDER, "0310") == told[0]
    assert table.problems() == []


def test_other_moves_between_stay_and_one_undo_gives_the_move_again(table: Table) -> None:
    table.start()
    table.drag(table.unit(PANZER), "0307")
    table.move(CORPS, "0406")
    moved = table.state()
    table.press(PANZER, BACK)
    assert table.where(table.unit(CORPS)) == "0406"
    table.player.undo()
    assert table.state() == moved
    assert table.problems() == []


def test_what_cannot_be_taken_back_says_why_and_leaves_no_trace(table: Table) -> None:
    table.start(phases=0)
    before = table.state()
    assert "only in the movement phase in which it was made" in table.press(PANZER, BACK)
    assert table.refused(before)
    table.start()
    before = table.state()
    assert table.press(PANZER, BACK) == "* Refused: XLVI Panzer Corps: it hasn't moved in this phase."
    assert table.refused(before)
    table.player.change_side("Soviet")
    assert "is commanded by the German player" in table.press(PANZER, BACK)
    assert table.problems() == []
