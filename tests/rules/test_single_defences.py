"""Units that defend only once in a combat phase: a naive check of battles."""

from __future__ import annotations

import pytest

from hexwright.model.game import Game
from hexwright.model.words.all_rule_words import by_subject
from hexwright.rules.combat.battle_odds import compute_odds
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.rule_validation.scenario_checks import check_rules, find_unplayable
from tests.rules.games_with_single_defences import defending_once
from tests.rules.melee import fought


def watched(found: Game, seeds: range) -> dict[str, int]:
    """Fight battles between units at random positions; return how often each event occurred."""
    rules = RulesEngine(found, "the-week")
    setting, seen = rules.setting, dict.fromkeys(("defended", "spared", "stayed"), 0)
    defended: set[int] = set()
    aside: dict[int, int] = {}

    def watch(state: State, _: Action, after: State) -> None:
        if state.stage == "declare":
            defended.clear()
        if after.stage == "roll" and after.fight is not None:
            fight = after.fight
            there = {
                unit: place
                for unit, place in enumerate(after.locations)
                if place >= 0 and fight.hexes >> place & 1 and setting.side_of[unit] != setting.side(after)
            }
            aside.update({unit: place for unit, place in there.items() if unit in defended})
            fresh = set(there) - defended
            assert {unit for unit in there if fight.defenders >> unit & 1} == fresh
            strength = sum(
                found.counters.unit(setting.units[u]).steps[after.steps[u] - 1].strength or 0 for u in fresh
            )
            assert compute_odds(setting, after, fight.defenders, fight.attackers).defence == strength
            seen["defended"] += len(fresh)
            seen["spared"] += len(aside)
            defended.update(fresh)
        elif state.fight is not None and after.fight is None:
            for unit, place in aside.items():
                assert after.locations[unit] == place
                seen["stayed"] += 1
            aside.clear()

    fought(rules, seeds, watch)
    return seen


@pytest.mark.parametrize("attacked", ["hex", "hexes"])
def test_who_has_defended_takes_no_part_where_it_retreats_to(attacked: str) -> None:
    seen = watched(defending_once(attacked), range(60))
    assert all(seen.values()), seen


def test_without_the_rule_units_defend_where_they_retreat_to() -> None:
    with pytest.raises(AssertionError):
        watched(defending_once(once=False), range(60))


def test_the_rule_is_told_and_refused_where_it_says_nothing() -> None:
    told = by_subject(defending_once())["Battles"]
    assert any("defends only once" in line for line in told)
    wrong = defending_once("unit")
    assert "defends_once" in [fault.path[-1] for fault in find_unplayable(wrong, wrong.scenarios[0])]
    right = defending_once()
    assert not check_rules(right, right.scenarios[0])
