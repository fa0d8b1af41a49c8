"""Place counters that share a hex."""

from __future__ import annotations

import math

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box


def side_by_side(centre: Point, edge: float, room: float, count: int) -> list[Box]:
    """Return the boxes of counters that share a hex, each up to `edge` mm wide, together up to `room` mm."""
    across = math.ceil(math.sqrt(count))
    down = math.ceil(count / across)
    wide = min(edge, room / across)
    left, top = centre.x - across * wide / 2, centre.y - down * wide / 2
    return [Box(left + n % across * wide, top + n // across * wide, wide, wide) for n in range(count)]
