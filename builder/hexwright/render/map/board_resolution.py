"""Choose how many pixels the board has: by the counters that lie on it, not by the paper it is printed on."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from hexwright.model.game import Game
from hexwright.model.ids import Mm
from hexwright.render.map.sheet_plan import SheetPlan

COUNTER_PICTURE: Final = 150
"""Pixels of a counter's own picture: it is played at 75, so it is crisp on a screen of twice the density."""

_EDGES: Final = ((150, 30_000_000), (75, 60_000_000))
"""A counter's edge on the board, finest first, and the most pixels that a board may have with it.

With 150 the map is as crisp as the counters on a screen of twice the density, and played at half size.
A map of many hundred hexes would cost its players too much then, and has 75, as most published modules.
"""
_LEAST_EDGE: Final = 50
"""On a board that would be too large even so: the smallest counter on which figures can be read."""


@dataclass(frozen=True, slots=True)
class BoardResolution:
    """How a board is measured: pixels for a millimetre of the sheet, and for a counter's edge."""

    px_per_mm: float
    counter: int

    @property
    def of_picture(self) -> float:
        """Return the scale at which a counter's picture has its size on the board."""
        return self.counter / COUNTER_PICTURE

    def pixels(self, mm: float) -> int:
        """Return a length in whole pixels; what differs by rounding errors alone becomes the same."""
        return math.floor(round(mm * self.px_per_mm, 6) + 0.5)

    def of_counter(self, share: float) -> int:
        """Return a length on the board that is given for a counter of 150 pixels."""
        return round(share * self.of_picture)


def resolution_for(game: Game, plan: SheetPlan) -> BoardResolution:
    """Return the finest resolution at which a game's board isn't too large to be played on."""
    counter = game.counters.sheet.counter_mm
    for edge, most in _EDGES:
        if sheet_pixels(plan, counter, edge) <= most:
            return BoardResolution(edge / counter, edge)
    return BoardResolution(_LEAST_EDGE / counter, _LEAST_EDGE)


def sheet_pixels(plan: SheetPlan, counter: Mm, edge: int) -> float:
    """Return how many pixels a sheet has when a counter's edge, given in mm, has so many."""
    return plan.width * plan.height * (edge / counter) ** 2
