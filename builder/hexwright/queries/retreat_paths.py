"""Find where a unit can be made to retreat, and which places it takes on its way.

A retreat is in layers, the hexes that each of its steps can enter: each is further away than the one
before, and where friends leave no room so far away it may go on to the nearest with room.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwright.geometry.bitsets import members
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.hex_steps import Spread
from hexwright.queries.movement_flood import Into

Footing = tuple[Spread, Into]
"""Some steps from hex to hex, and the hexes into which they may lead."""
Tread = Sequence[Footing]


@dataclass(frozen=True, slots=True, eq=False)
class Retreat:
    """The ways of a retreat."""

    tread: Tread
    """The steps that the unit can take."""
    layers: Sequence[Hexes]
    """By step the hexes that it can enter; first is where it stands."""
    ends: Hexes
    """Where it may stop, in the last layer; none where there is no way."""
    passed: Hexes
    """Where it may come on its way, and never stops."""


Taken = Hexes
Passage = tuple[Taken, Hexes]
"""Places that a way takes, and the hexes to which ways lead that take just these."""


def trodden(tread: Tread, hexes: Hexes) -> Hexes:
    """Return all hexes that can be entered from some."""
    found: Hexes = 0
    for spread, into in tread:
        found |= spread(hexes) & into
    return found


def retreat_from(
    board: Board,
    tread: Tread,
    start: Hexes,
    far: int,
    free: Hexes,
    full: Hexes,
    passed: Hexes,
    further: bool,
) -> Retreat:
    """Return the ways of a retreat over so many hexes that nobody bars, past those where it has no room.

    Where it has none so far away, it goes on if it may go `further`, and from hexes that are only `passed` in
    any case.
    """
    layers: list[Hexes] = [start]
    front, within, ring = start, start, start
    for _ in range(far):
        ring = board.around(within) & ~within
        within |= ring
        front = trodden(tread, front) & free & ring
        layers.append(front)
    # The last ring is where the way may still go on.
    left = free & ~(within & ~ring)
    while front:
        if ends := front & ~(full | passed):
            return Retreat(tread, tuple(layers), ends, passed)
        if not further:
            if not front & passed:
                break
            front &= passed
            layers.pop()
            layers.append(front)
        left &= ~front
        front = trodden(tread, front) & left
        layers.append(front)
    return Retreat(tread, tuple(layers), 0, passed)


def step_to(retreat: Retreat, hexes: Hexes) -> int:
    """Return the number of the step that enters any of some hexes, 0 for the start; -1 for none."""
    for number, layer in enumerate(retreat.layers):
        if layer & hexes:
            return number
    return -1


def ends_from(retreat: Retreat, here: Hexes) -> Hexes:
    """Return where a retreat may end that has come to a hex."""
    begun = step_to(retreat, here)
    front: Hexes = 0 if begun < 0 else here
    for number in range(begun + 1, len(retreat.layers)):
        front = trodden(retreat.tread, front) & retreat.layers[number]
    return front & retreat.ends


def passages(retreat: Retreat, here: Hexes, goals: Hexes, places: Hexes) -> Sequence[Passage]:
    """Return how a retreat leads from a hex to some of a later step, by the places taken in between."""
    begun, ended = step_to(retreat, here), step_to(retreat, goals)
    if begun < 0 or ended <= begun:
        return ()
    found: Sequence[Passage] = ((0, here),)
    for number in range(begun + 1, ended):
        onward: list[Passage] = []
        for taken, hexes in found:
            entered = trodden(retreat.tread, hexes) & retreat.layers[number]
            if plain := entered & ~places:
                onward.append((taken, plain))
            for entry in members(entered & places):
                place = 1 << entry
                onward.append((taken | place, place))
        found = tuple(onward)
    last: list[Passage] = []
    for taken, hexes in found:
        if reached := trodden(retreat.tread, hexes) & goals:
            last.append((taken, reached))
    return tuple(last)
