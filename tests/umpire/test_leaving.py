"""The umpire follows units that leave the map, and finds those that may not."""

from __future__ import annotations

import pytest

from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.umpire.planting import Field
from tests.vassal.compile.games import game

REDOUBT = "toy-redoubt"


def beside_the_edge() -> Field:
    """Return the toy with scouts at the east edge, foot a hex off, and an enemy far away."""
    kernel = RulesEngine(game(REDOUBT), "the-day")
    standing = ("0801 amber-scout", "0705 amber-1", "0101 slate-1")
    return Field(kernel, build_state(kernel, standing, turn=2, phase="amber-movement"), slug=REDOUBT)


@pytest.mark.parametrize("told", [True, False])
def test_a_legal_exit_is_followed(told: bool) -> None:
    field = beside_the_edge().do("exit amber-scout", "move amber-1 0805", "exit amber-1", "end")
    assert field.state.exit_points == (9, 0)
    assert field.found(told=told) == ()


def test_an_exit_from_a_forbidden_hex_is_found() -> None:
    field = beside_the_edge()
    field.plant(field.off("amber-1"))
    [found] = [one for one in field.found() if one.kind == "offence"]
    assert "1st Amber Foot" in found.done


def test_an_exit_in_the_enemy_phase_is_found() -> None:
    field = beside_the_edge().do("end", "end")
    assert field.kernel.phase(field.state) == "slate-movement"
    field.plant(field.off("amber-scout"))
    assert [one for one in field.found() if one.kind == "offence"]
