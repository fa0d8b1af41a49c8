"""Overruns that can't be played are refused, with their place in the data and a hint."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from hexwright.model.game import Game
from hexwright.model.ids import PhaseId
from hexwright.model.rules.overrun_record import Overrun
from hexwright.model.rules.rules_record import Effect, Phase
from hexwright.model.rules.stacking_record import Stacking
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.rule_validation.unplayable_rules import UnplayableRule
from tests.rules.dicing import PLAIN, dicing
from tests.rules.positions import SHORT, game

OPEN = Stacking(limit=1, enforced="always")


def told(stacking: Stacking = OPEN, **entry: Any) -> list[UnplayableRule]:
    """Return the unplayable rules of the first game with one overrun entry."""
    found = game()
    assert found.rules.combat is not None
    combat = replace(found.rules.combat, overruns=(Overrun(**({"odds": "6:1"} | entry)),))
    rules = replace(found.rules, combat=combat, stacking=stacking)
    changed = replace(found, rules=rules)
    scenario = next(scenario for scenario in changed.scenarios if scenario.id == SHORT)
    return list(find_unplayable(changed, scenario))


FINE: tuple[Mapping[str, Any], ...] = ({}, {"odds": "10:1"}, {"odds": "2-1"}, {"supply": "in", "cost": 2})


@pytest.mark.parametrize("entry", FINE)
def test_overruns_at_columns_and_beyond_them_are_played(entry: Mapping[str, Any]) -> None:
    assert told(**entry) == []


@pytest.mark.parametrize("stacking", [Stacking(), Stacking(limit=3), Stacking(limit=3, enforced="always")])
def test_overruns_are_played_with_any_stacking_limit(stacking: Stacking) -> None:
    assert told(stacking) == []


@pytest.mark.parametrize(
    ("entry", "at", "words"),
    [
        ({"odds": "7:2"}, "odds", "'7:2' isn't a column of table"),
        ({"odds": "1:9"}, "odds", "'1:9' isn't a column of table"),
        ({"odds": "+3"}, "odds", "'+3' isn't a column of table"),
        (
            {"afterwards": "enter"},
            "afterwards",
            "has 'afterwards: enter': all units in a hex must then be attacked together",
        ),
        ({"condition": "disrupted"}, "condition", "no rule disrupts units"),
        ({"phases": (PhaseId("german-combat"),)}, "phases", "no units move in the phase 'german-combat'"),
    ],
)
def test_overruns_that_cannot_be_played_are_refused_with_their_place(
    entry: Mapping[str, Any], at: str, words: str
) -> None:
    [found] = told(**entry)
    assert found.path == ("rules", "combat", "overruns", 0, at)
    assert words in found.message
    assert found.hint


# Dice as the phase ends -----------------------------------------------------------------------------------


def judged(changed: Game) -> list[UnplayableRule]:
    """Return the unplayable rules of a game with dice for overruns."""
    return list(find_unplayable(changed, changed.scenarios[0]))


def sequence(change: Callable[[Phase], Iterable[Phase]]) -> Game:
    """Return the game with its sequence of play changed."""
    found = dicing()
    phases = tuple(one for phase in found.rules.sequence for one in change(phase))
    return replace(found, rules=replace(found.rules, sequence=phases))


def effects(letters: str, *effects: Effect) -> Game:
    """Return the game with other effects for a result of the overrun column."""
    found = dicing()
    assert found.rules.combat is not None
    return dicing(effects={**found.rules.combat.effects, letters: effects})


def test_dice_of_either_side_are_played() -> None:
    assert judged(dicing()) == []
    assert judged(dicing(replace(PLAIN, phases=(PhaseId("amber-movement"),)))) == []
    assert judged(dicing(PLAIN, Overrun(odds="5:1"))) == []


_DICE = ("rules", "sequence", "amber-dice", "kind")
_RESOLVED = ("rules", "combat", "overruns", 0, "resolved")
_ODDS = ("rules", "combat", "overruns", 0, "odds")


@pytest.mark.parametrize(
    ("changed", "at", "words"),
    [
        (
            dicing(replace(PLAIN, afterwards="continue")),
            (*_RESOLVED[:4], "afterwards"),
            "'afterwards' lets the attackers move on",
        ),
        (dicing(target="unit"), _RESOLVED, "all units in a hex must then be attacked together"),
        (dicing(exchange="reckoned"), _RESOLVED, "exchanges must then count printed strength"),
        (dicing(replace(PLAIN, odds="1:1")), _ODDS, "result 'AE' in column 1:1 of table"),
        (
            effects("HX", "defender-eliminated", "attacker-retreat"),
            _ODDS,
            "that an overrun can't have",
        ),
        (
            sequence(lambda phase: () if phase.id == "slate-dice" else (phase,)),
            _RESOLVED,
            "no phase for the die roll follows phase 'slate-movement'",
        ),
        (
            dicing(replace(PLAIN, resolved="at-once")),
            _DICE,
            "no entry of 'overruns' has 'resolved: phase-end'",
        ),
        (
            sequence(
                lambda phase: (
                    (phase, replace(phase, id=PhaseId("x"))) if phase.id == "amber-dice" else (phase,)
                )
            ),
            ("rules", "sequence", "x", "kind"),
            "phase 'x' doesn't follow a movement phase of its side",
        ),
        (
            sequence(
                lambda phase: (replace(phase, except_turns=(2,)) if phase.id == "amber-dice" else phase,)
            ),
            (*_DICE[:3], "except_turns"),
            "must be played on every turn",
        ),
    ],
)
def test_dice_that_cant_be_thrown_are_told_with_their_place(
    changed: Game, at: tuple[str | int, ...], words: str
) -> None:
    found = judged(changed)
    assert [one for one in found if one.path == at and words in one.message], found
    assert all(one.hint for one in found)


@pytest.mark.parametrize(("key", "value"), [("cost", 1), ("modes", ("march",)), ("attackers", "any")])
def test_an_attacker_that_moves_in_pays_for_its_move_alone(key: str, value: object) -> None:
    found = judged(dicing(PLAIN, Overrun(**{"odds": "5:1", "afterwards": "enter", key: value})))  # type: ignore[arg-type]
    assert [one.path for one in found] == [("rules", "combat", "overruns", 1, key)]
    assert judged(dicing(PLAIN, Overrun(odds="5:1", afterwards="enter"))) == []
