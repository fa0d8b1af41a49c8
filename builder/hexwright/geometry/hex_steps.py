"""Hold what is joined with what as steps from number to number, so that a whole front takes them at once.

There are few different steps on a board: eight from a hex to one beside it. Each has the set of the hexes
from which it is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

Spread = Callable[[int], int]
"""Gives all hexes that can be entered from some."""
Steps = tuple[tuple[int, int], ...]
"""Steps in order, each with the hexes from which it is taken."""


def steps_of(sets: Sequence[int]) -> Steps:
    """Return what hexes are joined with as steps; `sets` holds it by the number of the hex."""
    steps: dict[int, int] = {}
    for number, hexes in enumerate(sets):
        while hexes:
            low = hexes & -hexes
            step = low.bit_length() - 1 - number
            steps[step] = steps.get(step, 0) | 1 << number
            hexes ^= low
    return tuple(sorted(steps.items()))


def spread_by(steps: Steps) -> Spread:
    """Return the way of spreading by steps."""
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


def layers(spread: Spread, begun: int, within: int) -> Iterator[int]:
    """Yield hexes by how many steps they lie from some, those first, by spreading within others."""
    front = begun
    while front:
        yield front
        front = spread(front) & within & ~begun
        begun |= front


def divided(near: Sequence[int], marked: Mapping[int, Sequence[int]]) -> dict[tuple[int, ...], Steps]:
    """Return the steps to the hexes beside, apart by what marks them; those that nothing marks under ().

    `near` holds, by number, the hexes beside a hex, and `marked` by some mark those to which a step has it.
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
