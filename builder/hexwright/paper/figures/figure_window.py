"""The part of the map that a figure shows; a move that leads far is cut to what fits into a column."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from hexwright.model.ids import HexId
from hexwright.render.canvas import Box
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.support.message_wording import join_with_and

_LEAST_HEXES: Final = 4.2
"""The least width of a diagram, in widths of a hex."""
_IN_ROWS, _BESIDE_ROWS = 0.485, 0.28
"""The margins of a diagram along rows of hexes and across them, in widths of a hex: along them counters of
the rows between stand whole, across them less than half of a hex is seen.
"""
_ROWS_APART = 0.75**0.5
"""The distance of two rows, in widths of a hex."""
_WIDEST, _HIGHEST = 5.02, 7.25
"""The width and height of the hexes of a move up to which it is shown whole, in widths of a hex."""
_AWAY: Final = 4
"""The distance of a unit from the middle of the part of its move that is shown."""
_TRIED: Final = 8
"""The number of parts of a move of which one is shown."""
_ALMOST: Final = 0.02
_MARKED: Final = 0.25
"""The distance from the frame in widths of a hex from which the middle of a hex is seen with its mark."""


def diagram_window(plan: SheetPlan, hexes: Collection[HexId]) -> Box:
    """Return the part of the map around some hexes, in mm of the sheet.

    Its edges lie so that a counter is shown whole if its hex shows its middle. On maps with columns diagrams
    would be too high for that, so the edge halves the hexes of the columns between.
    """
    layout, field = plan.layout, plan.field
    around = Box.around(corner for hex_id in hexes for corner in layout.corners(hex_id))
    wide, flat = layout.hex_width, layout.flat
    aside, above = (_BESIDE_ROWS, 0.0) if flat else (_IN_ROWS, _BESIDE_ROWS)
    left, right = max(around.x - aside * wide, field.x), min(around.right + aside * wide, field.right)
    top, bottom = max(around.y - above * wide, field.y), min(around.bottom + above * wide, field.bottom)
    least = min(_LEAST_HEXES * wide, field.width) - 0.01
    step = wide * (_ROWS_APART if flat else 0.5)
    while right - left < least:
        # A narrow window would be magnified, so more of the map is shown at its sides.
        left = max(left - step, field.x)
        if right - left < least:
            right = min(right + step, field.right)
    return Box(left, top, right - left, bottom - top)


def whole_hexes(plan: SheetPlan, window: Box) -> frozenset[HexId]:
    """Return the hexes whose middle, with a mark on it, a part of the map shows."""
    inner = window.inset(_MARKED * plan.layout.hex_width)
    return frozenset(one for one in plan.layout.grid if inner.holds_point(plan.layout.centre(one)))


def beyond_edges(plan: SheetPlan, window: Box, hexes: Collection[HexId]) -> str:
    """Return words for the edges of a part of the map beyond which hexes lie, such as "its right edge"."""
    inner = window.inset(_MARKED * plan.layout.hex_width)
    middles = [plan.layout.centre(hex_id) for hex_id in hexes]
    beyond = {
        "left": any(at.x < inner.x for at in middles),
        "right": any(at.x > inner.right for at in middles),
        "upper": any(at.y < inner.y for at in middles),
        "lower": any(at.y > inner.bottom for at in middles),
    }
    sides = [side for side, found in beyond.items() if found]
    if len(sides) == len(beyond):
        return "all its edges"
    return f"its {join_with_and(sides, 'and')} edge{'' if len(sides) == 1 else 's'}" if sides else ""


def cropped_moves(
    plan: SheetPlan,
    start: HexId,
    reach: Collection[HexId],
    told: Collection[HexId],
    telling: Collection[HexId],
) -> list[frozenset[HexId]]:
    """Return some parts of a move that fit into a column, the best first; none if all of it fits.

    All hexes `told` are in each; of those `telling`, such as hexes that end the move, as many as possible.
    """
    layout, wide = plan.layout, plan.layout.hex_width
    around = Box.around(corner for one in {start, *reach, *told} for corner in layout.corners(one))
    if around.width <= _WIDEST * wide and around.height <= _HIGHEST * wide:
        return []
    half_x, half_y = layout.half_hex
    found: dict[frozenset[HexId], int] = {}
    for middle in (one for one in layout.grid if layout.grid.distance(one, start) <= _AWAY):
        at = layout.centre(middle)
        room = Box(at.x - wide * _WIDEST / 2, at.y - wide * _HIGHEST / 2, wide * _WIDEST, wide * _HIGHEST)
        inner = Box(
            room.x + half_x - _ALMOST * wide,
            room.y + half_y - _ALMOST * wide,
            room.width - 2 * half_x + 2 * _ALMOST * wide,
            room.height - 2 * half_y + 2 * _ALMOST * wide,
        )
        if not all(inner.holds_point(layout.centre(one)) for one in (start, *told)):
            continue
        held = frozenset(one for one in layout.grid if inner.holds_point(layout.centre(one)))
        found[held] = 3 * len(held.intersection(telling)) + len(held.intersection(reach))
    order = sorted(found, key=lambda held: (-found[held], min(held)))
    return order[:_TRIED]
