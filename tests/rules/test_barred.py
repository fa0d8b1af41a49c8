"""Forbidden attacks agree with the naive oracle, and units without strength have no defence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pytest

from hexwright.model.counter_mix import Step
from hexwright.model.game import Game
from hexwright.model.ids import PhaseId, SideId, UnitId
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.criteria_record import Near, Unless
from hexwright.model.rules.forbidden_attack_record import ForbiddenAttack
from hexwright.model.rules.ignored_defenders_record import IgnoredDefenders
from hexwright.model.words.all_rule_words import by_subject
from hexwright.players.random_stream import RandomStream
from hexwright.rules.combat import attack_ranges
from hexwright.rules.combat.battle_odds import compute_odds, lookup_result
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import check_rules
from tests.rules.attack_goals import goals
from tests.rules.dividing import Judge
from tests.rules.games_with_attack_duties import ALL, Attacked, ended, scattered, toy
from tests.tiers import sampled

VARIANTS: Mapping[str, tuple[ForbiddenAttack, ...]] = {
    "across the river": (ForbiddenAttack(across=("river",), rule="3.9"),),
    "of foot": (ForbiddenAttack(classes=("foot",)),),
    "of single units": (ForbiddenAttack(units=(UnitId("blue-1"), UnitId("red-2"))),),
    "into towns": (ForbiddenAttack(place_kinds=("town",)), ForbiddenAttack(terrain=("marsh",))),
    "alone": (ForbiddenAttack(classes=("foot",), near=Near(missing=True)),),
    "out of supply": (ForbiddenAttack(supply="out"),),
    "in zones": (ForbiddenAttack(enemy_zoc="in", side=(SideId("red"),)),),
    "not into towns": (ForbiddenAttack(unless=Unless(place_kinds=("town",))),),
    "steady": (ForbiddenAttack(condition="undisrupted"),),
    "another time": (ForbiddenAttack(turns=(2,)), ForbiddenAttack(weather=("rain",))),
    "in Red's phase": (ForbiddenAttack(phases=(PhaseId("red-combat"),)),),
}


def with_bars(found: Game, entries: tuple[ForbiddenAttack, ...]) -> Game:
    assert found.rules.combat is not None
    combat = replace(found.rules.combat, forbidden_attacks=entries)
    return replace(found, rules=replace(found.rules, combat=combat))


@cache
def kernel(attacked: Attacked, variant: str, *, duties: bool = False) -> RulesEngine:
    found = with_bars(toy(attacked, ALL), VARIANTS[variant])
    assert found.rules.combat is not None
    combat = found.rules.combat if duties else replace(found.rules.combat, mandatory_attacks=None)
    return RulesEngine(replace(found, rules=replace(found.rules, combat=combat)), "the-week")


def compared(attacked: Attacked, variant: str, number: int) -> int:
    """Compare the legal attacks in some positions; return how often a unit may not attack."""
    rules, barred = kernel(attacked, variant), 0
    for seed in range(number):
        state = scattered(rules, RandomStream(seed))
        judge = Judge(rules, state)
        wanted = {str(unit): set(judge.reached(unit)) for unit in judge.attackers}
        assert goals(rules, state) == wanted, (seed, rules.show(state))
        free = Judge(RulesEngine(with_bars(rules.setting.game, ()), "the-week"), state)
        barred += sum(set(free.touched(unit)) != set(judge.touched(unit)) for unit in free.attackers)
    return barred


@pytest.mark.parametrize("attacked", ["unit", "hex", "hexes"])
@pytest.mark.parametrize("variant", sampled(VARIANTS, *range(0, len(VARIANTS), 2)))
def test_attacks_that_may_not_be_made_are_those_of_the_naive_judge(attacked: Attacked, variant: str) -> None:
    assert compared(attacked, variant, 15) or variant == "another time"


MET: Mapping[str, tuple[ForbiddenAttack, ...]] = {
    "foot": (ForbiddenAttack(against_classes=("foot",)),),
    "tanks, by foot": (ForbiddenAttack(classes=("foot",), against_classes=("tank",), rule="3.9"),),
    "Red's, across the river": (ForbiddenAttack(against=(SideId("red"),), across=("river",)),),
}


@pytest.mark.parametrize("attacked", ["hex", "hexes"])
@pytest.mark.parametrize("variant", MET)
@pytest.mark.parametrize("overlooked", [None, IgnoredDefenders(("foot",))])
def test_a_barred_defender_bars_the_attack_where_stacks_defend_as_one(
    attacked: Attacked, variant: str, overlooked: IgnoredDefenders | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = with_bars(toy(attacked, ALL), MET[variant])
    assert found.rules.combat is not None
    combat = replace(found.rules.combat, mandatory_attacks=None, ignored_defenders=overlooked)
    found = replace(found, rules=replace(found.rules, combat=combat))
    assert not faults(found)
    monkeypatch.setitem(globals(), "kernel", lambda *_: RulesEngine(found, "the-week"))
    assert compared(attacked, variant, 15)


def test_kernels_that_ask_others_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found = with_bars(toy("hex", ALL), MET["foot"])
    monkeypatch.setitem(globals(), "kernel", lambda *_: RulesEngine(found, "the-week"))
    monkeypatch.setattr(
        attack_ranges, "_hexes_with_matching_enemies", lambda _setting, _state, _unit, hexes, _enemies: hexes
    )
    with pytest.raises(AssertionError):
        compared("hex", "foot", 60)


def test_no_duty_asks_for_a_forbidden_attack() -> None:
    rules = kernel("hex", "across the river", duties=True)
    for seed in range(20):
        state = scattered(rules, RandomStream(seed))
        assert Judge(rules, ended(rules, state)).may_end()


@pytest.mark.parametrize("fault", ["whoever asks", "wherever from", "whoever stands"])
def test_planted_faults_in_barred_attacks_are_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    variant = {"whoever asks": "in Red's phase", "wherever from": "across the river"}.get(fault, "alone")
    barring = kernel("hex", variant).setting.forbidden_attacks
    if fault == "whoever asks":
        monkeypatch.setattr(type(barring), "active_at", lambda s, *_: s.every)
    elif fault == "wherever from":
        monkeypatch.setattr(
            type(barring),
            "active_at",
            lambda s, *_: tuple((e, replace(so, origin_hexes=None)) for e, so in s.every),
        )
    else:
        monkeypatch.setattr(attack_ranges, "filter_by_unit_state", lambda _setting, _state, _so, units: units)
    with pytest.raises(AssertionError):
        compared("hex", variant, 60)


def test_the_refusal_of_a_barred_attack_names_its_rule() -> None:
    entry = ForbiddenAttack(classes=("foot",), rule="3.9")
    rules = RulesEngine(with_bars(toy("hex", ALL), (entry,)), "the-week")
    state = build_state(rules, ("0304 blue-1", "0304 blue-tank", "0404 red-1"), phase="blue-combat")
    with pytest.raises(IllegalAction, match=r"may not attack 0404 \(3"):
        rules.apply(state, rules.parse(state, "attack blue-1 0404"))


# No strength ------------------------------------------------------------------------------------------


def weak(undefended: str | None) -> RulesEngine:
    """Return the toy in which no unit has a defence strength."""
    found = toy("hex", ALL, plain=True)
    assert found.rules.combat is not None
    none = Modifier(id="none", name="none", defence="0")
    combat = replace(
        found.rules.combat, modifiers=(none,), mandatory_attacks=None, zero_defence_result=undefended
    )
    return RulesEngine(replace(found, rules=replace(found.rules, combat=combat)), "the-week")


def test_result_against_no_strength_is_the_same_whatever_the_die() -> None:
    table = weak(None).setting.game.charts.combat
    assert table is not None
    for result in (entry.id for entry in table.results):
        rules = weak(result)
        setting = rules.setting
        state = build_state(rules, ("0304 blue-1", "0404 red-1"), phase="blue-combat")
        found = compute_odds(
            setting,
            state,
            1 << setting.unit_numbers[UnitId("red-1")],
            1 << setting.unit_numbers[UnitId("blue-1")],
        )
        assert {lookup_result(setting, found, roll) for roll in range(-1, 9)} == {result}
        assert found.text.endswith(f"{result} without a die roll")


@pytest.mark.parametrize("result", ["DE", "EX", "DR", "NE"])
def test_no_die_is_rolled_against_no_strength(result: str) -> None:
    rules = weak(result)
    state = build_state(rules, ("0304 blue-1", "0404 red-1"), phase="blue-combat")
    for text in ("attack blue-1 0404", "end", "resolve 0404"):
        assert state.stage != "roll"
        state = rules.apply(state, rules.parse(state, text))
    assert state.stage != "roll"
    assert state.dice_thrown == 0
    gone = state.locations[rules.setting.unit_numbers[UnitId("red-1")]] < 0
    assert gone == (result in ("DE", "EX"))


def test_without_it_the_die_says() -> None:
    rules = weak(None)
    setting = rules.setting
    state = build_state(rules, ("0304 blue-1", "0404 red-1"), phase="blue-combat")
    found = compute_odds(
        setting,
        state,
        1 << setting.unit_numbers[UnitId("red-1")],
        1 << setting.unit_numbers[UnitId("blue-1")],
    )
    assert len({lookup_result(setting, found, roll) for roll in range(1, 7)}) > 1


# What check says --------------------------------------------------------------------------------------


def faults(found: Game) -> list[str]:
    return [f"{one.message} {one.hint}" for one in check_rules(found, found.scenarios[0])]


def test_check_refuses_what_nobody_is_asked_about() -> None:
    found = with_bars(toy("unit", ALL), (ForbiddenAttack(against_classes=("foot",)),))
    assert any("against_classes" in fault for fault in faults(found))


def test_check_refuses_an_unknown_result_and_differences() -> None:
    found = toy("hex", ALL)
    assert found.rules.combat is not None
    changed = replace(
        found, rules=replace(found.rules, combat=replace(found.rules.combat, zero_defence_result="XX"))
    )
    assert any("'XX'" in fault for fault in faults(changed))


@pytest.mark.parametrize("how", ["barred", "modifier", "other class", "nothing"])
def test_strengths_in_brackets_need_a_rule_that_says_what_they_mean(how: str) -> None:
    found = toy("hex", ALL)
    units = tuple(
        replace(u, steps=(Step(strength=1, ma=4, enclosed="brackets"),)) if u.id == "blue-1" else u
        for u in found.counters.units
    )
    found = replace(found, counters=replace(found.counters, units=units))
    assert found.rules.combat is not None
    own = found.counters.unit(UnitId("blue-1")).unit_class
    some = Modifier(id="some", name="some", attack="1/2", classes=(own if how == "modifier" else "nobody",))
    combat = replace(
        found.rules.combat,
        modifiers=(*found.rules.combat.modifiers, some),
        forbidden_attacks=(ForbiddenAttack(classes=(own,)),) if how == "barred" else (),
    )
    told = faults(replace(found, rules=replace(found.rules, combat=combat)))
    assert any("brackets" in fault for fault in told) == (how in ("other class", "nothing"))


def test_booklet_and_help_tell_what_is_barred() -> None:
    found = with_bars(toy("hex", ALL), VARIANTS["across the river"])
    lines = [line for some in by_subject(found).values() for line in some]
    assert any(line.startswith("units can't attack") and "across" in line for line in lines)
    told = by_subject(with_bars(toy("hex", ALL), MET["tanks, by foot"]))
    lines = [line for some in told.values() for line in some]
    assert any("can't attack (against " in line for line in lines), lines
