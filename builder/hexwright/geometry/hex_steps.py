"""Represent connections between hexes as index offsets, to expand a whole set of hexes at once.

A board has few different offsets: eight lead from a hex to an adjacent one. Each is stored with the set of
hexes where it applies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from hexwright.geometry.bitsets import members

Spread = Callable[[int], int]
"""A function that returns all hexes reachable from a set in one step."""
Steps = tuple[tuple[int, int], ...]
"""Index offsets in ascending order, each with the set of hexes from which it leads to another hex."""


def steps_of(sets: Sequence[int]) -> Steps:
    """Convert connections between hexes to steps.

    `sets` contains, for each hex number, the connected hexes.
    """
    steps: dict[int, int] = {}
    for number, hexes in enumerate(sets):
        for other in members(hexes):
            step = other - number
            steps[step] = steps.get(step, 0) | 1 << number
    return tuple(sorted(steps.items()))


def spread_by(steps: Steps) -> Spread:
    """Return a function that expands a set of hexes by one step."""
    onward = [(step, hexes) for step, hexes in steps if step > 0]
    back = [(-step, hexes) for step, hexes in steps if step < 0]

    def spread(hexes: int) -> int:
        found = 0
        for step, begin in onward:
            found |= (hexes & begin) << step
        for step, begin in back:
            found |= (hexes & begin) >> step
        return found

    return spread


def hexes_by_distance(spread: Spread, begun: int, within: int) -> Iterator[int]:
    """Yield the start hexes, then the hexes one step away, two steps away and so on, all inside `within`."""
    front = begun
    while front:
        yield front
        front = spread(front) & within & ~begun
        begun |= front


def steps_by_marks(near: Sequence[int], marked: Mapping[int, Sequence[int]]) -> dict[tuple[int, ...], Steps]:
    """Return the steps to adjacent hexes, grouped by their marks; steps without a mark have the key ().

    `near` contains, for each hex number, the adjacent hexes. `marked` contains, for each mark and hex
    number, the adjacent hexes to which a step has that mark.
    """
    apart: dict[tuple[int, ...], list[int]] = {}
    for number, beside in enumerate(near):
        left: dict[tuple[int, ...], int] = {(): beside}
        for mark, sets in marked.items():
            if there := sets[number] & beside:
                with_mark = {(*marks, mark): hexes & there for marks, hexes in left.items()}
                left = with_mark | {marks: hexes & ~there for marks, hexes in left.items()}
        for marks, hexes in left.items():
            if hexes:
                apart.setdefault(marks, [0] * len(near))[number] = hexes
    return {marks: steps_of(apart[marks]) for marks in sorted(apart)}
