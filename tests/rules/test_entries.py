"""Units of an entry arrive at its edges, hexes and places, and not in hexes with an enemy."""

from __future__ import annotations

import pytest

from hexwright.model.ids import HexId
from hexwright.model.rules.replacement_record import Entry
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.replacement import reinforcements
from tests.vassal.compile.games import game

SLUG = "toy-causeway"
EAST = {f"09{row:02}" for row in range(1, 9)}


def places_of(unit: str, phase: str, turn: int, *standing: str, **owners: str) -> set[str]:
    """Return the hexes where a unit may come into play."""
    rules = RulesEngine(game(SLUG), "the-week")
    state = build_state(rules, standing, turn=turn, phase=phase, owners={"0804": "red", **owners})
    return {str(action.hex) for action in rules.legal_actions(state) if action.unit == unit and action.hex}


def test_hexes_stand_in_for_the_edge_of_the_side() -> None:
    assert places_of("blue-guard", "blue-reinforcement", 2) == {"0104", "0105"}
    assert places_of("blue-guard", "blue-reinforcement", 2, "0104 red-1") == {"0105"}
    assert places_of("blue-guard", "blue-reinforcement", 1) == set()


def test_edges_hexes_and_places_are_had_together() -> None:
    assert places_of("red-tank", "red-reinforcement", 3) == {*EAST, "0608", "0804"}
    assert places_of("red-tank", "red-reinforcement", 3, "0901 blue-1", "0804 blue-2") == {
        *(EAST - {"0901"}),
        "0608",
    }


def test_another_place_of_entry_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def usual(board: object, entry: Entry, edge: str) -> int:
        return sum(1 << game_board.index[HexId(f"01{row:02}")] for row in range(1, 9))

    game_board = RulesEngine(game(SLUG), "the-week").setting.board
    monkeypatch.setattr(reinforcements, "entry_hexes", usual)
    with pytest.raises(AssertionError):
        test_hexes_stand_in_for_the_edge_of_the_side()
