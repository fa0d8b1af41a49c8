"""Games in which units attack from afar."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.bombardment_record import Bombardment, BombardmentRange
from hexwright.model.rules.criteria_record import Near
from hexwright.model.rules.rules_record import Effect
from tests.conformance.conftest import REDOUBT
from tests.vassal.compile.games import game

GUNS = Bombardment(
    (
        BombardmentRange(side=(SideId("amber"),), range=2),
        BombardmentRange(side=(SideId("slate"),), near=Near(within=1), range=3),
    ),
    unaffected=True,
    rule="4",
)


def with_guns(afar: Bombardment | None = GUNS, **more: Any) -> Game:
    """Return the toy with bombardment, and results that say which side suffers them."""
    found = game(REDOUBT)
    assert found.rules.combat is not None
    hard: tuple[Effect, ...] = ("attacker-step-loss", "defender-step-loss", "attacker-retreat")
    effects = {result: done or hard for result, done in found.rules.combat.effects.items()}
    combat = replace(found.rules.combat, bombardment=afar, effects=effects, **more)
    return replace(found, rules=replace(found.rules, combat=combat))
