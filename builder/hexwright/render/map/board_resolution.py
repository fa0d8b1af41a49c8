"""Choose the board's resolution by the counters on it, not by the size of the paper."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from hexwright.model.game import Game
from hexwright.model.ids import Mm
from hexwright.render.map.sheet_plan import SheetPlan

COUNTER_PICTURE: Final = 150
"""The edge in pixels of a counter's own picture: shown at 75, it is sharp on a screen of double density."""

_EDGES: Final = ((150, 30_000_000), (75, 60_000_000))
"""Counter edges in pixels on the board, finest first, each with the maximum size of the board in pixels.

At 150, the map is as sharp as the counters on a screen of double density, and is played at half size. This is
too costly for players if the map has many hundred hexes; such a map has 75, like most published modules.
"""
_LEAST_EDGE: Final = 50
"""The counter edge on the largest boards: the smallest edge at which numbers are readable."""


@dataclass(frozen=True, slots=True)
class BoardResolution:
    """The scale of a board: pixels per millimetre of the sheet, and pixels per counter edge."""

    px_per_mm: float
    counter: int

    @property
    def counter_picture_scale(self) -> float:
        """Return the scale at which a counter's own picture has the size of a counter on the board."""
        return self.counter / COUNTER_PICTURE

    def pixels(self, mm: float) -> int:
        """Convert a length in mm to whole pixels; rounding errors below a pixel are ignored."""
        return math.floor(round(mm * self.px_per_mm, 6) + 0.5)

    def counter_pixels(self, share: float) -> int:
        """Convert a length that is given for a counter of 150 pixels to pixels on the board."""
        return round(share * self.counter_picture_scale)


def resolution_for(game: Game, plan: SheetPlan) -> BoardResolution:
    """Return the finest resolution at which a game's board isn't too large to play."""
    counter = game.counters.sheet.counter_mm
    for edge, most in _EDGES:
        if sheet_pixels(plan, counter, edge) <= most:
            return BoardResolution(edge / counter, edge)
    return BoardResolution(_LEAST_EDGE / counter, _LEAST_EDGE)


def sheet_pixels(plan: SheetPlan, counter: Mm, edge: int) -> float:
    """Return a sheet's number of pixels if an edge of a counter, `counter` mm, has `edge` pixels."""
    return plan.width * plan.height * (edge / counter) ** 2
