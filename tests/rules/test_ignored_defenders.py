"""Ignored defenders: from the data alone, and refusals of unplayable rules."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.rules.ignored_defenders_record import IgnoredDefenders
from hexwright.model.words.all_rule_words import by_subject
from hexwright.players.attack_plan import plan_attacks
from hexwright.players.greedy_policy import GreedyPolicy
from hexwright.rules.combat import combat_phase, ignored_defenders
from hexwright.rules.combat.battle_odds import compute_odds
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import check_rules
from tests.rules.games_with_attack_duties import ALL
from tests.rules.games_with_ignored_defenders import HIDDEN, hiding
from tests.rules.melee import fought


class Witness:
    """Observes battles: the defenders, their strength, and the later state of ignored units."""

    def __init__(self, rules: RulesEngine) -> None:
        self.rules, self.game = rules, rules.setting.game
        self.seen = dict.fromkeys(("left out", "alone", "defended", "stayed"), 0)
        self.aside: dict[UnitId, int] = {}

    def begun(self, state: State) -> None:
        """Record a battle before its die roll."""
        setting, fight = self.rules.setting, state.fight
        assert fight is not None
        them: dict[int, list[UnitId]] = {}
        for number, unit in enumerate(setting.units):
            place = state.locations[number]
            if place >= 0 and fight.hexes >> place & 1 and setting.side_of[number] != setting.side(state):
                them.setdefault(place, []).append(unit)
        self.aside, defend = {}, list[UnitId]()
        for place, units in them.items():
            plain = [unit for unit in units if self.game.counters.unit(unit).unit_class not in HIDDEN]
            self.aside |= dict.fromkeys((unit for unit in units if plain and unit not in plain), place)
            self.seen["alone"] += not plain
            defend += plain or units
        self.seen["left out"] += len(self.aside)
        self.seen["defended"] += 1
        assert {setting.units[n] for n in range(len(setting.units)) if fight.defenders >> n & 1} == {*defend}
        steps = {unit: state.steps[setting.unit_numbers[unit]] for unit in defend}
        strength = sum(self.game.counters.unit(u).steps[step - 1].strength or 0 for u, step in steps.items())
        assert compute_odds(setting, state, fight.defenders, fight.attackers).defence == strength

    def over(self, state: State) -> None:
        """Check the ignored units after a battle."""
        for unit, place in self.aside.items():
            assert state.locations[self.rules.setting.unit_numbers[unit]] == place, unit
            mine = self.rules.setting.side_of[self.rules.setting.unit_numbers[unit]]
            assert not any(
                where == place and self.rules.setting.side_of[number] != mine
                for number, where in enumerate(state.locations)
            ), "somebody advanced upon it"
            self.seen["stayed"] += 1
        self.aside = {}


def watched(rules: RulesEngine, seeds: range) -> dict[str, int]:
    """Fight battles between units at random positions; return how often each event occurred."""
    witness = Witness(rules)

    def watch(state: State, _: Action, after: State) -> None:
        if after.stage == "roll" and after.fight is not None:
            witness.begun(after)
        elif state.fight is not None and after.fight is None:
            witness.over(after)

    fought(rules, seeds, watch)
    return witness.seen


@pytest.mark.parametrize("attacked", ["hex", "hexes"])
def test_a_unit_stacked_with_others_is_ignored(attacked: str) -> None:
    seen = watched(RulesEngine(hiding(attacked), "the-week"), range(50))
    assert all(seen.values()), seen


@pytest.mark.parametrize(
    "planted",
    [
        lambda _setting, _state, units: units,
        lambda setting, _state, units: units & ~setting.ignored_defenders,
    ],
    ids=["nobody is left out", "even who is alone is"],
)
def test_planted_faults_in_ignored_defenders_are_found(planted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combat_phase, "without_ignored_defenders", planted)
    with pytest.raises((AssertionError, ValueError, IndexError, StopIteration)):
        watched(RulesEngine(hiding(), "the-week"), range(30))
    assert ignored_defenders.without_ignored_defenders is not planted


@pytest.mark.parametrize("attacked", ["hex", "hexes"])
def test_players_weigh_those_who_defend_also_where_attacks_are_a_duty(attacked: str) -> None:
    rules = RulesEngine(hiding(attacked, mandatory_attacks=ALL, below_minimum_odds="first"), "the-week")
    standing = ("0804 red-1", "0804 red-2", "0805 blue-1", "0805 blue-tank")
    state = build_state(rules, standing, phase="red-combat")
    [attack] = plan_attacks(rules.setting, state, threshold=-99.0)
    assert attack.defenders == 1 << rules.setting.unit_numbers[UnitId("blue-1")]
    player = GreedyPolicy(rules, 1)
    while state.stage == "declare":
        state = rules.apply(state, player.choose(state))


def test_ignored_defenders_that_cannot_be_played_are_refused() -> None:
    def told(found: Game) -> str:
        return "; ".join(fault.message for fault in check_rules(found, found.scenarios[0]))

    assert told(hiding()) == ""
    assert "with 'target: unit' each unit defends alone" in told(hiding("unit"))
    assert "names no class" in told(hiding(entry=IgnoredDefenders(())))
    every = tuple(one.id for one in hiding().counters.classes)
    assert "names all classes" in told(hiding(entry=IgnoredDefenders(every)))


def test_booklet_and_help_tell_who_is_left_out() -> None:
    lines = [line for some in by_subject(hiding()).values() for line in some]
    assert any(
        one.endswith("don't defend and ignore results while other units are in their hex") for one in lines
    )
