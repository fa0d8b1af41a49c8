"""Find the hexes to which a unit can retreat, and the places that it captures on the way.

Layer n of a retreat contains the hexes that can be entered at n hexes from the start. Each layer is farther
from the start than the one before. If no hex at the required distance has room, the retreat may continue to
the nearest hex with room.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwright.geometry.bitsets import members
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.hex_steps import Spread
from hexwright.queries.movement_flood import Into

Footing = tuple[Spread, Into]
"""Moves to adjacent hexes, and the hexes that these moves may enter."""
Tread = Sequence[Footing]


@dataclass(frozen=True, slots=True, eq=False)
class Retreat:
    """The possible paths of a retreat."""

    tread: Tread
    """The moves to adjacent hexes that the unit may make."""
    layers: Sequence[Hexes]
    """The hexes that can be entered at each distance; the first set contains only the start hex."""
    ends: Hexes
    """The hexes of the last layer where the retreat may end; empty if no retreat is possible."""
    passed: Hexes
    """Hexes that the unit may retreat through, but in which the retreat may not end."""


Taken = Hexes
Passage = tuple[Taken, Hexes]
"""The places captured on a path, and the hexes reached by paths that capture exactly these places."""


def trodden(tread: Tread, hexes: Hexes) -> Hexes:
    """Return all hexes that can be entered from any of the given hexes."""
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
    """Return the paths of a retreat of `far` hexes through `free` hexes; it may not end in `full` hexes.

    If it can't end at that distance, it continues if `further` is set. A retreat through hexes in `passed`
    always continues.
    """
    layers: list[Hexes] = [start]
    front, within, ring = start, start, start
    for _ in range(far):
        ring = board.around(within) & ~within
        within |= ring
        front = trodden(tread, front) & free & ring
        layers.append(front)
    # The retreat may still continue from the last ring.
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
    """Return the distance at which a retreat first enters any of the hexes; -1 if it never does."""
    for number, layer in enumerate(retreat.layers):
        if layer & hexes:
            return number
    return -1


def ends_from(retreat: Retreat, here: Hexes) -> Hexes:
    """Return the hexes where a retreat may end after passing through the hex `here`."""
    begun = step_to(retreat, here)
    front: Hexes = 0 if begun < 0 else here
    for number in range(begun + 1, len(retreat.layers)):
        front = trodden(retreat.tread, front) & retreat.layers[number]
    return front & retreat.ends


def passages(retreat: Retreat, here: Hexes, goals: Hexes, places: Hexes) -> Sequence[Passage]:
    """Return the ways from a hex of a retreat to `goals`, grouped by the places captured between them."""
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
