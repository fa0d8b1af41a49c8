"""Stacks that defend together, attacks on several hexes, and the losses that results require."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

import pytest

from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.rules_record import Effect
from hexwright.rules.combat.battle_odds import compute_odds
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import IllegalAction
from hexwright.rules.engine.state_builder import build_state
from tests.vassal.compile.games import game

LINES = ("0304 blue-1", "0304 blue-2", "0303 blue-3", "0404 red-1", "0404 red-2", "0403 red-3")
"""0304 is adjacent to both Red hexes, 0303 only to 0403; strengths are 5, 5, 4 against 4 + 3 and 2."""


def kernel(*effects: Effect, led_by: Literal["enemy", "owner"] = "enemy", **combat: Any) -> RulesEngine:
    """Return the toy without modifiers, in which every result has the same effects."""
    toy = game("toy-causeway")
    rules = toy.rules.combat
    assert rules is not None
    changed = replace(
        rules,
        effects=dict.fromkeys(rules.effects, effects),
        retreat=replace(rules.retreat, chosen_by=led_by),
        **{"modifiers": (), "target": "hexes", "max_advancing": 1, "disruption": None, **combat},
    )
    assert toy.charts.combat is not None
    charts = replace(toy.charts, combat=replace(toy.charts.combat, alternate_tables=()))
    # Nobody is disrupted, so nobody recovers.
    sequence = tuple(phase for phase in toy.rules.sequence if phase.kind != "recovery")
    held = replace(toy.rules, combat=changed, sequence=sequence)
    return RulesEngine(replace(toy, rules=held, charts=charts), "the-week")


def played(rules: RulesEngine, *texts: str, lines: tuple[str, ...] = LINES) -> State:
    """Return the position after some actions in Blue's combat phase."""
    state = build_state(rules, lines, phase="blue-combat")
    for text in texts:
        state = rules.apply(state, rules.parse(state, text))
    return state


def fought(rules: RulesEngine, *more: str, lines: tuple[str, ...] = LINES) -> State:
    """Return the position after both units of 0304 have attacked 0404, the die roll, and further actions."""
    declared = ("attack blue-1 0404", "attack blue-2 0404", "end", "resolve 0404", "roll 6")
    return played(rules, *declared, *more, lines=lines)


def texts(rules: RulesEngine, state: State) -> list[str]:
    return [action.text for action in rules.legal_actions(state)]


def names(rules: RulesEngine, units: int) -> list[str]:
    return [unit for number, unit in enumerate(rules.setting.units) if units >> number & 1]


# Who is attacked -------------------------------------------------------------------------------------


def test_all_units_of_the_hex_defend_with_their_strengths_added() -> None:
    rules = kernel("defender-retreat")
    state = played(rules, "attack blue-1 0404", "attack blue-2 0404", "end", "resolve 0404")
    assert state.fight is not None
    assert names(rules, state.fight.defenders) == ["red-1", "red-2"]
    found = compute_odds(rules.setting, state, state.fight.defenders, state.fight.attackers)
    assert (found.attack, found.defence, found.final_odds) == (10, 7, "1:1")


def test_units_of_one_stack_attack_different_hexes() -> None:
    state = played(kernel("defender-retreat"), "attack blue-1 0404", "attack blue-2 0403")
    assert len(state.battles) == 2


def test_a_unit_may_be_named_in_place_of_its_hex() -> None:
    rules = kernel("defender-retreat")
    assert played(rules, "attack blue-1 on red-2") == played(rules, "attack blue-1 0404")


def test_an_attacker_of_both_hexes_makes_them_one_battle() -> None:
    rules = kernel("defender-retreat")
    state = played(
        rules, "attack blue-1 0404", "attack blue-1 0403", "attack blue-2 0403", "end", "resolve 0403"
    )
    assert state.fight is not None
    assert names(rules, state.fight.defenders) == ["red-1", "red-2", "red-3"]
    assert names(rules, state.fight.attackers) == ["blue-1", "blue-2"]


@pytest.mark.parametrize(
    ("before", "then"),
    [
        (("attack blue-1 0404", "attack blue-1 0403"), "attack blue-3 0403"),
        (("attack blue-1 0404", "attack blue-3 0403"), "attack blue-1 0403"),
    ],
)
def test_every_attacker_stands_beside_every_hex_of_its_battle(before: tuple[str, ...], then: str) -> None:
    rules = kernel("defender-retreat")
    with pytest.raises(
        IllegalAction, match="every attacker in a battle must be adjacent to every attacked hex"
    ):
        played(rules, *before, then)


def test_where_one_hex_is_attacked_a_unit_attacks_once() -> None:
    with pytest.raises(IllegalAction, match="attack only once per phase"):
        played(kernel("defender-retreat", target="hex"), "attack blue-1 0404", "attack blue-1 0403")


def test_a_unit_that_retreats_into_an_attacked_hex_defends_there() -> None:
    rules = kernel("defender-retreat")
    lines = ("0304 blue-1", "0304 blue-2", "0403 red-3", "0505 red-1", "0404 red-2")
    state = played(rules, "attack blue-1 0404", "attack blue-2 0403", "end", lines=lines)
    there = 1 << rules.setting.board.index[HexId("0403")]
    waiting = tuple(battle for battle in state.battles if battle.hexes == there)
    moved = build_state(rules, [*lines[:4], "0403 red-2"], phase="blue-combat")
    state = replace(moved, stage="resolve", battles=waiting)
    state = rules.apply(state, rules.parse(state, "resolve 0403"))
    assert state.fight is not None
    assert names(rules, state.fight.defenders) == ["red-2", "red-3"]


# Who owes what ---------------------------------------------------------------------------------------


def test_the_owner_chooses_which_defender_loses_the_step() -> None:
    rules = kernel("defender-step-loss", "defender-step-loss")
    state = fought(rules)
    assert rules.active_side(state) == "red"
    assert texts(rules, state) == ["lose red-1", "lose red-2"]
    state = fought(rules, "lose red-2", "lose red-2")
    assert names(rules, sum(1 << n for n, at in enumerate(state.locations) if at >= 0)) == [
        "blue-1", "blue-2", "blue-3", "red-1", "red-3",
    ]  # fmt: skip


def test_attackers_match_what_all_defenders_were_worth() -> None:
    state = fought(kernel("defender-eliminated", "attacker-exchange"))
    assert state.fight is not None
    assert (state.stage, state.fight.loss_owed) == ("losses", 7)


def test_half_of_it_is_exact() -> None:
    rules = kernel("defender-eliminated", "attacker-exchange-half")
    state = fought(rules)
    assert state.fight is not None
    assert state.fight.loss_owed == Fraction(7, 2)
    state = fought(rules, "lose blue-1")
    assert state.fight is not None
    assert state.fight.loss_owed == Fraction(1, 2)
    assert fought(rules, "lose blue-1", "lose blue-2").stage == "advance"


def test_strengths_are_matched_as_they_were_reckoned() -> None:
    doubled = Modifier(id="dug in", name="dug in", defence="2", units=(UnitId("red-1"),))
    halved = Modifier(id="tired", name="tired", attack="1/2", units=(UnitId("blue-1"),))
    rules = kernel(
        "defender-eliminated", "attacker-exchange", exchange="modified", modifiers=(doubled, halved)
    )
    lines = (*LINES, "0405 blue-tank")
    declared = (
        "attack blue-1 0404",
        "attack blue-2 0404",
        "attack blue-tank 0404",
        "end",
        "resolve 0404",
        "roll 6",
    )
    state = played(rules, *declared, lines=lines)
    assert state.fight is not None
    assert state.fight.loss_owed == 11
    state = rules.apply(state, rules.parse(state, "lose blue-1"))
    assert state.fight is not None
    assert state.fight.loss_owed == 11 - Fraction(3, 2)


@pytest.mark.parametrize(
    ("effects", "led_by", "side"),
    [
        (("defender-retreat",), "enemy", "blue"),
        (("defender-retreat",), "owner", "red"),
        (("attacker-retreat",), "enemy", "red"),
        (("attacker-retreat",), "owner", "blue"),
    ],
)
def test_each_unit_retreats_by_itself_led_as_the_rules_say(
    effects: tuple[Effect, ...], led_by: Literal["enemy", "owner"], side: str
) -> None:
    rules = kernel(*effects, led_by=led_by)
    state = fought(rules, lines=LINES[:2] + LINES[3:])
    assert rules.active_side(state) == side
    units = {action.unit for action in rules.legal_actions(state)}
    assert units == ({"red-1", "red-2"} if effects == ("defender-retreat",) else {"blue-1", "blue-2"})
    first = rules.legal_actions(state)[0]
    after = rules.apply(state, first)
    assert {action.unit for action in rules.legal_actions(after)} == units - {first.unit}


def test_attackers_that_retreat_have_left_the_battle() -> None:
    rules = kernel("attacker-retreat", "defender-eliminated")
    state = fought(rules)
    while state.stage == "retreat":
        state = rules.apply(state, rules.legal_actions(state)[0])
    assert state.fight is None


def test_all_attackers_are_eliminated_and_their_enemy_has_eliminated_them() -> None:
    rules = kernel("attacker-eliminated")
    state = fought(rules)
    assert state.fight is None
    assert state.destroyed[rules.setting.sides.index("red")] == 2


def test_as_many_attackers_advance_as_may() -> None:
    rules = kernel("defender-eliminated", max_advancing=2)
    state = fought(rules, "advance blue-1 0404")
    assert texts(rules, state) == ["advance blue-2 0404", "hold"]
    assert fought(rules, "advance blue-1 0404", "advance blue-2 0404").fight is None
    assert fought(kernel("defender-eliminated"), "advance blue-1 0404").fight is None
