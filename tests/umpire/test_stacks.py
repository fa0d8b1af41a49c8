"""The umpire knows limits of stacking by points and by place."""

from __future__ import annotations

import pytest

from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.umpire.planting import Field
from tests.vassal.compile.games import game

CAUSEWAY = "toy-causeway"
POINTS = "at most 3 points may stay in a hex, Tanks counting 2, Headquarters counting nothing"


def field(*standing: str) -> Field:
    """Return the toy as Blue moves."""
    kernel = RulesEngine(game(CAUSEWAY), "the-week")
    state = build_state(kernel, (*standing, "0803 red-1"), turn=1, phase="blue-movement")
    return Field(kernel, state, slug=CAUSEWAY)


@pytest.mark.parametrize("told", [True, False])
def test_a_phase_that_ends_with_too_many_points_in_a_hex_is_found(told: bool) -> None:
    table = field("0204 blue-1", "0204 blue-tank", "0205 blue-2")
    table.do("move blue-2 0204")
    table.plant(table.turn(1, "blue-combat"))
    [found] = table.found(told=told)
    assert POINTS in found.why


@pytest.mark.parametrize("told", [True, False])
def test_a_unit_that_counts_nothing_for_stacking_may_stay(told: bool) -> None:
    table = field("0204 blue-1", "0204 blue-tank", "0205 blue-staff")
    table.do("move blue-staff 0204", "end")
    assert table.found(told=told) == ()


@pytest.mark.parametrize("told", [True, False])
def test_a_move_that_the_key_takes_back_leaves_the_unit_all_its_points(told: bool) -> None:
    table = field("0204 blue-1", "0205 blue-2")
    start = table.state
    table.do("move blue-2 0206")
    table.plant(table.drag("blue-2", "0205"))
    table.state = start
    table.do("move blue-2 0208", "end")
    assert table.found(told=told) == ()
