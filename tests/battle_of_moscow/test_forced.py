"""Who must fight in Battle of Moscow is what a plain reading of its text comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from hexwright.players.random_stream import RandomStream
from hexwright.rules.combat import attack_obligations, attack_ranges
from hexwright.rules.combat.mandatory_attacks import ActiveMandatoryAttacks, CompiledMandatoryAttacks
from tests.battle_of_moscow.forced import compared, every, scattered, wandered

FEW = (12, 8)
MANY = (40, 50)


def scatter(number: int, *size: int) -> int:
    """Compare in random positions and on the way to a whole division; return in how many states one owes."""
    owed = 0
    for seed in range(number):
        chance = RandomStream(seed)
        owed += wandered(scattered(chance, *size), chance)
    return owed


def test_few_units_close_together_owe_what_the_text_says() -> None:
    assert scatter(60, *FEW) > 60


def test_many_units_owe_what_the_text_says() -> None:
    assert scatter(4, *MANY) > 4


def test_all_positions_of_four_units_owe_what_the_text_says() -> None:
    states = every("german-sec-221", "german-inf-5", "russian-army-43", "russian-partisans-1")
    owing = sum(compared(state) for state in states)
    assert 0 < owing < len(states)


# The reading finds faults ---------------------------------------------------------------------------


_ON = CompiledMandatoryAttacks.active_at


def _without_spared(rules: CompiledMandatoryAttacks, *when: Any) -> ActiveMandatoryAttacks:
    return replace(_ON(rules, *when), spared=())


FAULTS: Mapping[str, tuple[object, str, Any]] = {
    "anybody attacks anybody": (attack_ranges, "forbidden_adjacent_hexes", lambda *_: 0),
    "nobody changes what he attacks": (attack_obligations, "match_goals", lambda goals, *_: {}),
    "no wall spares anybody": (CompiledMandatoryAttacks, "active_at", _without_spared),
    "those beside are all": (
        attack_obligations,
        "_units_bound_to_goal",
        lambda _s, _t, dues, contact: contact.adjacent_attackers if dues else 0,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_in_forced_attacks_are_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, planted = FAULTS[fault]
    monkeypatch.setattr(where, name, planted)
    with pytest.raises((AssertionError, ValueError, KeyError, StopIteration)):
        scatter(60, *FEW)
