"""Points for units that leave a cadre, from the data alone, in rules engine and module."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.stacking_record import Stacking
from hexwright.model.rules.victory_record import Loss, VictoryRules
from hexwright.model.words.all_rule_words import by_subject
from hexwright.players.random_stream import RandomStream
from hexwright.rules.combat import cadres
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import check_rules
from hexwright.rules.victory import unit_points
from tests.conformance.close_combat import EASY, close, walked
from tests.conformance.walking import ahead, bench_of
from tests.rules.games_with_cadres import ENTRIES, toy
from tests.rules.games_with_disruption import FIELD, standing

LOSSES = (
    Loss(points=2, per="strength", classes=("foot", "tank"), side=(SideId("blue"),), less_cadres=True),
    Loss(points=3, per="strength", side=(SideId("red"),), less_cadres=True),
    Loss(points=1, per="strength"),
)


def paying(found: Game, losses: tuple[Loss, ...] = LOSSES) -> Game:
    victory = (VictoryRules("towns", losses=losses),)
    return replace(found, rules=replace(found.rules, victory=victory, stacking=Stacking(limit=4)))


def owed(game: Game, side: str, gone: list[str], came: list[str]) -> int:
    """Return a side's points for lost enemy units, less those of the cadres that replaced them."""
    total = 0
    for sign, units in ((1, gone), (-1, came)):
        for name in units:
            unit = next(one for one in game.counters.units if one.id == name)
            if unit.side == side:
                continue
            each = 2 if unit.side == "blue" and unit.unit_class in ("foot", "tank") else 3
            each = each if unit.side == "red" or unit.unit_class != "staff" else 1
            total += sign * each * (unit.steps[0].strength or 0)
    return total


def watched(number: int) -> Mapping[str, int]:
    """Fight battles one at a time; return how often points were deducted, and how often not."""
    found = paying(toy(cadres=EASY))
    rules = RulesEngine(found, "the-week")
    seen = dict.fromkeys(("lost", "came"), 0)
    for seed in range(number):
        chance = RandomStream(seed)
        taken: dict[str, str] = {}
        lines = []
        for unit in rules.setting.units:
            hex_id = chance.choice(FIELD)
            resting = any(name in unit for name in ("rump", "rest", "relic"))
            if not resting and taken.setdefault(hex_id, unit.partition("-")[0]) == unit.partition("-")[0]:
                lines.append(f"{hex_id} {unit}")
        state = build_state(rules, lines, phase="blue-combat")
        attacks = [action for action in rules.legal_actions(state) if action.kind == "attack"]
        if not attacks:
            continue
        state = rules.apply(state, chance.choice(attacks))
        state = rules.apply(state, rules.parse(state, "end"))
        state = rules.apply(state, rules.legal_actions(state)[0])
        if state.fight is None:
            continue
        before = standing(rules, state)
        state = rules.apply(state, rules.draw(state))
        gone, came = [], []
        while True:
            after = standing(rules, state)
            gone = [unit for unit in before if unit not in after]
            came = [unit for unit in after if unit not in before]
            for number_of, side in enumerate(rules.setting.sides):
                expected = owed(found, side, list(gone), list(came))
                assert unit_points.loss_points(state, number_of) == expected, (seed, gone, came)
            if state.fight is None or state.stage == "advance":
                break
            state = rules.apply(state, chance.choice(rules.legal_actions(state)))
        seen["lost"] += len(gone)
        seen["came"] += len(came)
    return seen


def test_points_are_less_by_what_remains() -> None:
    seen = watched(80)
    assert min(seen.values()) >= 5, seen


FAULTS: Mapping[str, tuple[Any, str, Callable[..., Any]]] = {
    "nothing is taken off": (cadres, "deduct_cadre", lambda _setting, state, _number, _unit: state),
    "too much is taken off": (unit_points, "cadre_deductions", lambda *_: (SideId("red"), 5)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_in_points_less_cadres_are_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, planted = FAULTS[fault]
    monkeypatch.setattr(where, name, planted)
    with pytest.raises(AssertionError):
        watched(80)


def test_module_and_reference_take_off_the_same(tmp_path: Path) -> None:
    bench = bench_of(close(paying(toy(cadres=EASY))), tmp_path)
    tally = walked(bench, ahead(16, 1, 12, 9, 6), {"cadres": 3})
    assert not tally.differences, tally.differences
    assert tally.counts["cadres"] >= 3


def test_a_module_that_takes_nothing_off_is_found_out(tmp_path: Path) -> None:
    found = close(paying(toy(cadres=EASY)))
    other = tuple(replace(loss, less_cadres=False) for loss in LOSSES)
    assert walked(bench_of(found, tmp_path, paying(found, other)), ahead(16, 1)).differences


def test_the_booklet_explains_points_of_cadres() -> None:
    lines = [line for some in by_subject(paying(toy())).values() for line in some]
    assert any("subtracted from the points" in line for line in lines)


def test_ambiguous_points_less_cadres_are_refused() -> None:
    def told(losses: tuple[Loss, ...], found: Game | None = None) -> str:
        changed = paying(found or toy(), losses)
        return "; ".join(fault.message for fault in check_rules(changed, changed.scenarios[0]))

    assert told(LOSSES) == ""
    assert "points are scored by unit" in told((Loss(points=2, less_cadres=True),))
    staff = Loss(points=2, per="strength", classes=("staff",), less_cadres=True)
    assert "these losses leave no cadres" in told((staff,))
    tanks = Loss(points=2, per="strength", classes=("tank",), less_cadres=True)
    assert "several entries of 'losses' apply to units of entry" in told((tanks, Loss(points=1)))
    again = replace(ENTRIES[0], min_strength=3)
    assert "in several entries" in told(LOSSES, toy(cadres=(*ENTRIES, again)))
