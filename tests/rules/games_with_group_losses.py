"""Games in which groups out of supply lose a share of their strength."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.model.rules.supply_record import GroupLoss, SupplyRules
from tests.vassal.compile.games import game

SLUG, SCENARIO = "toy-causeway", "the-week"
Rounded = Literal["down", "up"]


def starved(
    share: str = "1/3", rounded: Rounded = "up", classes: tuple[str, ...] = (), *, spread: bool = False
) -> Game:
    """Return the game with very short supply lines, in which groups lose a share of their strength."""
    found = game(SLUG)
    traced = tuple(
        replace(
            rule, range=1, line=(), network=(), headquarters=(), edge=(), places=(), hexes=(HexId("0901"),)
        )
        for rule in found.rules.supply_lines
    )
    phases = tuple(replace(phase, except_turns=()) for phase in found.rules.sequence)
    supply = SupplyRules(loss="group", group=GroupLoss(share, rounded, classes=classes), rule="4")
    rules = replace(found.rules, supply_lines=traced, sequence=phases, out_of_supply=supply, networks=())
    return replace(found, rules=rules, scenarios=tuple(replace(one, networks={}) for one in found.scenarios))
