"""Find the gaps in a front between two edges, and the distance that units have advanced past a line."""

from __future__ import annotations

from hexwright.geometry.bitsets import first
from hexwright.geometry.hex_board import Hexes
from hexwright.geometry.hex_steps import Spread
from hexwright.queries.supply_trace import spread_within


def missing_hexes(spread: Spread, covered: Hexes, start: Hexes, end: Hexes) -> Hexes:
    """Return the uncovered hexes on the path from `start` to `end` that has the fewest uncovered hexes.

    Ties are resolved from the end of the path backwards: the uncovered hex with the lowest number is chosen.
    The result is empty if no path exists.
    """
    levels: list[Hexes] = []
    level = spread_within(spread, start & covered, covered)
    seen, begun = level, start
    while not level & end:
        # Covered hexes adjacent to these are already in `seen`.
        bare = (spread(level) | begun) & ~seen
        if not bare:
            return 0
        fresh = covered & ~seen
        level = bare | spread_within(spread, spread(bare) & fresh, fresh)
        levels.append(level)
        seen |= level
        begun = 0
    found: Hexes = 0
    onward, depth = end, len(levels)
    for _ in range(depth):
        last = levels.pop()
        held = spread_within(spread, onward & covered, last & covered)
        one: Hexes = 1 << first(last & ~covered & (onward | spread(held)))
        found |= one
        onward = spread(one)
    return found


def foremost(spread: Spread, line: Hexes, beyond: Hexes, standing: Hexes) -> int:
    """Return the distance from a line to the farthest `standing` hex that can be reached within `beyond`.

    The distance is 0 if none of these hexes can be reached.
    """
    left, front, waiting = beyond, line, standing & beyond
    found, distance = 0, 0
    while waiting and front:
        front = spread(front) & left
        left &= ~front
        distance += 1
        if front & waiting:
            found = distance
            waiting &= ~front
    return found
