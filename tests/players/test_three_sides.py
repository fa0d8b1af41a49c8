"""In a war of three sides losses, and the sides that caused them, are reported for each side alone."""

from __future__ import annotations

import dataclasses
from collections import Counter
from functools import cache

from hexwright.model.ids import SideId
from hexwright.players.playtesting.game_statistics import simulate_game
from hexwright.players.playtesting.simulation import simulate
from hexwright.players.policies import play_game
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import check_rules
from tests.players.game_of_three_sides import SCENARIO, SIDES, game


@cache
def kernel() -> RulesEngine:
    assert check_rules(game(), game().scenario(SCENARIO)) == ()
    return RulesEngine(game(), SCENARIO)


def battle(phase: str, roll: int, *standing: str) -> State:
    """Return the state after the only attack that the phase allows was rolled for."""
    rules = kernel()
    state = build_state(rules, standing, turn=1, phase=phase)
    attack = next(action for action in rules.legal_actions(state) if action.kind == "attack")
    state = rules.apply(rules.apply(state, attack), Action("end"))
    while rules.active_side(state) != CHANCE:
        state = rules.apply(state, rules.legal_actions(state)[0])
    state = rules.apply(state, Action("roll", roll=roll))
    while state.fight is not None:
        state = rules.apply(state, rules.legal_actions(state)[0])
    return state


def test_an_elimination_is_credited_to_the_attacker_and_not_to_the_third_side() -> None:
    assert battle("blue-combat", 6, "A5 blue-1", "A4 green-1/2").destroyed == (0, 0, 0)  # NE
    assert battle("green-combat", 6, "A5 green-1", "A4 blue-guard").destroyed == (0, 0, 1)
    assert battle("red-combat", 6, "A5 red-1", "A4 blue-guard").destroyed == (1, 0, 0)


def test_a_defender_has_eliminated_the_attacker_and_the_third_side_has_not() -> None:
    assert battle("blue-combat", 1, "A5 blue-guard", "A4 green-2/2").destroyed == (0, 0, 1)
    assert battle("green-combat", 1, "A5 green-1/2", "A4 red-1/2").destroyed == (1, 0, 0)


def test_losses_of_each_side_are_its_own_and_each_unit_is_eliminated_once() -> None:
    rules, policies = kernel(), dict.fromkeys(SIDES, "greedy")
    setting = rules.setting
    steps: Counter[SideId] = Counter()
    units: list[int] = []
    fallen = 0

    def watch(before: State, action: Action, after: State) -> None:
        fought = before.fight is not None or after.fight is not None
        if not fought and action.kind != "attrition":
            return
        for unit, side in enumerate(setting.side_of):
            had = setting.last_step[unit] + 1 - before.steps[unit] if before.locations[unit] >= 0 else 0
            has = setting.last_step[unit] + 1 - after.steps[unit] if after.locations[unit] >= 0 else 0
            steps[SIDES[side]] += had - has
            if fought and had > 0 == has:
                units.append(unit)

    for seed in range(4):
        steps.clear()
        units.clear()
        final = play_game(rules, seed, policies, watch).final
        told = simulate_game(rules, seed, policies)
        assert {side: sum(told.steps_lost[side]) for side in SIDES} == {side: steps[side] for side in SIDES}
        assert sum(final.destroyed) == len(units) == sum(sum(told.destroyed[side]) for side in SIDES)
        fallen += len(units)
    assert fallen > 2


def test_a_series_tells_the_three_sides_apart() -> None:
    rows = dict(simulate(game(), SCENARIO, 4, 1, dict.fromkeys(SIDES, "random")).rows())
    for side in SIDES:
        assert {f"{side} wins (random)", f"steps lost by {side}", f"units eliminated by {side}"} <= set(rows)


def test_a_third_side_may_join_a_game_of_fire_with_air_units() -> None:
    from tests.rules.fire.table import SCENARIO as MARSH
    from tests.rules.fire.table import game as volley

    sides = (*volley().info.sides, game().info.sides[2])
    third = dataclasses.replace(volley(), info=dataclasses.replace(volley().info, sides=sides))
    assert check_rules(third, third.scenario(MARSH)) == ()
