"""A whole turn of both sides in a game of fire combat, as two players would play it, forbidden things too."""

from __future__ import annotations

from tests.vassal.enforcement.fire_turn import FireTurn, whole_turn


def test_a_turn_of_both_sides_is_played_with_all_that_is_forbidden_on_the_way(turn: FireTurn) -> None:
    whole_turn(turn)
    assert turn.table.get("Turn") == "2"
    assert turn.table.get("Weather") == "good"
    assert turn.fortified() == ["german-2a"]
    assert {"retreat", "advance", "hit", "move", "works", "attacker", "round of fire"} <= set(turn.refused)
    assert turn.table.problems() == []
