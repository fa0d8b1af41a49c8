"""What a move in several drags comes to: nothing that a whole move of the reference wouldn't."""

from __future__ import annotations

import pytest

from tests.rules.positions import LONG, rules
from validators.play.chooser import Chooser
from validators.play.policy import RandomPolicy
from validators.proof.reckoning import after_leg, begun, ends, leg
from validators.rules.bits import members
from validators.rules.movement import movers, reach
from validators.rules.protocol import CHANCE


@pytest.mark.parametrize("series", range(3))
def test_a_move_in_two_goes_leads_nowhere_else(series: int) -> None:
    kernel = rules(LONG)
    setting, chooser = kernel.setting, Chooser(series)
    policy, state = RandomPolicy(kernel, series), kernel.set_up(series)
    compared = 0
    while compared < 40 and not kernel.is_over(state):
        units = movers(setting, state) if state.stage == "move" else []
        if units and chooser.below(8) == 0:
            unit = chooser.choice(units)
            whole = 1 << state.where[unit]
            for mode, may in setting.phase_modes[state.phase]:
                if may >> unit & 1:
                    for hexes in reach(setting, state, unit, mode).values():
                        whole |= hexes
            first = begun(setting, state, unit)
            halts = list(members(ends(setting, state, unit, first)))
            for halt in chooser.shuffled(halts)[:3]:
                on = leg(setting, state, unit, first, halt)
                assert on is not None
                assert whole >> halt & 1
                further = ends(setting, after_leg(setting, state, unit, on, halt), unit, on)
                assert further & ~whole == 0
                compared += 1
        action = kernel.draw(state) if kernel.active_side(state) == CHANCE else policy.choose(state)
        state = kernel.apply(state, action)
    assert compared >= 40
