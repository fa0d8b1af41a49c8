"""Results that replace units by cadres: the units aren't lost, but a unit without a cadre is lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from hexwright.model.rules.rules_record import Effect
from hexwright.rules.combat import combat_results
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from tests.rules.games_with_cadres import Judge, fought, told, toy
from tests.rules.games_with_turned_units import TURNING


class Counting(Judge):
    """Also counts the units permanently lost, which may leave no cadre."""

    def __init__(self, rules: RulesEngine, state: State) -> None:
        super().__init__(rules, state)
        self.seen |= {"turned": 0, "counted": 0}

    def step(self, before: State, action: Action, after: State) -> None:
        """Judge a step of the battle."""
        super().step(before, action, after)
        was, now = self.standing(before), self.standing(after)
        lost = {str(side): 0 for side in self.rules.setting.sides}
        for unit in set(was) - set(now):
            step = before.steps[self.rules.setting.unit_numbers[unit]]
            side = self.game.counters.unit(unit).side
            if self.entry(unit, step, before) >= 0:
                self.seen["turned"] += 1
            else:
                self.seen["counted"] += 1
                lost["red" if side == "blue" else "blue"] += 1
        for number, winner in enumerate(self.rules.setting.sides):
            more = after.destroyed[number] - before.destroyed[number]
            assert more == lost[winner], (action.text, winner)


def test_a_unit_turned_into_another_counts_as_no_loss() -> None:
    seen = fought(RulesEngine(toy(TURNING), "the-week"), range(60), Counting)
    assert all(seen[name] for name in ("turned", "counted", "came", "advanced")), seen


FAULTS: Mapping[str, Callable[..., bool]] = {
    "all are lost": lambda *_: False,
    "nobody is lost": lambda *_: True,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_in_units_turned_into_cadres_are_found(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(combat_results, "_becomes_cadre", FAULTS[fault])
    with pytest.raises(AssertionError):
        fought(RulesEngine(toy(TURNING), "the-week"), range(60), Counting)


def test_results_that_turn_nobody_or_are_counted_otherwise_are_refused() -> None:
    assert told(toy(TURNING)) == ""
    assert "result 'AL' replaces units with cadres, but there are no cadres" in told(toy(TURNING, cadres=()))
    found = toy(TURNING)
    (rules,) = found.rules.victory
    losses = tuple(replace(one, per="strength", less_cadres=True) for one in rules.losses[-1:])
    changed = replace(found.rules, victory=(replace(rules, losses=losses),))
    assert "no points are scored for units that result 'AL' replaces with cadres" in told(
        replace(found, rules=changed)
    )
    matched: Mapping[str, tuple[Effect, ...]] = {**TURNING, "EX": ("defender-to-cadre", "attacker-exchange")}
    assert "makes attackers match losses, but no earlier effect causes losses" in told(toy(matched))
