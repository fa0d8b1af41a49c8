"""Place the counters of a figure: below the number of their hex, and so that each unit of a stack is seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.paper.map_sheets import SMALLEST_BOOK_TEXT
from hexwright.render.canvas import Box

MOST_SHOWN: Final = 6
"""The number of counters that are drawn in a hex."""
NUMBER_HEIGHT: Final = 0.44
"""How far above the middle of its hex a number begins, in widths of the hex."""
NUMBERED_HEX: Final = 9.0
"""The width in mm of a hex whose number fits above counters and marks."""
_EDGE, _LARGEST = 0.68, 10.0
"""The edge of a counter alone in its hex: in widths of the hex, and the most in mm."""
_PAIR: Final = 0.485
"""The edge of a counter beside another, in widths of the hex."""
_ROWS: Final = 0.75**0.5
"""The distance of two rows of hexes, in widths of a hex."""
_UNDER: Final = 0.6
"""How far below counters the middle of a mark is, in halves of its size."""
_GAP: Final = 0.3
"""The least distance in mm of a counter from the number above it and from the numbers in the next row."""


def counter_boxes(centre: Point, wide: float, count: int, *, flat: bool = False) -> list[Box]:
    """Return the boxes of counters in a hex `wide` mm wide; none lies on another or on a hex number.

    A pair stands side by side, more in rows of two.
    """
    high, number = wide if flat else _ROWS * wide, 0.8 * SMALLEST_BOOK_TEXT
    top = -NUMBER_HEIGHT * wide + number + _GAP
    room = high - number - 2 * _GAP
    if count == 1:
        edge = min(_EDGE * wide, _LARGEST, room)
        return [Box(centre.x - edge / 2, centre.y + max(top, -edge / 2), edge, edge)]
    rows = math.ceil(count / 2)
    # A last row of one counter stands between the numbers of the next row of hexes.
    edge = min(_PAIR * wide, (high - 2 * _GAP if count % 2 and not flat else room) / rows)
    y = centre.y + max(top, -rows * edge / 2)
    found = []
    for n in range(count):
        alone = n == count - 1 and count % 2
        left = centre.x - edge / 2 if alone else centre.x - edge + n % 2 * edge
        found.append(Box(left, y + n // 2 * edge, edge, edge))
    return found


def lifted(boxes: Sequence[Box], bottom: float) -> list[Box]:
    """Return boxes moved up as far as they reach below a line, so that a frame doesn't cut them."""
    over = max(0.0, max(box.bottom for box in boxes) - bottom)
    return [Box(box.x, box.y - over, box.width, box.height) for box in boxes]


def badge_spot(
    boxes: Sequence[Box], half: float = 1.5, texts: Sequence[Box] = (), others: Sequence[Box] = ()
) -> Point:
    """Return the middle of a mark of a hex with counters: where it hides least of texts, then of counters.

    `half` is half the size of the mark; `texts` are what may not be hidden, such as figures on counters and
    numbers of hexes; `others` are the counters of other hexes.
    """
    around = Box.around(Point(x, y) for box in boxes for x in (box.x, box.right) for y in (box.y, box.bottom))
    left, right, middle = around.x, around.right, around.centre
    rows = (around.y + 0.4, middle.y, around.bottom - 0.4)
    beside = [Point(x, y) for y in rows for x in (right + 0.5, left - 0.5, right + half, left - half)]
    below = [Point(x, around.bottom + _UNDER * half) for x in (middle.x, left, right)]

    def hidden(at: Point) -> tuple[float, float]:
        mark = Box(at.x - half, at.y - half, 2 * half, 2 * half)
        return (
            round(sum(_shared(mark, one) for one in texts), 2),
            round(sum(_shared(mark, one) for one in (*others, *boxes)), 2),
        )

    return min((*beside, *below), key=hidden)


def _shared(one: Box, other: Box) -> float:
    """Return the area that two boxes share."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, wide) * max(0.0, high)
