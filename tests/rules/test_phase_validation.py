"""Phases have only keys that are used in phases of their kind."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from hexwright.model.game import Game
from hexwright.model.ids import SideId, UnitId
from hexwright.model.rules.rules_record import Phase, PhaseMove
from hexwright.rules.rule_validation.phase_checks import KINDS_READING_KEY
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.rule_validation.unplayable_rules import UnplayableRule
from tests.rules.fire import table
from tests.rules.positions import game


def _faults(told: Game, kind: str, **given: Any) -> list[UnplayableRule]:
    """Return the unplayable rules of a game whose first phase of a kind has a further key."""
    phases = list(told.rules.sequence)
    at = next(number for number, phase in enumerate(phases) if phase.kind == kind)
    phases[at] = replace(phases[at], **given)
    changed = replace(told, rules=replace(told.rules, sequence=tuple(phases)))
    mine = ("rules", "sequence", phases[at].id)
    return [fault for fault in find_unplayable(changed, told.scenarios[0]) if fault.path[:3] == mine]


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [
        ("combat", "classes", ("infantry",)),
        ("combat", "modes", (PhaseMove("march", ("infantry",)),)),
        ("combat", "rounds", 2),
        ("replacement", "classes", ("infantry",)),
        ("movement", "affected_side", SideId("soviet")),
        ("movement", "air_support", False),
        ("movement", "exempt", (UnitId("1-pz"),)),
    ],
)
def test_a_key_that_nobody_looks_at_is_refused_with_its_place(kind: str, key: str, value: object) -> None:
    _refused(_faults(game(), kind, **{key: value}), key)


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [
        ("fire", "classes", ("infantry",)),
        ("allocation", "rounds", 2),
        ("allocation", "max_air_dice", 1),
        ("air-strike", "rounds", 2),
        ("air-strike", "classes", ("infantry",)),
        ("recovery", "max_air_dice", 1),
        ("victory", "recovers", "attacked"),
    ],
)
def test_a_key_that_nobody_looks_at_is_refused_in_games_of_fire(kind: str, key: str, value: object) -> None:
    _refused(_faults(table.game(), kind, **{key: value}), key)


def _refused(faults: list[UnplayableRule], key: str) -> None:
    [fault] = faults
    assert (fault.code, fault.path[-1], fault.at_table) == ("P006", key, False)
    assert f"'{key}'" in fault.message
    assert f"leave '{key}' out" in fault.hint


def test_keys_that_a_phase_looks_at_are_accepted() -> None:
    assert not _faults(game(), "movement", classes=("infantry",), except_turns=(3,), weather=("mud",))
    assert not _faults(game(), "combat", except_turns=(3,), weather=("mud",))
    assert not _faults(table.game(), "allocation", classes=("infantry",), air_support=False)
    assert not _faults(table.game(), "fire", rounds=3, max_air_dice=1)
    assert not _faults(table.game(), "recovery", recovers="attacked", units=(), exempt=())


def test_of_every_key_it_is_said_in_which_phases_it_counts() -> None:
    always = {"id", "name", "side", "kind", "text", "weather", "except_turns"}
    assert {one.name for one in fields(Phase)} - always == set(KINDS_READING_KEY)
