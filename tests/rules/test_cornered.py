"""A unit that never retreats is lost if it would have to, and a unit that can't retreat may leave a cadre."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.rules.retreat_route_record import RetreatTrack
from hexwright.model.words.all_rule_words import by_subject
from hexwright.rules.combat import battle_odds, cadres
from hexwright.rules.engine.game_state import BattleInProgress, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.rule_validation.combat.retreat_track_checks import check_retreat_networks
from hexwright.rules.rule_validation.scenario_checks import check_rules
from tests.rules.games_with_cadres import toy
from tests.rules.games_with_cornered_units import CORNERED, EFFECTS, NEVER, cornered
from tests.rules.melee import fought

"""Results either make units retreat or eliminate them, so a unit lost by a retreat result had no path."""


class Witness:
    """Observes battles: the units that must retreat, those lost by it, and the cadres."""

    def __init__(self, rules: RulesEngine) -> None:
        self.rules, self.game = rules, rules.setting.game
        self.seen = dict.fromkeys(("never", "no way", "remained", "eliminated", "retreated"), 0)

    def standing(self, state: State) -> dict[UnitId, int]:
        units = self.rules.setting.units
        return {
            unit: state.locations[number] for number, unit in enumerate(units) if state.locations[number] >= 0
        }

    def step(self, before: State, action: Action, after: State) -> None:
        was, now, fight = self.standing(before), self.standing(after), after.fight or before.fight
        assert fight is not None
        never = {unit for unit in was if self.game.counters.unit(unit).unit_class in NEVER}
        if action.kind == "retreat":
            assert action.unit not in never, action.text
            self.seen["retreated"] += 1
        flees = any("retreat" in effect for effect in EFFECTS[fight.result]) if fight.result else False
        for unit in was.keys() - now.keys():
            self.seen["eliminated" if not flees else "never" if unit in never else "no way"] += 1
        if after.stage == "retreat" and after.fight is not None:
            fleeing = {u for n, u in enumerate(self.rules.setting.units) if after.fight.retreating >> n & 1}
            assert not fleeing & never, "who never retreats is asked to"
        # A small unit is asked for if, and only if, somebody had no way.
        if after.stage == "remnant":
            assert flees, (action.text, fight.result)
            self.seen["remained"] += 1
        elif flees and before.stage == "roll" and before.fight is not None:
            lost = was.keys() - now.keys()
            assert not any(self.leaves(after, before.fight, unit) for unit in lost), action.text

    def leaves(self, state: State, fight: BattleInProgress, unit: UnitId) -> bool:
        """Return whether a unit that can't retreat must leave a cadre."""
        one = self.game.counters.unit(unit)
        taking, number = fight.defenders | fight.initial_attackers, self.rules.setting.unit_numbers
        there = self.standing(state)
        for entry in CORNERED:
            mine = self.game.counters.unit(entry.replaced_by[0]).side == one.side
            strong = (one.steps[-1].strength or 0) >= entry.min_strength
            free = [u for u in entry.replaced_by if u not in there and not taking >> number[u] & 1]
            if mine and strong:
                return bool(free)
        return False


def watched(rules: RulesEngine, seeds: range) -> dict[str, int]:
    """Fight battles between units at random positions; return how often each event occurred."""
    witness = Witness(rules)

    def watch(state: State, action: Action, after: State) -> None:
        if state.fight is not None and (after.turn, after.phase) == (state.turn, state.phase):
            witness.step(state, action, after)

    fought(rules, seeds, watch)
    return witness.seen


@pytest.mark.parametrize("attacked", ["unit", "hex"])
def test_units_that_never_retreat_are_lost_and_cornered_units_leave_a_cadre(attacked: str) -> None:
    found = cornered()
    assert found.rules.combat is not None
    changed = replace(found.rules, combat=replace(found.rules.combat, target=attacked))  # type: ignore[arg-type]
    seen = watched(RulesEngine(replace(found, rules=changed), "the-week"), range(60))
    assert all(seen.values()), seen


def _of_anybody(
    setting: Any, state: State, unit: int, cornered: bool, real: Any = cadres.cadre_entry_of
) -> int:
    found: int = real(setting, state, unit, True)
    return found


def _everybody_goes(
    setting: Any, state: State, unit: int, real: Any = battle_odds.retreat_destinations
) -> Mapping[int, int]:
    retreat = replace(setting.combat.retreat, cannot_retreat=())
    plain = RulesEngine(_with_retreat(setting.game, retreat), "the-week").setting
    found: Mapping[int, int] = real(plain, state, unit)
    return found


def _with_retreat(found: Game, retreat: Any) -> Game:
    assert found.rules.combat is not None
    return replace(found, rules=replace(found.rules, combat=replace(found.rules.combat, retreat=retreat)))


@pytest.mark.parametrize(
    ("where", "planted"),
    [
        ("hexwright.rules.combat.cadres.cadre_entry_of", _of_anybody),
        ("hexwright.rules.combat.cadres.cadre_entry_of", lambda *_: -1),
        ("hexwright.rules.combat.combat_results.retreat_destinations", _everybody_goes),
    ],
    ids=["of whoever is lost", "of nobody", "everybody retreats"],
)
def test_planted_faults_in_cadres_of_cornered_units_are_found(
    where: str, planted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, planted)
    with pytest.raises(AssertionError):
        watched(RulesEngine(cornered(), "the-week"), range(24))


def test_units_that_never_retreat_do_not_retreat_along_a_line() -> None:
    told = [
        one.message
        for one in check_retreat_networks(
            cornered(along_network=(RetreatTrack(classes=("foot",), network="rail"),))
        )
    ]
    assert told == ["class 'foot' is in 'cannot_retreat', so 'along_network' has no effect for it"]
    assert check_rules(cornered(), cornered().scenarios[0]) == ()


def test_results_turn_nobody_into_what_remains_of_the_cornered_alone() -> None:
    found = toy({**EFFECTS, "DE": ("defender-to-cadre",)}, cadres=CORNERED)
    (told,) = check_rules(found, found.scenarios[0])
    assert "there are no cadres except for units that can't retreat" in told.message
    mixed = toy(
        {**EFFECTS, "DE": ("defender-to-cadre",)},
        cadres=(*CORNERED, replace(CORNERED[0], only_if_no_retreat=False)),
    )
    assert check_rules(mixed, mixed.scenarios[0]) == ()


def test_booklet_and_help_explain_cadres_of_cornered_units() -> None:
    lines = [line for some in by_subject(cornered()).values() for line in some]
    assert any(line.endswith("that a battle eliminates because it can't retreat") for line in lines), lines
