"""Supply trace: follow supply lines from their sources through open hexes, as far as they reach.

A supply line may not enter a closed hex, except as its last hex. The last step outwards therefore needs no
check, nor does a source for the units in it. Headquarters reached by a supply line begin further ones.
"""

from __future__ import annotations

from typing import NamedTuple

from hexwright.geometry.hex_board import Hexes
from hexwright.geometry.hex_steps import Spread
from hexwright.queries.movement_flood import Ground, Levels, Tariff, flood


class Traced(NamedTuple):
    """The reach of supply lines."""

    linked: Hexes
    """The hexes through which they run."""
    reached: Hexes
    """The hexes that have a supply line, regardless of units in them."""
    begun: Hexes
    """The hexes in which they begin, including headquarters that have a supply line."""
    levels: Levels
    """The cost of bringing supply by hex, if the range is in movement points."""


def spread_within(spread: Spread, begun: Hexes, within: Hexes) -> Hexes:
    """Return the hexes reached from `begun` by spreading within others, including `begun`."""
    found = begun
    front = begun
    while front:
        front = spread(front) & within & ~found
        found |= front
    return found


def walked(spread: Spread, length: int, begun: Hexes, free: Hexes, sources: Hexes, waiting: Hexes) -> Traced:
    """Trace over a number of steps (0 for any number) from open hexes; `waiting` are the headquarters."""
    while True:
        left, front = free ^ begun, begun
        steps = 1
        while front and (length == 0 or steps < length):
            front = spread(front) & left
            left ^= front
            steps += 1
        linked = free ^ left
        reached = spread(linked) | linked | sources
        fed = waiting & reached
        if not fed:
            return Traced(linked, reached, begun, [])
        waiting ^= fed
        begun |= fed & free


def hauled(
    tariff: Tariff, ground: Ground, nearest: int, begun: Hexes, sources: Hexes, waiting: Hexes
) -> Traced:
    """Trace by movement points; `nearest` is the range for any unit, and closed hexes are those that stop."""
    while True:
        levels = flood(tariff, ground, ((0, 0, begun),))
        reached = brought(levels, nearest) | sources
        fed = waiting & reached
        if not fed:
            return Traced(reached & ~ground.stops, reached, begun, levels)
        waiting ^= fed
        begun |= fed & ~ground.stops


def brought(levels: Levels, most: int) -> Hexes:
    """Return the hexes to which supply can be brought for at most the given points."""
    found: Hexes = 0
    reached = levels[0]
    for spent in range(most + 1):
        found |= reached[spent]
    return found
