"""Overruns that can't be played as they stand are refused, with their place and what to write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from builder.model.ids import PhaseId
from builder.model.overrunning import Overrun
from builder.model.stacking import Stacking
from tests.rules.positions import SHORT, game
from validators.rules.declared import unplayed
from validators.rules.unplayed import Unplayed

OPEN = Stacking(limit=1, kept="always")


def told(stacking: Stacking = OPEN, **entry: Any) -> list[Unplayed]:
    """Return what is told of the first game with one overrun."""
    found = game()
    assert found.rules.combat is not None
    combat = replace(found.rules.combat, overruns=(Overrun(**({"odds": "6:1"} | entry)),))
    rules = replace(found.rules, combat=combat, stacking=stacking)
    changed = replace(found, rules=rules)
    scenario = next(scenario for scenario in changed.scenarios if scenario.id == SHORT)
    return list(unplayed(changed, scenario))


FINE: tuple[Mapping[str, Any], ...] = ({}, {"odds": "10:1"}, {"odds": "2-1"}, {"supply": "in", "cost": 2})


@pytest.mark.parametrize("entry", FINE)
def test_overruns_at_columns_and_beyond_them_are_played(entry: Mapping[str, Any]) -> None:
    assert told(**entry) == []


@pytest.mark.parametrize("stacking", [Stacking(), Stacking(limit=3), Stacking(limit=3, kept="always")])
def test_so_they_are_with_any_stacks(stacking: Stacking) -> None:
    assert told(stacking) == []


@pytest.mark.parametrize(
    ("entry", "at", "words"),
    [
        ({"odds": "7:2"}, "odds", "'7:2' is no column of the table"),
        ({"odds": "1:9"}, "odds", "'1:9' is no column of the table"),
        ({"odds": "+3"}, "odds", "'+3' is no column of the table"),
        ({"condition": "disrupted"}, "condition", "no result disrupts any"),
        ({"phases": (PhaseId("german-combat"),)}, "phases", "no units move in the phase 'german-combat'"),
    ],
)
def test_what_cant_be_played_is_told_with_its_place(entry: Mapping[str, Any], at: str, words: str) -> None:
    [found] = told(**entry)
    assert found.at == ("rules", "combat", "overruns", 0, at)
    assert words in found.message
    assert found.hint
