"""Choose the board's resolution by the size of its counters, not by the size of the paper."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from hexwright.model.game import Game
from hexwright.model.ids import Mm
from hexwright.render.map.sheet.sheet_plan import SheetPlan

COUNTER_PICTURE: Final = 150
"""The edge in pixels of a counter's picture. Shown at 75 pixels, it is sharp on a high-density screen."""

_EDGES: Final = ((150, 30_000_000), (75, 60_000_000))
"""The edge of a counter on the board in pixels, finest first, with the largest board that may use it.

At 150 pixels, the map is as sharp as the counters on a high-density screen, and is played at half size. Maps
with many hundreds of hexes would be too large; their counters have 75 pixels, as in most published modules.
"""
_LEAST_EDGE: Final = 50
"""The edge of a counter on the largest boards: the smallest at which numbers are readable."""


@dataclass(frozen=True, slots=True)
class BoardResolution:
    """The scale of a board: pixels per millimetre of the sheet, and pixels per counter edge."""

    px_per_mm: float
    counter: int

    @property
    def counter_picture_scale(self) -> float:
        """Return the factor that scales a counter's picture to the size of a counter on the board."""
        return self.counter / COUNTER_PICTURE

    def pixels(self, mm: float) -> int:
        """Convert a length in mm to whole pixels, tolerating rounding errors smaller than a pixel."""
        return math.floor(round(mm * self.px_per_mm, 6) + 0.5)

    def counter_pixels(self, share: float) -> int:
        """Convert a length measured on a counter of 150 pixels to pixels on the board."""
        return round(share * self.counter_picture_scale)


def resolution_for(game: Game, plan: SheetPlan) -> BoardResolution:
    """Return the finest resolution at which a game's board isn't too large for play."""
    counter = game.counters.sheet.counter_mm
    for edge, most in _EDGES:
        if sheet_pixels(plan, counter, edge) <= most:
            return BoardResolution(edge / counter, edge)
    return BoardResolution(_LEAST_EDGE / counter, _LEAST_EDGE)


def sheet_pixels(plan: SheetPlan, counter: Mm, edge: int) -> float:
    """Return a sheet's number of pixels if counters of `counter` mm are drawn with `edge` pixels."""
    return plan.width * plan.height * (edge / counter) ** 2
