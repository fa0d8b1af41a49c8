"""Conditions of units that leave the map."""

from __future__ import annotations

import pytest

from hexwright.rules.engine.game_state import AT_BASE, NOT_IN_PLAY, OUT_OF_GAME, POOL, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.unit_placement import disrupt_unit, remove_unit
from tests.rules.fire.table import rules


def shaken() -> tuple[RulesEngine, State, list[int]]:
    """Return a position in which each unit on the map is disrupted, and those units."""
    kernel = rules()
    state = kernel.set_up()
    standing = [unit for unit, place in enumerate(state.locations) if place >= 0]
    for unit in standing:
        state = disrupt_unit(state, unit)
    return kernel, state, standing


@pytest.mark.parametrize("to", [POOL, NOT_IN_PLAY, OUT_OF_GAME, AT_BASE])
def test_a_unit_that_leaves_the_map_loses_its_condition(to: int) -> None:
    kernel, state, standing = shaken()
    assert all(state.conditions[unit] for unit in standing)
    for unit in standing:
        off = remove_unit(kernel.setting, state, unit, to)
        assert off.locations[unit] == to
        assert not off.conditions[unit]
        assert off.conditions[:unit] == state.conditions[:unit]
        assert off.conditions[unit + 1 :] == state.conditions[unit + 1 :]
