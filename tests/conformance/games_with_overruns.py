"""Games in which enemies are overrun."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from hexwright.model.game import Game
from hexwright.model.rules.overrun_record import Overrun
from hexwright.model.rules.stacking_record import Stacking
from tests.vassal.compile.games import game


def changed(
    slug: str,
    *overruns: Overrun,
    attacked: Literal["unit", "hex", "hexes"] | None = None,
    stacking: Stacking | None = None,
) -> Game:
    """Return a toy in which enemies are overrun."""
    found = game(slug)
    assert found.rules.combat is not None
    combat = replace(
        found.rules.combat,
        overruns=overruns,
        target=attacked or found.rules.combat.target,
        mandatory_attacks=None,
    )
    stacks = stacking or replace(found.rules.stacking, enforced="always", limits=())
    return replace(found, rules=replace(found.rules, combat=combat, stacking=stacks))
