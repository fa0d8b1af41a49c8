"""Choose the part of the map that a set-up needs, and the pages on which it is largest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Final

from hexwright.model.ids import HexId
from hexwright.paper.paper_sizes import Paper
from hexwright.render.canvas import Box
from hexwright.render.map.sheet_plan import SheetPlan

AROUND: Final = 0.7
"""The map that is shown around the outermost units, in widths of a hex."""
MOST_SCALE: Final = 1.6
"""The largest scale of a set-up's map: small maps aren't magnified without need."""
READABLE_HEX: Final = 11.0
"""The width in mm of a hex from which one page is enough."""
_GAIN: Final = 1.3
"""How much larger a second page must make the map."""
MAP_MARGIN: Final = 9.0
MAP_HEAD: Final = 17.0
MAP_FOOT: Final = 9.5


@dataclass(frozen=True, slots=True)
class MapPart:
    """A part of the map on one page: the window on the map's sheet in mm, the paper, and a name."""

    window: Box
    paper: Paper
    scale: float
    name: str = ""


def unit_window(plan: SheetPlan, hexes: Iterable[HexId]) -> Box:
    """Return the part of the map with the given hexes and a little around them."""
    pad = plan.layout.hex_width * AROUND
    around = Box.around(corner for hex_id in hexes for corner in plan.layout.corners(hex_id)).inset(-pad)
    field = plan.field
    left, top = max(around.x, field.x), max(around.y, field.y)
    right, bottom = min(around.right, field.right), min(around.bottom, field.bottom)
    return Box(left, top, right - left, bottom - top)


def edge_hexes(plan: SheetPlan, window: Box) -> set[HexId]:
    """Return the whole hexes along the upper and the left edge of a window, which carry their numbers."""
    reach = plan.layout.hex_width * 0.6
    columns: dict[float, tuple[float, HexId]] = {}
    rows: dict[float, tuple[float, HexId]] = {}
    for hex_id in plan.layout.grid:
        centre = plan.layout.centre(hex_id)
        if window.inset(reach).holds(Box(centre.x, centre.y, 0.0, 0.0)):
            across, down = round(centre.x, 2), round(centre.y, 2)
            columns[across] = min(columns.get(across, (down, hex_id)), (down, hex_id))
            rows[down] = min(rows.get(down, (across, hex_id)), (across, hex_id))
    return {hex_id for _, hex_id in (*columns.values(), *rows.values())}


def page_room(paper: Paper) -> Box:
    """Return the room for the map on a page."""
    return Box(MAP_MARGIN, MAP_HEAD, paper.width - 2 * MAP_MARGIN, paper.height - MAP_HEAD - MAP_FOOT)


def map_parts(plan: SheetPlan, window: Box, paper: Paper) -> list[MapPart]:
    """Return the window on one page, or in two halves if they make the map much larger."""
    whole = max((_split(window, paper, across, down) for across, down in ((1, 1),)), key=_scale_of)
    if whole[0].scale * plan.layout.hex_width >= READABLE_HEX:
        return whole
    halves = max((_split(window, paper, across, down) for across, down in ((2, 1), (1, 2))), key=_scale_of)
    return halves if _scale_of(halves) >= _GAIN * _scale_of(whole) else whole


def _scale_of(parts: list[MapPart]) -> float:
    return parts[0].scale


def _split(window: Box, paper: Paper, across: int, down: int) -> list[MapPart]:
    wide, high = window.width / across, window.height / down
    best, scale = paper, 0.0
    for turned in (paper, paper.turned):
        room = page_room(turned)
        fits = min(room.width / wide, room.height / high, MOST_SCALE)
        if fits > scale + 1e-9:
            best, scale = turned, fits
    names = {(1, 1): [""], (2, 1): ["west", "east"], (1, 2): ["north", "south"]}[across, down]
    return [
        MapPart(Box(window.x + i * wide, window.y + j * high, wide, high), best, scale, name)
        for (j, i), name in zip(product(range(down), range(across)), names, strict=True)
    ]
