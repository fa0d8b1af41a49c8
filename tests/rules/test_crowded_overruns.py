"""Overruns if hexes may be overstacked until the end of the phase, checked move by move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import plan_walk, walk
from hexwright.model.game import Game
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.overrun_record import Overrun
from hexwright.model.rules.stacking_record import Stacking
from hexwright.players.policies import RandomPolicy
from hexwright.players.random_stream import RandomStream
from hexwright.rules.combat import overruns
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.conformance.close_combat import close
from tests.conformance.walking import bench_of
from tests.rules.overrun_positions import kernel as without_limits
from tests.rules.overrun_positions import position
from tests.rules.positions import LONG
from tests.tiers import ALL
from tests.vassal.compile.games import game

STRONG = Modifier(id="strong", name="strong", attack="9")
"""A modifier with which nearly every enemy can be overrun."""


@cache
def kernel(name: str, limit: int = 2) -> RulesEngine:
    """Return the first game with overruns, and a stacking limit at the end of movement phases."""
    found = without_limits(name).setting.game
    assert found.rules.combat is not None
    combat = replace(found.rules.combat, modifiers=(STRONG,))
    changed = replace(found.rules, combat=combat, stacking=Stacking(limit=limit))
    return RulesEngine(replace(found, rules=changed), LONG)


def full(rules: RulesEngine, state: State, limit: int = 2) -> set[int]:
    """Return the hexes in which the moving side exceeds the limit, counted unit by unit."""
    side = rules.setting.side(state)
    own = Counter(place for n, place in enumerate(state.locations) if rules.setting.side_of[n] == side)
    return {place for place, count in own.items() if place >= 0 and count > limit}


def watched(name: str, seeds: range) -> Counter[str]:
    """Play random movement phases; return how often each event occurred."""
    rules, seen = kernel(name), Counter[str]()
    for seed in seeds:
        chance = RandomStream(seed)
        state = position(rules, chance)
        while full(rules, state):
            state = position(rules, chance)
        policy, phase = RandomPolicy(rules, seed), state.phase
        base = state
        for count in range(400):
            if state.phase != phase or state.stage != "move":
                break
            legal = rules.legal_actions(state)
            deeds = [one for one in legal if one.kind in ("attack", "resolve", "take-back")]
            moves = [one for one in legal if one.kind == "move"]
            friends = state.occupied[rules.setting.side(state)]
            index = rules.setting.board.index
            onto = [one for one in moves if one.hex is not None and friends >> index[one.hex] & 1]
            if count < 60 and deeds and chance.integer_below(3):
                action = chance.choice(deeds)
            elif count < 60 and moves:
                action = chance.choice(onto if onto and chance.integer_below(2) else moves)
            else:
                action = policy.choose(state) if count < 60 else chance.choice(rules.phase_end_actions(state))
            after = rules.apply(state, action)
            if action.kind == "resolve":
                moved = {
                    place
                    for n, place in enumerate(state.locations)
                    if place >= 0 and place != base.locations[n] and state.acted >> n & 1
                }
                assert not full(rules, state) & moved, (seed, action.text)
                seen["overrun"] += 1
                base = after
            elif action.kind == "take-back":
                assert action.unit is not None
                unit = rules.setting.unit_numbers[action.unit]
                assert after.locations[unit] == base.locations[unit], (seed, action.text)
                assert dict(after.movement_left).get(unit) == dict(base.movement_left).get(unit), (
                    seed,
                    action.text,
                )
                assert bool(after.acted >> unit & 1) == bool(base.acted >> unit & 1), (seed, action.text)
                seen["taken back"] += 1
                seen["to an overrun"] += unit in dict(base.movement_left)
            elif action.kind == "end":
                moved = {place for n, place in enumerate(state.locations) if place != base.locations[n]}
                assert not full(rules, state) & moved, seed
            state = after
        assert state.phase != phase or state.stage != "move", f"{seed}: the phase doesn't end"
        seen["ended"] += 1
    return seen


@pytest.mark.parametrize("name", ["plain", "to stay"])
def test_moves_are_taken_back_to_the_last_overrun_and_the_phase_ends(name: str) -> None:
    seen = watched(name, range(25))
    assert seen["overrun"] >= 10, seen
    assert seen["taken back"] >= 10, seen
    assert seen["to an overrun"], seen


def _both() -> None:
    watched("plain", range(25))
    watched("to stay", range(25))


FAULTS: Mapping[str, tuple[Any, str, Callable[..., Any]]] = {
    "nothing is done for good": (overruns, "movement_start_of", lambda state, **_: state.movement_start),
    "overruns from full hexes": (overruns, "overstacking_units", lambda *_: []),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_in_crowded_overruns_are_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, planted = FAULTS[fault]
    monkeypatch.setattr(where, name, planted)
    with pytest.raises((AssertionError, ValueError)):
        _both()


def toy() -> Game:
    """Return the toy with easy overruns and a limit of two units in a hex at the end of a phase."""
    found = game("toy-causeway")
    assert found.rules.combat is not None
    easy = (Overrun(odds="3:1", attackers="any"), Overrun(odds="2:1", afterwards="stop"))
    modifiers = (STRONG, *found.rules.combat.modifiers)
    combat = replace(found.rules.combat, overruns=easy, modifiers=modifiers)
    return replace(found, rules=replace(found.rules, combat=combat, stacking=Stacking(limit=2)))


def test_module_and_reference_take_back_the_same(tmp_path: Path) -> None:
    bench, total = bench_of(close(toy()), tmp_path), ComparisonTally()
    for seed in range(10):
        plan = replace(plan_walk(bench.game, seed), kind="movement", by_hand=False)
        total.add(walk(bench, replace(plan, phases_skipped=seed % 4, length=1, attempt_rate=0.6)))
        if total.counts["overruns"] >= 3 and not ALL:
            break
    assert not total.differences, total.differences
    assert total.counts["overruns"] >= 3, total.counts
