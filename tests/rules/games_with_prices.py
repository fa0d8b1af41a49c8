"""Games in which the cost of units in replacements depends on their strength."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from tests.vassal.compile.games import game


def dear(points: int = 4, **more: Any) -> Game:
    """Return the toy in which Blue's and Red's units cost their strength, and may be given up."""
    found = game("toy-bridge")
    rules = tuple(
        replace(one, cost="strength", may_give_up_units=True, **more) for one in found.rules.replacements
    )
    granted = tuple(replace(one, first_turn=1, points=points) for one in found.oob.replacements)
    return replace(
        found, rules=replace(found.rules, replacements=rules), oob=replace(found.oob, replacements=granted)
    )


def cost(found: Game, unit: UnitId, step: int, kind: str) -> int:
    """Return the cost of an action from the printed faces alone."""
    printed = [face.strength or 0 for face in found.counters.unit(unit).steps]
    return max(1, printed[-1] if kind != "restore" else printed[step - 2] - printed[step - 1])
