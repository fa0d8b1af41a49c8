"""Trace supply lines from their sources through open hexes.

A supply line may enter a closed hex only as its last hex, so the last hex isn't checked. Units in the same
hex as a source are always in supply. If a headquarters is in supply, further supply lines begin there.
"""

from __future__ import annotations

from typing import NamedTuple

from hexwright.geometry.hex_board import Hexes
from hexwright.geometry.hex_steps import Spread
from hexwright.queries.movement_flood import Ground, Levels, Tariff, flood


class Traced(NamedTuple):
    """The hexes found by tracing supply lines."""

    linked: Hexes
    """The hexes through which supply lines run."""
    reached: Hexes
    """The hexes to which supply can be traced, whether or not they contain units."""
    begun: Hexes
    """The hexes in which supply lines begin, including headquarters that are in supply."""
    levels: Levels
    """For a range in movement points, the hexes by the cost of bringing supply to them; otherwise empty."""


def spread_within(spread: Spread, begun: Hexes, within: Hexes) -> Hexes:
    """Return the hexes that can be reached from `begun` without leaving `within`, including `begun`."""
    found = begun
    front = begun
    while front:
        front = spread(front) & within & ~found
        found |= front
    return found


def walked(spread: Spread, length: int, begun: Hexes, free: Hexes, sources: Hexes, waiting: Hexes) -> Traced:
    """Trace supply over at most `length` hexes through `free` hexes; 0 means no limit.

    `waiting` contains the headquarters that extend supply lines once they are in supply.
    """
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
    """Trace supply by movement points; `nearest` is the smallest range of any unit, in points.

    Hexes in the `stops` of `ground` are closed. `waiting` contains the headquarters.
    """
    while True:
        levels = flood(tariff, ground, ((0, 0, begun),))
        reached = brought(levels, nearest) | sources
        fed = waiting & reached
        if not fed:
            return Traced(reached & ~ground.stops, reached, begun, levels)
        waiting ^= fed
        begun |= fed & ~ground.stops


def brought(levels: Levels, most: int) -> Hexes:
    """Return the hexes to which supply can be brought for at most `most` points."""
    found: Hexes = 0
    reached = levels[0]
    for spent in range(most + 1):
        found |= reached[spent]
    return found
