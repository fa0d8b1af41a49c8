"""A traced supply line is kept while no value changes from which it was traced."""

from __future__ import annotations

from typing import Any, cast

import pytest

from hexwright.players.policies import RandomPolicy
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE
from hexwright.rules.supply import supply_range
from hexwright.rules.supply.supply_range import _trace_supply, _trace_supply_anew, _values_traced_from
from tests.shipped import shipped

GAMES = ("battle-for-moscow", "moscow-embattled", "moscow-campaign", "battle-of-moscow")


class Watched:
    """A state that records which of its values are read."""

    def __init__(self, state: State) -> None:
        self.state, self.read = state, set[str]()

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return getattr(self.state, name)


def positions(rules: RulesEngine, number: int) -> list[State]:
    """Return positions of a random game, some actions apart."""
    state, policy, found = rules.set_up(1), RandomPolicy(rules, 1), list[State]()
    for count in range(25 * number):
        if rules.is_over(state):
            break
        if count % 25 == 0:
            found.append(state)
        action = rules.draw(state) if rules.active_side(state) == CHANCE else policy.choose(state)
        state = rules.apply(state, action)
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_supply_is_traced_from_no_more_than_what_is_compared(slug: str) -> None:
    game = shipped(slug).game
    rules = RulesEngine(game, game.scenarios[0].id)
    setting, traced = rules.setting, 0
    for state in positions(rules, 8)[1:]:
        for side, tracing in setting.supply_lines.items():
            watched = Watched(state)
            anew = _trace_supply_anew(setting, cast(State, watched), side, tracing)
            compared = Watched(state)
            _values_traced_from(cast(State, compared))
            assert watched.read <= compared.read
            assert _trace_supply(setting, state, side, tracing) == anew
            traced += 1
    assert traced or not setting.supply_lines


def test_supply_is_traced_once_while_only_battles_change(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = RulesEngine(shipped("moscow-campaign").game, "scenario-01")
    setting, state, calls = rules.setting, rules.set_up(1), list[int]()

    def counted(*asked: Any) -> supply_range.TracedSupply:
        calls.append(asked[2])
        return _trace_supply_anew(*asked)

    setting.recent.supply.clear()
    monkeypatch.setattr(supply_range, "_trace_supply_anew", counted)
    for number in range(4):
        supply_range.hexes_in_communication(setting, replace(state, acted=number), 0)
    assert calls == [0]
    supply_range.hexes_in_communication(setting, replace(state, turn=state.turn + 1), 0)
    assert calls == [0, 0]
