"""In games by odds, units out of supply lose a step or are eliminated, only in supply phases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Literal

import pytest

from hexwright.model.rules.supply_record import SupplyRules
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.game_state import POOL
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.supply import supply_phase
from tests.rules.supplying import Supply
from tests.vassal.compile.games import game

SLUG = "toy-causeway"
Loss = Literal["step", "eliminated"]


@cache
def kernel(loss: Loss) -> RulesEngine:
    found = game(SLUG)
    rules = replace(found.rules, out_of_supply=SupplyRules(loss=loss))
    return RulesEngine(replace(found, rules=rules), "the-week")


def compared(rules: RulesEngine, loss: Loss, positions: int) -> tuple[int, int]:
    """Play a supply phase in random positions; return how many units had supply, and how many had none."""
    chooser, setting = RandomStream(positions), rules.setting
    hexes = [hex_id for hex_id in setting.board.ids if hex_id]
    fed = hungry = 0
    for _ in range(positions):
        lines = [f"{chooser.choice(hexes)} {unit}" for unit in setting.units]
        # Two sides never share a hex.
        standing = {line.split("-")[0]: line for line in lines}
        side = setting.sides[chooser.integer_below(2)]
        before = build_state(rules, list(standing.values()), turn=2, phase=f"{side}-combat")
        after = before
        while setting.phases[after.phase].id in (f"{side}-combat", f"{side}-supply"):
            after = rules.apply(after, rules.legal_actions(after)[-1])
        naive = Supply(rules, before, side)
        for number, unit in enumerate(setting.units):
            place, step = before.locations[number], before.steps[number]
            mine = game(SLUG).counters.unit(unit).side == side
            if place < 0:
                continue
            has = not mine or naive.has(setting.board.ids[place])
            fed, hungry = fed + (mine and has), hungry + (not has)
            lost = not has and (loss == "eliminated" or step == setting.last_step[number])
            told = f"{unit} in {setting.board.ids[place]} at {side}"
            assert after.locations[number] == (POOL if lost else place), told
            if not lost:
                assert after.steps[number] == step + (not has), told
    return fed, hungry


@pytest.mark.parametrize("loss", ["step", "eliminated"])
def test_only_units_without_supply_suffer(loss: Loss) -> None:
    fed, hungry = compared(kernel(loss), loss, 40)
    assert fed > 10
    assert hungry > 10


def _everybody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        supply_phase, "units_without_supply", lambda setting, state, side: setting.unit_sets_by_side[side]
    )


def _nobody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(supply_phase, "units_cut_off", lambda setting, state: [])


def _the_other_side(patch: pytest.MonkeyPatch) -> None:
    judged = supply_phase.side_tested
    patch.setattr(supply_phase, "side_tested", lambda setting, state: 1 - judged(setting, state))


@pytest.mark.parametrize("fault", [_everybody, _nobody, _the_other_side])
def test_a_fault_in_supply_phases_is_found(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError, match=" at "):
        compared(kernel.__wrapped__("step"), "step", 40)
