"""Choose the part of the map that a set-up needs, and the pages on which it is largest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from hexwright.model.ids import HexId
from hexwright.paper.figures.example_diagrams import LARGE_HEX
from hexwright.paper.pages.paper_sizes import Paper
from hexwright.render.canvas import Box
from hexwright.render.map.sheet.sheet_plan import SheetPlan

AROUND: Final = 0.5
"""The map that is shown around the outermost units, in widths of a hex."""
_SIGN: Final = 0.4
"""How far the sign and the name of a place reach from the middle of its hex, in widths of a hex."""
_BESIDE: Final = 0.15
"""The map that is shown at least around a unit that stands at the edge of a window, in widths of a hex."""
MOST_SCALE: Final = 1.6
"""The largest scale of a set-up's map: small maps aren't magnified without need."""
_IN_LARGE, _IN_SMALL = 0.6, 0.8
"""The edge of a counter in a large hex, and in a small one without a number, in widths of the hex."""
READABLE_HEX: Final = 11.0
"""The width in mm of a hex from which a map on one page is readable; below it, insets are drawn."""
MAP_MARGIN: Final = 9.0
MAP_HEAD: Final = 17.0
MAP_FOOT: Final = 9.5


@dataclass(frozen=True, slots=True)
class MapPart:
    """The part of the map on a page: the window on the map's sheet in mm, the paper, and the scale."""

    window: Box
    paper: Paper
    scale: float


@dataclass(frozen=True, slots=True)
class Margins:
    """What a window shows around the centres of the outermost hexes, within the map's field."""

    across: float
    down: float
    field: Box
    whole: Box
    """What belongs to a hex: the hex, and a little of the map around it."""

    def window(self, centres: Box) -> Box:
        """Return the part of the map with all hexes whose centres lie in a box."""
        left = max(centres.x - self.across, self.field.x)
        top = max(centres.y - self.down, self.field.y)
        right = min(centres.right + self.across, self.field.right)
        bottom = min(centres.bottom + self.down, self.field.bottom)
        return Box(left, top, right - left, bottom - top)


def window_margins(plan: SheetPlan) -> Margins:
    """Return the margins of windows: half a hex and a little of the map around it."""
    layout = plan.layout
    some = next(iter(layout.grid))
    hexagon, pad = Box.around(layout.corners(some)), layout.hex_width * AROUND
    whole = hexagon.inset(-_BESIDE * layout.hex_width)
    return Margins(hexagon.width / 2 + pad, hexagon.height / 2 + pad, plan.field, whole)


def counter_edge(wide: float) -> float:
    """Return the edge of the counters of insets whose hexes are `wide` mm wide: all have one size."""
    return wide * (_IN_LARGE if wide >= LARGE_HEX else _IN_SMALL)


def unit_window(plan: SheetPlan, hexes: Iterable[HexId], places: Iterable[HexId] = ()) -> Box:
    """Return the part of the map with the given hexes and a little around them.

    The hexes of `places` are shown whole or not at all.
    """
    window = window_margins(plan).window(Box.around(plan.layout.centre(hex_id) for hex_id in hexes))
    sign, field = _SIGN * plan.layout.hex_width, plan.field
    left, top, right, bottom = window.x, window.y, window.right, window.bottom
    for at in map(plan.layout.centre, places):
        if left - sign < at.x < right + sign and top - sign < at.y < bottom + sign:
            # The edge would cut the place's sign or its name.
            left, right = min(left, at.x - sign), max(right, at.x + sign)
            top, bottom = min(top, at.y - sign), max(bottom, at.y + sign)
    left, top = max(left, field.x), max(top, field.y)
    return Box(left, top, min(right, field.right) - left, min(bottom, field.bottom) - top)


def page_room(paper: Paper) -> Box:
    """Return the room for the map on a page."""
    return Box(MAP_MARGIN, MAP_HEAD, paper.width - 2 * MAP_MARGIN, paper.height - MAP_HEAD - MAP_FOOT)


def page_part(window: Box, paper: Paper) -> MapPart:
    """Return a window on a page, upright or turned, as large as it fits."""

    def scale(turned: Paper) -> float:
        room = page_room(turned)
        return min(room.width / window.width, room.height / window.height, MOST_SCALE)

    best = max((paper, paper.turned), key=scale)
    return MapPart(window, best, scale(best))
