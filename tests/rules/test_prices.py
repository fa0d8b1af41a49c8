"""Replacement costs if units cost their strength: from the data alone, and in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.replacement import replacement_phase
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.rules.games_with_prices import cost, dear

SCENARIO = "the-bridge"


def kernel(points: int) -> RulesEngine:
    return RulesEngine(dear(points), SCENARIO)


def spent(rules: RulesEngine, seeds: range) -> dict[str, int]:
    """Take random replacements and compare the legal ones; return how often each kind was too expensive."""
    found, setting, seen = rules.setting.game, rules.setting, dict[str, int]()
    free = RulesEngine(dear(99), SCENARIO)
    for seed in seeds:
        chance = RandomStream(seed)
        units = [unit for unit in setting.units if unit.startswith("red")]
        waits = chance.choice(units)
        standing = [
            f"{hex_id} {unit}{chance.choice(('', '/2'))}"
            for unit, hex_id in zip((one for one in units if one != waits), ("B1", "C1"), strict=True)
        ]
        state = build_state(rules, standing, phase="red-replacement", pool=[waits])
        while state.stage == "replace" and rules.phase(state) == "red-replacement":
            legal = {a.text for a in rules.legal_actions(state)}
            rich = free.legal_actions(replace(state, replacements_left=(99,)))
            [left] = state.replacements_left
            for action in rich:
                if action.kind not in ("new", "restore", "give-up"):
                    continue
                assert action.unit is not None
                number = setting.unit_numbers[action.unit]
                price = cost(found, action.unit, state.steps[number], action.kind)
                assert (action.text in legal) == (price <= left), f"{action.text}, {left} left"
                seen[f"dear {action.kind}"] = seen.get(f"dear {action.kind}", 0) + (1 < price <= left)
            action = chance.choice(rules.legal_actions(state))
            after = rules.apply(state, action)
            if action.unit is not None and rules.phase(after) == rules.phase(state):
                price = cost(found, action.unit, state.steps[setting.unit_numbers[action.unit]], action.kind)
                assert after.replacements_left == (left - price,), action.text
            state = after
    return seen


@pytest.mark.parametrize("points", [2, 3, 6])
def test_units_cost_what_is_printed(points: int) -> None:
    assert spent(kernel(points), range(12))


def test_units_of_every_class_cost_their_price() -> None:
    assert {kind for kind, count in spent(kernel(6), range(20)).items() if count} == {
        "dear new",
        "dear restore",
        "dear give-up",
    }


@pytest.mark.parametrize(
    ("name", "planted"),
    [
        ("replacement_cost", lambda _setting, _unit: 1),
        ("replacement_cost", lambda setting, unit: max(1, setting.strengths[unit][1])),
        ("restoration_cost", lambda _setting, _unit, _step: 1),
    ],
    ids=["one each", "the full step", "one a step"],
)
def test_other_prices_are_found_out(
    name: str, planted: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replacement_phase, name, planted)
    rules = kernel(3)
    with pytest.raises(AssertionError):
        spent(rules, range(30))


def test_the_refusal_of_a_unit_too_dear_says_why() -> None:
    rules = kernel(1)
    state = build_state(rules, ["B1 red-1/2"], phase="red-replacement", pool=["red-2", "red-horse"])

    def told(text: str) -> str:
        with pytest.raises(IllegalAction) as refused:
            rules.apply(state, rules.parse(state, text))
        return str(refused.value)

    assert "red-2 costs 2 replacements (1 left)" in told("new red-2 A1")
    assert "'restore' is not possible now" in told("restore red-1")


def test_a_game_with_prices_can_be_played() -> None:
    found = dear()
    assert tuple(find_unplayable(found, found.scenario(SCENARIO))) == ()
