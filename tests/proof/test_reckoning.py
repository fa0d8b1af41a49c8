"""What a move in several drags comes to: nothing that a whole move of the reference wouldn't."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from builder.geometry.bits import members
from tests.rules.positions import LONG, rules
from validators.play.chooser import Chooser
from validators.play.policy import RandomPolicy
from validators.proof.reckoning import after_leg, begun, ends, leg, listed
from validators.rules.kernel import Kernel
from validators.rules.movement import movers, reach
from validators.rules.protocol import CHANCE
from validators.rules.state import State


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
                here = after_leg(setting, state, unit, on, halt)
                further = ends(setting, here, unit, on)
                assert further & ~whole == 0
                for end in chooser.shuffled(list(members(further)))[:3]:
                    both = leg(setting, here, unit, on, end)
                    assert both is not None
                    assert listed(setting, here, unit, both, end)
                compared += 1
        action = kernel.draw(state) if kernel.active_side(state) == CHANCE else policy.choose(state)
        state = kernel.apply(state, action)
    assert compared >= 40


def moves_by_places(kernel: Kernel, state: State) -> Iterator[tuple[int, int, set[int]]]:
    """Yield units, hexes that they may reach, and the sets of places that the reference lets them take."""
    setting = kernel.setting
    for unit in movers(setting, state):
        found: dict[int, set[int]] = {}
        foreign = setting.places & ~state.owned[setting.side_of[unit]]
        for mode, may in setting.phase_modes[state.phase]:
            for through, hexes in reach(setting, state, unit, mode).items() if may >> unit & 1 else ():
                for end in members(hexes):
                    found.setdefault(end, set()).add(through | foreign & 1 << end)
        found.pop(state.where[unit], None)  # There and back needs a halt.
        for end, sets in found.items():
            yield unit, end, sets


@pytest.mark.parametrize("series", range(2))
def test_a_move_takes_as_few_places_as_any_whole_move_of_the_reference(series: int) -> None:
    kernel = rules(LONG)
    setting = kernel.setting
    policy, state = RandomPolicy(kernel, series), kernel.set_up(series)
    choices, phase = 0, -1
    while choices < 60 and not kernel.is_over(state):
        if state.stage == "move" and state.phase != phase:
            phase = state.phase
            for unit, end, sets in moves_by_places(kernel, state):
                on = leg(setting, state, unit, begun(setting, state, unit), end)
                assert on is not None
                assert on.taken in sets
                assert on.taken.bit_count() == min(taken.bit_count() for taken in sets)
                choices += len(sets) > 1
        action = kernel.draw(state) if kernel.active_side(state) == CHANCE else policy.choose(state)
        state = kernel.apply(state, action)
    assert choices >= 60
