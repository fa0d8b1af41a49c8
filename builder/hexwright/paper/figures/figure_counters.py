"""Place the counters of a figure: below the number of their hex, and so that each unit of a stack is seen."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, permutations
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.paper.map.map_sheets import SMALLEST_BOOK_TEXT
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
_TRIED: Final = 32
"""Into how many steps the width of a hex is divided to find the place of a mark."""
_ROUND: Final = 0.15
"""How much less than a square a round mark hides on each side, in halves of its size."""
_TEXT, _OTHER, _FACE = 12.0, 3.0, 0.2
"""What it costs that a mark hides text, an arrow, or the ground of a counter; its symbol costs 1."""
_SYMBOL: Final = 0.22
"""How far the symbol is from the edge of a counter, in widths of it."""
_POINT, _SLOPE = 3**-0.5, 3**-0.5 / 2
"""How far below its middle a hex with pointed top ends, in widths of it; and how far half the edge of a
counter must stay above that, in edges.
"""
_LAYERS, _EDGE_SEEN = 3, 0.6
"""How many counters of a stack are seen, and how much of the edge of each below the uppermost, in mm."""
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
    edge = min(_PAIR * wide, room / rows)
    if count % 2 and not flat:
        # Its lower corners lie within the hex, which narrows there.
        edge = min(edge, (_POINT * wide - top) / (rows + _SLOPE))
    y = centre.y + max(top, -rows * edge / 2)
    found = []
    for n in range(count):
        alone = n == count - 1 and count % 2
        left = centre.x - edge / 2 if alone else centre.x - edge + n % 2 * edge
        found.append(Box(left, y + n // 2 * edge, edge, edge))
    return found


def stack_boxes(centre: Point, wide: float, count: int, *, flat: bool = False) -> list[Box]:
    """Return the boxes of counters that lie on each other in a hex `wide` mm wide, the uppermost last.

    Of those below, the right and lower edges are seen.
    """
    (alone,) = counter_boxes(centre, wide, 1, flat=flat)
    seen = min(count, _LAYERS) - 1
    edge = alone.width - seen * _EDGE_SEEN
    levels = [min(seen, count - 1 - n) for n in range(count)]
    return [Box(alone.x + at * _EDGE_SEEN, alone.y + at * _EDGE_SEEN, edge, edge) for at in levels]


def arranged(boxes: Sequence[Box], goals: Sequence[Point | None]) -> list[Box]:
    """Return the boxes of a hex's counters in the order in which each stands nearest to its arrow's way.

    `goals` are the directions of the arrows, None for counters without one.
    """
    if len(boxes) < 2 or not any(goals):
        return list(boxes)
    middle = Box.around(Point(x, y) for box in boxes for x in (box.x, box.right) for y in (box.y, box.bottom))

    def along(order: Iterable[Box]) -> float:
        found = 0.0
        for box, goal in zip(order, goals, strict=True):
            if goal is not None:
                at, long = box.centre - middle.centre, max(0.01, goal.distance(Point(0.0, 0.0)))
                found += (at.x * goal.x + at.y * goal.y) / long
        return round(found, 3)

    return list(max(permutations(boxes), key=along))


def lifted(boxes: Sequence[Box], bottom: float) -> list[Box]:
    """Return boxes moved up as far as they reach below a line, so that a frame doesn't cut them."""
    over = max(0.0, max(box.bottom for box in boxes) - bottom)
    return [Box(box.x, box.y - over, box.width, box.height) for box in boxes]


def badge_spot(
    hex_corners: Sequence[Point],
    half: float,
    boxes: Sequence[Box],
    texts: Sequence[Box] = (),
    others: Sequence[Box] = (),
) -> Point:
    """Return the middle of a mark of a hex with counters: within the hex, where it hides least.

    `half` is half the size of the mark; `boxes` are the counters; `texts` are what may not be hidden, such as
    figures on counters and numbers of hexes; `others` are heads of arrows.
    """
    around = Box.around(hex_corners)
    middle = around.centre
    symbols = [box.inset(_SYMBOL * box.width) for box in boxes]
    groups = ((_TEXT, texts), (_OTHER, others), (1.0, symbols), (_FACE, boxes))
    weighed = [(weight, one) for weight, group in groups for one in group if one.overlaps(around)]

    least, best = math.inf, middle
    for at in _within(hex_corners, half):
        mark = Box(at.x - half, at.y - half, 2 * half, 2 * half).inset(_ROUND * half)
        hidden, away = 0.0, 0.01 * at.distance(middle)
        for weight, one in weighed:
            hidden += weight * _shared(mark, one)
            if hidden > least:
                break
        if (cost := round(hidden + away, 4)) < least:
            least, best = cost, at
    return best


def _within(hex_corners: Sequence[Point], half: float) -> Iterator[Point]:
    """Yield points of a hex around which a disc lies wholly in it."""
    around = Box.around(hex_corners)
    middle = around.centre
    sides = [
        (a.towards(b, 0.5) - middle, a.towards(b, 0.5).distance(middle))
        for a, b in pairwise([*hex_corners, hex_corners[0]])
    ]
    for n in range(_TRIED + 1):
        for m in range(_TRIED + 1):
            at = Point(around.x + around.width * n / _TRIED, around.y + around.height * m / _TRIED)
            out = at - middle
            if all(out.x * to.x + out.y * to.y <= (far - half) * far for to, far in sides):
                yield at


def _shared(one: Box, other: Box) -> float:
    """Return the area that two boxes share."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, wide) * max(0.0, high)
