"""Games with hexes into which zones of control don't extend."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.criteria_record import Unless
from hexwright.model.rules.zoc_limit_record import ZocLimit
from tests.vassal.compile.games import game

BLUE = SideId("blue")
ENDS = (
    ZocLimit(terrain=("marsh", "wood"), side=(BLUE,), unless=Unless(feature=("red-start",)), rule="3"),
    ZocLimit(place_kinds=("town",)),
)


def toy(ends: tuple[ZocLimit, ...] = ENDS, **more: Any) -> Game:
    """Return the toy in which zones of control don't extend into some hexes."""
    found = game("toy-causeway")
    return replace(found, rules=replace(found.rules, zoc=replace(found.rules.zoc, not_into=ends, **more)))
