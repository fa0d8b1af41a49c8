"""Mandatory attacks: declaration may end exactly if the oracle permits it, and can always be completed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from hexwright.geometry.bitsets import members
from hexwright.model.ids import PhaseId, UnitId
from hexwright.model.order_of_battle import Reinforcement, Replacement
from hexwright.model.rules.criteria_record import Unless
from hexwright.model.rules.mandatory_attack_record import AttackDuties, AttackDuty
from hexwright.players.greedy_policy import GreedyPolicy
from hexwright.players.random_stream import RandomStream
from hexwright.rules.combat import attack_obligations
from hexwright.rules.combat.battle_odds import compute_odds
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import END, IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import check_rules
from tests.rules.games_with_attack_duties import (
    ALL,
    EVERY,
    VARIANTS,
    Attacked,
    compared,
    ended,
    kernel,
    scattered,
    toy,
)
from tests.tiers import sampled
from tests.vassal.compile.games import game


@pytest.mark.parametrize("attacked", ["unit", "hex", "hexes"])
@pytest.mark.parametrize("variant", sampled(VARIANTS, *range(0, len(VARIANTS), 2)))
def test_declaring_ends_when_the_naive_judge_says(attacked: Attacked, variant: str) -> None:
    yes, no, _ = compared(attacked, variant, 14)
    assert yes
    assert no or variant in ("another time", "of Red")


"""Targets and mandatory attacks with which planted faults are sought."""


def test_as_few_as_possible_are_left_out_where_not_all_can_be_attacked() -> None:
    _, _, spared = compared("hex", "all", 25)
    assert spared


# The judge finds faults -------------------------------------------------------------------------------


def first_come(
    goals: tuple[int, ...], touching: Mapping[int, attack_obligations.AttackGoal], units: int
) -> dict[int, int]:
    """Pair each target with the first free unit, without ever revising a pair."""
    held: dict[int, int] = {}
    for goal in goals:
        unit = next((u for u in members(touching[goal].adjacent_attackers & units) if u not in held), None)
        if unit is not None:
            held[unit] = goal
    return held


FAULTS: Mapping[str, tuple[str, Callable[..., Any], str]] = {
    "nobody changes what he attacks": ("match_goals", first_come, "all"),
    "all can be attacked": ("match_goals", lambda goals, *_: dict(enumerate(goals)), "all"),
    "spared all the same": (
        "_units_bound_to_goal",
        lambda _s, _t, dues, contact: contact.adjacent_attackers if dues else 0,
        "in supply",
    ),
    "one battle is enough": (
        "_attacked_goals",
        lambda battles: set(range(99)) if battles else set(),
        "enemies",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_naive_judge_finds_planted_faults_in_attack_duties(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, planted, variant = FAULTS[fault]
    monkeypatch.setattr(attack_obligations, name, planted)
    with pytest.raises((AssertionError, KeyError, ValueError)):
        compared("hex", variant, 60)


# What is told, refused and taken back ----------------------------------------------------------------

LINES = ("0304 blue-1", "0304 blue-2", "0303 blue-3", "0404 red-1", "0403 red-3")
"""0304 is adjacent to both Red hexes, 0303 only to 0403."""


def played(rules: RulesEngine, *texts: str, lines: tuple[str, ...] = LINES) -> State:
    state = build_state(rules, lines, phase="blue-combat")
    for text in texts:
        state = rules.apply(state, rules.parse(state, text))
    return state


def test_the_end_is_refused_with_who_must_still_attack_and_be_attacked() -> None:
    rules = kernel("hex")
    with pytest.raises(
        IllegalAction, match=r"blue-1, blue-3 must still attack and 0404 must still be attacked \(3\)"
    ):
        played(rules, "attack blue-2 0403", "end")


def test_a_division_that_leaves_somebody_out_is_taken_back_before_the_first_die() -> None:
    rules = kernel("hex")
    state = played(rules, "attack blue-1 0403", "attack blue-2 0403", "attack blue-3 0403")
    assert END not in rules.legal_actions(state)
    state = played(rules, "attack blue-1 0403", "attack blue-2 0403", "attack blue-3 0403", "leave blue-2")
    assert rules.describe(state, rules.parse(state, "leave blue-1")).startswith(
        "1st Blue Division (5) in 0304"
    )
    done = rules.apply(state, rules.parse(state, "attack blue-2 0404"))
    assert rules.is_legal(done, END)


def test_an_attack_on_several_hexes_is_called_off_by_whoever_leaves_it() -> None:
    rules = kernel("hexes")
    state = played(rules, "attack blue-1 0403", "attack blue-1 0404", "attack blue-2 0403", "leave blue-2")
    assert state.battles == ()
    assert state.acted == 0


def test_without_duties_nothing_is_taken_back() -> None:
    rules = RulesEngine(game("toy-causeway"), "the-week")
    state = played(rules, "attack blue-1 0403")
    assert not any(action.kind == "leave" for action in rules.legal_actions(state))


def test_below_the_first_column_a_battle_is_fought_in_the_first_where_rules_say_so() -> None:
    lines = ("0303 blue-guard", "0403 red-1", "0403 red-2", "0403 red-3")
    levels = []
    for below in ("first-column", "no-effect"):
        rules = RulesEngine(toy("hex", ALL, below, plain=True), "the-week")
        state = played(rules, "attack blue-guard 0403", "end", lines=lines)
        them = sum(1 << rules.setting.unit_numbers[UnitId(u)] for u in ("red-1", "red-2", "red-3"))
        found = compute_odds(
            rules.setting, state, them, 1 << rules.setting.unit_numbers[UnitId("blue-guard")]
        )
        after = rules.apply(state, rules.parse(state, "resolve 0403"))
        levels.append((found.final_column, found.comparison, after.stage == "roll"))
    assert levels == [(1, "below 1:2", True), (0, "below 1:2", False)]


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({}, []),
        ({"below_minimum_odds": None}, ["P006"]),
        ({"mandatory_attacks": AttackDuties()}, ["P006"]),
        ({"mandatory_attacks": AttackDuties(must_attack=(AttackDuty(condition="fortified"),))}, ["P006"]),
        (
            {
                "mandatory_attacks": AttackDuties(
                    EVERY, exceptions=(AttackDuty(phases=(PhaseId("blue-movement"),)),)
                )
            },
            ["P006"],
        ),
        (
            {
                "mandatory_attacks": AttackDuties(
                    EVERY, exceptions=(AttackDuty(unless=Unless(along=("road",))),)
                )
            },
            [],
        ),
    ],
)
def test_duties_that_nobody_could_play_are_refused(change: Mapping[str, Any], codes: list[str]) -> None:
    found = toy("hex", ALL)
    assert found.rules.combat is not None
    combat = replace(found.rules.combat, **change)
    changed = replace(found, rules=replace(found.rules, combat=combat))
    assert [fault.code for fault in check_rules(changed, changed.scenario("the-week"))] == codes


# The policy -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("attacked", ["unit", "hex", "hexes"])
def test_the_greedy_policy_declares_whole_divisions_and_takes_nothing_back(attacked: Attacked) -> None:
    rules, fought = kernel(attacked), 0
    for seed in range(40):
        state = scattered(rules, RandomStream(seed))
        player, actions = GreedyPolicy(rules, seed), []
        while state.stage == "declare" and rules.setting.phases[state.phase].kind == "combat":
            action = player.choose(state)
            assert rules.is_legal(state, action)
            actions.append(action.kind)
            if action == END:
                break
            state = rules.apply(state, action)
        assert attacked == "hexes" or "leave" not in actions
        fought += bool(state.battles)
    assert fought > 20


def test_the_weak_are_soaked_off_and_the_strong_attack_where_it_is_worth_most() -> None:
    lines = ("0304 blue-1", "0304 blue-2", "0304 blue-guard", "0404 red-3", "0403 red-1", "0403 red-2")
    rules = RulesEngine(toy("hex", ALL, plain=True), "the-week")
    state = build_state(rules, lines, phase="blue-combat")
    player = GreedyPolicy(rules, 1)
    while (action := player.choose(state)) != END:
        state = rules.apply(state, action)
    names = {
        rules.setting.board.ids[b.goal]: {rules.setting.units[u] for u in members(b.attackers)}
        for b in state.battles
    }
    assert names == {"0403": {"blue-guard"}, "0404": {"blue-1", "blue-2"}}


# How long it takes --------------------------------------------------------------------------------------


def crowd(units: int) -> RulesEngine:
    """Return the toy with a number of Blue units, half as many Red units, and mandatory attacks."""
    found = toy("hex", ALL)
    blue, red = found.counters.unit(UnitId("blue-1")), found.counters.unit(UnitId("red-1"))
    more = tuple(
        replace(one, id=UnitId(f"{one.side}-x{n}"), designation=str(n), name=f"{one.side.title()} {n}")
        for one, many in ((blue, units), (red, units // 2))
        for n in range(many)
    )
    late = tuple(Reinforcement(5, one.side, (one.id,), "Late.") for one in more)
    counters = replace(found.counters, units=(*found.counters.units, *more))
    points = tuple(Replacement(one.side, 5, 5, 1) for one in (blue, red))
    oob = replace(found.oob, reinforcements=(*found.oob.reinforcements, *late), replacements=points)
    return RulesEngine(replace(found, counters=counters, oob=oob), "the-week")


def lined_up(rules: RulesEngine, units: int) -> State:
    """Return a position with alternating lines of Blue and Red hexes, and the units spread over them."""
    ids = rules.setting.board.ids
    rows = {side: [h for h in ids if h and int(h[2:]) % 2 == odd] for side, odd in (("blue", 1), ("red", 0))}
    lines = [f"{rows['blue'][n % len(rows['blue'])]} blue-x{n}" for n in range(units)]
    lines += [f"{rows['red'][n % len(rows['red'])]} red-x{n}" for n in range(units // 2)]
    return build_state(rules, lines, phase="blue-combat")


def test_sixty_units_are_divided_step_by_step() -> None:
    rules = crowd(60)
    state = lined_up(rules, 60)
    assert len(attack_obligations.find_attack_goals(rules.setting, state)) == 30
    assert attack_obligations.next_division_step(rules.setting, state) is not None
    assert rules.is_legal(ended(rules, state, most=200), END)
