"""Attackers disrupted by their side's choice, worth the defenders' losses, from the data alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.disruption_record import Disruption
from hexwright.model.rules.rules_record import Effect
from hexwright.players.greedy_policy import GreedyPolicy
from hexwright.players.random_stream import RandomStream
from hexwright.rules.combat import advance_after_combat, combat_results
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import check_rules
from tests.rules.battling import Battle
from tests.rules.games_with_chosen_disruption import ALL, STEP
from tests.rules.games_with_disruption import FIELD, names, shaken, standing, toy
from tests.rules.supplying import Supply


def worth_of(rules: RulesEngine, state: State, units: set[UnitId]) -> Fraction:
    """Return the printed strength of some units at their current steps."""
    counters, number = rules.setting.game.counters, rules.setting.unit_numbers
    faces = (counters.unit(unit).steps[state.steps[number[unit]] - 1] for unit in units)
    return sum((Fraction(face.strength or 0) for face in faces), Fraction(0))


def fought(number: int, disruption: Disruption | None = None, **more: Any) -> Mapping[str, int]:
    """Fight battles whose defenders are lost; return how often each event occurred."""
    rules = RulesEngine(toy(disruption, ALL, **more), "the-week")
    seen = dict.fromkeys(("chosen", "more than one", "all", "spared", "advanced"), 0)
    for seed in range(number):
        chance, taken, lines = RandomStream(seed), dict[str, str](), list[str]()
        for unit in rules.setting.units:
            hex_id = chance.choice(FIELD)
            if taken.setdefault(hex_id, unit.partition("-")[0]) == unit.partition("-")[0]:
                lines.append(f"{hex_id} {unit}")
        state = build_state(rules, lines, phase="blue-combat")
        for _ in range(3):
            attacks = [action for action in rules.legal_actions(state) if action.kind == "attack"]
            if attacks:
                state = rules.apply(state, chance.choice(attacks))
        if not state.battles:
            continue
        state = rules.apply(state, rules.parse(state, "end"))
        state = rules.apply(state, rules.legal_actions(state)[0])
        if state.fight is None:
            continue  # Below the table.
        before, attackers = state, names(rules, state.fight.attackers)
        told = Battle(rules, before, tuple(names(rules, state.fight.defenders)), tuple(attackers))
        owed = sum((told.units[unit].defence for unit in told.targets), Fraction(0))
        last: UnitId | None = None
        state = rules.apply(state, rules.parse(state, "roll 3"))
        while state.stage == "disrupting":
            action = chance.choice(rules.legal_actions(state))
            assert action.kind == "disrupt"
            last = action.unit
            state = rules.apply(state, action)
            seen["chosen"] += 1
        fresh = shaken(rules, state) - shaken(rules, before)
        assert fresh <= attackers, seed
        assert worth_of(rules, before, fresh) >= owed or fresh == attackers, seed
        if last is not None:
            # No more than it takes.
            assert worth_of(rules, before, fresh - {last}) < owed, seed
        seen["more than one"] += len(fresh) > 1
        seen["all"] += fresh == attackers and worth_of(rules, before, fresh) < owed
        seen["spared"] += fresh < attackers
        while state.stage == "advance":
            action = chance.choice(rules.legal_actions(state))
            seen["advanced"] += action.kind == "advance"
            assert action.unit not in fresh, seed
            state = rules.apply(state, action)
    return seen


def test_attackers_worth_the_defenders_are_disrupted_and_no_more() -> None:
    seen = fought(150)
    assert min(seen.values()), seen


FAULTS: Mapping[str, tuple[Any, str, Callable[..., Any]]] = {
    "nobody is disrupted": (combat_results, "disrupt_unit", lambda state, _unit: state),
    "one is chosen twice": (combat_results, "undisrupted_units", lambda _state, units: units),
    "the disrupted advance": (advance_after_combat, "disrupted_units_that_stay", lambda *_: 0),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_in_chosen_disruption_are_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, planted = FAULTS[fault]
    monkeypatch.setattr(where, name, planted)
    if fault == "nobody is disrupted":
        # Else it would choose for ever.
        monkeypatch.setattr(combat_results, "undisrupted_units", lambda *_: 0)
    with pytest.raises(AssertionError):
        assert min(fought(80).values())


def test_a_step_that_was_lost_is_matched_before_the_rest_retreats() -> None:
    rules = RulesEngine(toy(None, STEP), "the-week")
    lines = ["0304 blue-1", "0304 blue-2", "0405 blue-3", "0404 red-1"]
    state = build_state(rules, lines, phase="blue-combat")
    for text in ("attack blue-1 0404", "attack blue-3 0404", "end", "resolve 0404", "roll 3"):
        state = rules.apply(state, rules.parse(state, text))
    assert state.stage == "disrupting"
    assert [action.text for action in rules.legal_actions(state)] == ["disrupt blue-1", "disrupt blue-3"]
    assert rules.setting.sides.index(rules.active_side(state) or "") == rules.setting.side(state)
    state = rules.apply(state, rules.parse(state, "disrupt blue-3"))
    assert shaken(rules, state) == {"blue-3"}
    assert state.stage == "retreat"


def test_a_disrupted_unit_is_not_chosen_again() -> None:
    rules = RulesEngine(toy(Disruption(may_attack=True), ALL), "the-week")
    lines = ["0304 blue-1", "0304 blue-2", "0404 red-1"]
    state = build_state(rules, lines, phase="blue-combat", disrupted=["blue-1"])
    for text in ("attack blue-1 0404", "attack blue-2 0404", "end", "resolve 0404", "roll 3"):
        state = rules.apply(state, rules.parse(state, text))
    assert [action.text for action in rules.legal_actions(state)] == ["disrupt blue-2"]
    with pytest.raises(IllegalAction):
        rules.apply(state, rules.parse(state, "disrupt blue-1"))


def test_a_sensible_player_has_the_weakest_that_is_enough_disrupted() -> None:
    rules = RulesEngine(toy(None, ALL), "the-week")
    state = build_state(rules, ["0304 blue-1", "0405 blue-3", "0404 red-1"], phase="blue-combat")
    for text in ("attack blue-1 0404", "attack blue-3 0404", "end", "resolve 0404", "roll 3"):
        state = rules.apply(state, rules.parse(state, text))
    assert GreedyPolicy(rules, 1).choose(state).text == "disrupt blue-3"
    assert rules.describe(state, rules.parse(state, "disrupt blue-3")).endswith("is disrupted.")
    assert standing(rules, state)[UnitId("blue-3")] == "0405"


def test_results_that_disrupt_nobody_are_refused() -> None:
    def told(effects: tuple[Effect, ...]) -> str:
        changed = toy(None, effects)
        return "; ".join(fault.message for fault in check_rules(changed, changed.scenarios[0]))

    assert told(ALL) == told(STEP) == ""
    assert "match losses, but no earlier effect causes losses" in told(("attacker-exchange-disrupted",))
    assert "no unit is left" in told(
        ("defender-eliminated", "attacker-eliminated", "attacker-exchange-disrupted")
    )
    assert "two effects of the kind 'attacker-exchange'" in told(
        ("defender-eliminated", "attacker-exchange", "attacker-exchange-disrupted")
    )


@pytest.mark.parametrize("in_supply", [True, False])
def test_units_recover_out_of_supply_where_a_phase_says_so(*, in_supply: bool) -> None:
    found = toy(None)
    sequence = tuple(
        replace(phase, supplied_only=in_supply) if phase.kind == "recovery" else phase
        for phase in found.rules.sequence
    )
    rules = RulesEngine(replace(found, rules=replace(found.rules, sequence=sequence)), "the-week")
    state = build_state(rules, ["0901 blue-1", "0304 red-1"], phase="blue-combat", disrupted=["blue-1"])
    assert not Supply(rules, state, "blue").has(HexId("0901"))
    while rules.phase(state) == "blue-combat":
        state = rules.apply(state, rules.parse(state, "end"))
    assert (shaken(rules, state) == {"blue-1"}) == in_supply
