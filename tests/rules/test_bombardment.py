"""Bombarding units agree with the naive oracle; results don't affect them, and mandatory attacks include
them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Literal

import pytest

from hexwright.model.game import Game
from hexwright.model.ids import HexId, PhaseId, SideId, UnitId
from hexwright.model.rules.bombardment_record import Bombardment, BombardmentRange
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.criteria_record import Near, Unless
from hexwright.model.rules.mandatory_attack_record import AttackDuties, AttackDuty
from hexwright.model.rules.stacking_record import Stacking
from hexwright.players.greedy_policy import GreedyPolicy
from hexwright.players.random_stream import RandomStream
from hexwright.rules.combat import attack_ranges, bombardment
from hexwright.rules.engine.compiled_criteria import TimeContext
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import END, Action, IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import check_rules
from tests.rules.attack_goals import goals
from tests.rules.dividing import Judge
from tests.rules.games_with_attack_duties import ALL, ended, scattered, toy, wandered
from tests.tiers import sampled
from tests.told_rules import by_rule
from tests.vassal.compile.games import game

Attacked = Literal["unit", "hex", "hexes"]
TWO = Bombardment((BombardmentRange(range=2),))
VARIANTS: Mapping[str, Bombardment] = {
    "all": TWO,
    "two kinds": Bombardment(
        (BombardmentRange(classes=("foot",), range=2), BombardmentRange(units=(UnitId("blue-1"),), range=3))
    ),
    "of a side": Bombardment((BombardmentRange(side=(SideId("red"),), range=3),)),
    "into marsh": Bombardment((BombardmentRange(terrain=("marsh",), range=2),)),
    "not into towns": Bombardment((BombardmentRange(unless=Unless(place_kinds=("town",)), range=3),)),
    "in company": Bombardment((BombardmentRange(near=Near(classes=("foot",), within=1), range=2),)),
    "out of zones": Bombardment((BombardmentRange(enemy_zoc="out", range=3),)),
    "in supply": Bombardment((BombardmentRange(supply="in", range=2),)),
    "another time": Bombardment((BombardmentRange(turns=(2,), range=3),)),
    "of Blue's phase": Bombardment((BombardmentRange(phases=(PhaseId("blue-combat"),), range=2),)),
}


def with_guns(found: Game, afar: Bombardment, **more: Any) -> Game:
    """Return a game whose units bombard."""
    assert found.rules.combat is not None
    combat = replace(found.rules.combat, bombardment=afar, **more)
    return replace(found, rules=replace(found.rules, combat=combat, stacking=Stacking()))


@cache
def kernel(attacked: Attacked, variant: str = "all") -> RulesEngine:
    return RulesEngine(with_guns(toy(attacked, ALL), VARIANTS[variant], mandatory_attacks=None), "the-week")


def compared(attacked: Attacked, variant: str, number: int) -> int:
    """Compare the legal attacks in some positions; return how often a unit bombards."""
    rules, afar = kernel(attacked, variant), 0
    for seed in range(number):
        state = scattered(rules, RandomStream(seed))
        judge = Judge(rules, state)
        wanted = {str(unit): set(judge.reached(unit)) for unit in judge.attackers}
        assert goals(rules, state) == wanted, (seed, rules.show(state))
        afar += sum(len(judge.reached(unit)) > len(judge.touched(unit)) for unit in judge.attackers)
    return afar


@pytest.mark.parametrize("attacked", ["unit", "hex", "hexes"])
@pytest.mark.parametrize("variant", sampled(VARIANTS, *range(0, len(VARIANTS), 2)))
def test_bombardments_are_those_of_the_naive_judge(attacked: Attacked, variant: str) -> None:
    assert compared(attacked, variant, 25) or variant == "another time"


@pytest.mark.parametrize("fault", ["a hex too far", "whatever the ground", "whoever asks", "whoever stands"])
def test_planted_faults_in_bombardment_are_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    disc, rules = (
        bombardment.CompiledBombardment.hexes_within,
        kernel("hex", "in company").setting.bombardment,
    )
    variant = "all"
    match fault:
        case "a hex too far":
            monkeypatch.setattr(
                bombardment.CompiledBombardment, "hexes_within", lambda s, here, n: disc(s, here, n + 1)
            )
        case "whatever the ground":
            variant = "into marsh"
            every = kernel("hex", variant).setting.board.every
            monkeypatch.setattr(
                bombardment.CompiledBombardment,
                "active_at",
                lambda s, *_: tuple((entry, replace(so, hexes=every)) for entry, so in s.every),
            )
        case "whoever asks":
            variant = "of Blue's phase"
            monkeypatch.setattr(bombardment.CompiledBombardment, "active_at", lambda s, *_: s.every)
        case _:
            assert rules.given
            variant = "in company"
            monkeypatch.setattr(
                attack_ranges, "filter_by_unit_state", lambda _setting, _state, _so, units: units
            )
    with pytest.raises(AssertionError):
        compared("hex", variant, 60)


# Results ----------------------------------------------------------------------------------------------

LINES = ("0304 blue-1", "0204 blue-2", "0404 red-1")
"""0304 is adjacent to 0404; 0204 is two hexes away from it."""


def undisturbed(found: Game) -> Game:
    """Return a game without disruption, and therefore without recovery."""
    assert found.rules.combat is not None
    combat = replace(found.rules.combat, disruption=None)
    sequence = tuple(phase for phase in found.rules.sequence if phase.kind != "recovery")
    return replace(found, rules=replace(found.rules, combat=combat, sequence=sequence))


def fought(effects: tuple[str, ...], *attackers: str, spared: bool) -> tuple[RulesEngine, State]:
    """Return the position after an attack on 0404 has been rolled, with these effects."""
    found = undisturbed(toy("hex", ALL, plain=True))
    assert found.rules.combat is not None
    every = dict.fromkeys(found.rules.combat.effects, effects)
    rules = RulesEngine(
        with_guns(
            found,
            replace(TWO, unaffected=spared),
            mandatory_attacks=None,
            below_minimum_odds="first",
            effects=every,
        ),
        "the-week",
    )
    state = build_state(rules, LINES, phase="blue-combat")
    for unit in attackers:
        state = rules.apply(state, Action("attack", UnitId(unit), hex=HexId("0404")))
    state = rules.apply(state, END)
    state = rules.apply(state, rules.parse(state, "resolve 0404"))
    return rules, rules.apply(state, Action("roll", roll=1))


@pytest.mark.parametrize(
    "effects",
    [("attacker-eliminated",), ("attacker-retreat",), ("attacker-step-loss",), ("attacker-step-loss",) * 2],
)
def test_results_leave_alone_whoever_attacks_from_afar(effects: tuple[str, ...]) -> None:
    rules, state = fought(effects, "blue-2", spared=True)
    assert state.fight is None
    assert rules.show(state) == rules.show(fought((), "blue-2", spared=True)[1])
    hurt, state = fought(effects, "blue-2", spared=False)
    assert state.fight is not None or "0204 blue-2" not in hurt.show(state)


@pytest.mark.parametrize("spared", [True, False])
def test_only_those_whom_results_concern_lose_steps(spared: bool) -> None:
    rules, state = fought(("attacker-step-loss",), "blue-1", "blue-2", spared=spared)
    assert state.stage == "losses"
    asked = {action.unit for action in rules.legal_actions(state)}
    assert asked == {"blue-1"} | (set() if spared else {"blue-2"})


def test_an_attack_declared_from_afar_stands_though_the_unit_that_allowed_it_is_lost() -> None:
    found = undisturbed(toy("hex", ALL, plain=True))
    assert found.rules.combat is not None
    loses = dict.fromkeys(found.rules.combat.effects, ("attacker-eliminated",))
    changed = with_guns(
        found, VARIANTS["in company"], mandatory_attacks=None, below_minimum_odds="first", effects=loses
    )
    rules = RulesEngine(changed, "the-week")
    lines = ("0204 blue-tank", "0304 blue-1", "0303 red-2", "0404 red-1")
    state = build_state(rules, lines, phase="blue-combat")
    for text in ("attack blue-tank 0404", "attack blue-1 0303", "end", "resolve 0303"):
        state = rules.apply(state, rules.parse(state, text))
    state = rules.apply(state, Action("roll", roll=1))
    assert "0304 blue-1" not in rules.show(state)
    assert rules.status(state) == ()
    after = rules.apply(state, rules.parse(state, "resolve 0404"))
    assert after.stage == "roll"


def test_nobody_advances_from_afar() -> None:
    _, alone = fought(("defender-eliminated",), "blue-2", spared=False)
    assert alone.fight is None
    rules, both = fought(("defender-eliminated",), "blue-1", "blue-2", spared=False)
    assert both.stage == "advance"
    assert {action.unit for action in rules.legal_actions(both)} == {"blue-1", None}


def test_from_afar_no_river_is_crossed_and_nothing_is_entered() -> None:
    found = toy("hex", ALL, plain=True)
    changes = (
        Modifier(id="river", name="river", column_shift=-1, across=("river",), attackers="one"),
        Modifier(
            id="fort", name="fort", column_shift=-1, into=tuple(one.id for one in found.hexmap.features)
        ),
    )
    rules = RulesEngine(with_guns(found, TWO, mandatory_attacks=None, modifiers=changes), "the-week")
    board = rules.setting.board
    asked = [
        row.criteria for row in rules.setting.modifiers.active_at(TimeContext("blue-combat", "clear", 1))
    ]
    for so in asked:
        for here, froms in enumerate(so.origin_hexes or ()):
            assert not froms & ~board.near[here]


# Duties -----------------------------------------------------------------------------------------------

GUNS = Bombardment((BombardmentRange(units=(UnitId("blue-1"), UnitId("red-1"), UnitId("red-2")), range=2),))
DUTIES: Mapping[str, AttackDuties] = {
    "all": ALL,
    "enemies": AttackDuties(must_be_attacked=(AttackDuty(),)),
    "guns": AttackDuties((AttackDuty(units=(UnitId("blue-1"),)),), (AttackDuty(classes=("tank",)),)),
}


@pytest.mark.parametrize("attacked", ["unit", "hex", "hexes"])
@pytest.mark.parametrize("variant", DUTIES)
def test_duties_are_of_those_beside_and_fulfilled_from_afar_too(attacked: Attacked, variant: str) -> None:
    rules = RulesEngine(with_guns(toy(attacked, DUTIES[variant]), GUNS), "the-week")
    yes = no = 0
    for seed in range(30 if attacked != "hexes" else 12):
        chance = RandomStream(seed)
        for state in wandered(rules, scattered(rules, chance), chance):
            may = rules.is_legal(state, END)
            assert may == Judge(rules, state).may_end(), (seed, rules.show(state), state.battles)
            assert Judge(rules, ended(rules, state)).may_end()
            yes, no = yes + may, no + (not may)
    assert yes
    assert no


# What is refused, and played ----------------------------------------------------------------------------


def test_an_attack_out_of_range_is_refused_with_the_reason() -> None:
    rules = kernel("hex", "two kinds")
    state = build_state(rules, ("0104 blue-2", "0304 blue-1", "0404 red-1"), phase="blue-combat")
    with pytest.raises(IllegalAction, match="blue-2 isn't adjacent to 0404, which is also out of range"):
        rules.parse(state, "attack blue-2 0404")


@pytest.mark.parametrize(
    ("afar", "told"),
    [
        (TWO, []),
        (Bombardment(()), ["'bombardment' doesn't list the units that attack from a distance"]),
        (
            Bombardment((BombardmentRange(across=("river",)),)),
            ["'ranges' of 'bombardment' can't depend on 'across'"],
        ),
        (
            Bombardment((BombardmentRange(against_classes=("foot",), condition="disrupted"),)),
            [
                "'ranges' of 'bombardment' can't depend on 'condition'",
                "'ranges' of 'bombardment' can't depend on 'against_classes'",
            ],
        ),
        (
            Bombardment((BombardmentRange(phases=(PhaseId("blue-movement"),)),)),
            ["'ranges' of 'bombardment' has no effect in phase 'blue-movement'"],
        ),
    ],
)
def test_bombardment_that_cannot_be_played_is_refused(afar: Bombardment, told: list[str]) -> None:
    changed = with_guns(game("toy-causeway"), afar)
    assert [fault.message for fault in check_rules(changed, changed.scenario("the-week"))] == told


@pytest.mark.parametrize("attacked", ["unit", "hex", "hexes"])
def test_the_greedy_policy_attacks_from_afar(attacked: Attacked) -> None:
    rules, afar = kernel(attacked), 0
    for seed in range(40):
        state = scattered(rules, RandomStream(seed))
        judge, player = Judge(rules, state), GreedyPolicy(rules, seed)
        while (action := player.choose(state)) != END:
            assert action.unit is not None
            afar += str(action.hex or action.target) not in judge.touched(action.unit)
            state = rules.apply(state, action)
    assert afar > 5


def test_booklet_and_help_tell_who_reaches_how_far() -> None:
    found = with_guns(
        game("toy-causeway"), Bombardment(VARIANTS["into marsh"].ranges, unaffected=True, rule="3")
    )
    lines = by_rule(found)["3"]["Battles"]
    assert "units attack enemies up to 2 hexes away (in marsh)" in lines
    assert "results don't affect attackers that aren't adjacent to an attacked hex" in lines
