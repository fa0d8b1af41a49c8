"""Trace supply: from where it begins, over hexes that are open to it, as far as it comes.

A way may enter no closed hex, but the hex that it leads to doesn't count: so the last step outwards needs no
check, nor does a source for what stands in it. Headquarters that have a way are where others begin.
"""

from __future__ import annotations

from typing import NamedTuple

from hexwright.geometry.hex_board import Hexes
from hexwright.geometry.hex_steps import Spread
from hexwright.queries.movement_flood import Ground, Levels, Tariff, flood


class Traced(NamedTuple):
    """What ways of supply come to."""

    linked: Hexes
    """The hexes through which they run."""
    reached: Hexes
    """Those that have one, whoever stands there."""
    begun: Hexes
    """Those in which they begin, headquarters that have one among them."""
    levels: Levels
    """What bringing supplies takes, where it costs points."""


def spread_within(spread: Spread, begun: Hexes, within: Hexes) -> Hexes:
    """Return the hexes that are reached from some, those among them, by spreading within others."""
    found = begun
    front = begun
    while front:
        front = spread(front) & within & ~found
        found |= front
    return found


def walked(spread: Spread, length: int, begun: Hexes, free: Hexes, sources: Hexes, waiting: Hexes) -> Traced:
    """Trace over so many steps, 0 for any number, from open hexes; headquarters are `waiting`."""
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
    """Trace by what hexes cost, `nearest` for whoever stands there; closed ones are those that stop."""
    while True:
        levels = flood(tariff, ground, ((0, 0, begun),))
        reached = brought(levels, nearest) | sources
        fed = waiting & reached
        if not fed:
            return Traced(reached & ~ground.stops, reached, begun, levels)
        waiting ^= fed
        begun |= fed & ~ground.stops


def brought(levels: Levels, most: int) -> Hexes:
    """Return the hexes to which supplies are brought for so much."""
    found: Hexes = 0
    reached = levels[0]
    for spent in range(most + 1):
        found |= reached[spent]
    return found
