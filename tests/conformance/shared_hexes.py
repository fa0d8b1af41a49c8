"""Games in which ignored defenders share hexes with others."""

from __future__ import annotations

from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from tests.conformance.close_combat import placed


def close(found: Game) -> Game:
    """Return the toy with units beside each other that are left out with others, and alone."""
    placement = {
        HexId("0204"): (UnitId("blue-1"), UnitId("blue-staff")),
        HexId("0205"): (UnitId("blue-2"), UnitId("blue-3")),
        HexId("0203"): (UnitId("blue-tank"),),
        HexId("0304"): (UnitId("red-1"), UnitId("red-staff")),
        HexId("0303"): (UnitId("red-2"), UnitId("red-tank")),
    }
    return placed(found, placement)
