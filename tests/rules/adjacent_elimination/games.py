"""Games in which units are eliminated next to enemies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.criteria_record import Unless
from hexwright.rules.adjacent_elimination.record import AdjacentElimination
from tests.vassal.compile.games import game

BLUE, RED = SideId("blue"), SideId("red")
ENTRIES = (
    AdjacentElimination(classes=("foot", "tank"), behind=("river",), rule="3"),
    AdjacentElimination(
        terrain=("clear",), side=(RED,), unless=Unless(place_kinds=("city",)), turns=(1, 3), rule="3"
    ),
    AdjacentElimination(classes=("staff",), against_classes=("tank",), rule="3"),
)


def toy(entries: tuple[AdjacentElimination, ...] = ENTRIES, **more: Any) -> Game:
    """Return the toy with adjacent elimination and without supply attrition."""
    found = game("toy-causeway")
    sequence = tuple(phase for phase in found.rules.sequence if phase.kind != "supply")
    return replace(
        found,
        rules=replace(
            found.rules, sequence=sequence, adjacent_elimination=entries, out_of_supply=None, **more
        ),
    )
