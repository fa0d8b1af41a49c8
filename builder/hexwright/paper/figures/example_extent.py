"""The hexes that the diagram of an example shows: what it explains, and the enemies that decide it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, Protocol

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.example_of_play import Example, ExampleUnit
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.paper.figures.example_positions import example_position

SUPPLY_AROUND: Final = 2
"""The distance in hexes around a unit within which its supply is shown."""
_ROUNDS: Final = 6
"""The number of times that a diagram is enlarged by enemies that decide what it shows."""

Seen = Callable[[frozenset[HexId]], Sequence[ExampleUnit]]
"""The units that a diagram of some hexes shows."""


class ExampleAnswers(Protocol):
    """The functions of the rules engine whose answers units outside a diagram may change."""

    def end_hexes(self, example: Example) -> tuple[frozenset[HexId], frozenset[HexId]]:
        """Return the hexes in which the unit may end its move, and those in which it may if others leave."""

    def stopping_hexes(self, example: Example) -> frozenset[HexId]:
        """Return the reachable hexes in which an EZOC ends the move."""

    def supplied_hexes(self, example: Example) -> tuple[frozenset[HexId], frozenset[HexId]]:
        """Return the hexes around the unit in which it would be in supply, and those of limited supply."""

    def retreat_ends(self, example: Example) -> frozenset[HexId]:
        """Return the hexes in which the retreat of the example's unit may end."""


def hexes_around(grid: HexGrid, at: HexId, distance: int) -> frozenset[HexId]:
    """Return the hexes up to a distance from a hex, including it."""
    return frozenset(hex_id for hex_id in grid if grid.distance(at, hex_id) <= distance)


def answer(reference: ExampleAnswers, example: Example) -> tuple[frozenset[HexId], ...]:
    """Return the hexes that an example explains, by what they mean."""
    if example.kind == "movement":
        return (*reference.end_hexes(example), reference.stopping_hexes(example))
    if example.kind == "retreat":
        return (reference.retreat_ends(example),)
    if example.kind == "supply":
        return reference.supplied_hexes(example)
    return ()


def shown_hexes(
    game: Game,
    grid: HexGrid,
    example: Example,
    explained: frozenset[HexId],
    reference: ExampleAnswers,
    seen: Seen,
) -> tuple[frozenset[HexId], bool]:
    """Return the hexes that a diagram shows, and whether its units alone decide what it explains.

    It shows the hexes of the example's units, those that it explains, and enemies whose zones of control
    are why other hexes aren't among these. Around a retreat, it shows all hexes as near as its ends.
    """
    at = example.standing.hex
    hexes = explained.union(standing.hex for standing in example.units)
    if example.kind == "supply":
        hexes |= hexes_around(grid, at, SUPPLY_AROUND)
    elif example.kind == "retreat":
        hexes |= hexes_around(grid, at, max((grid.distance(at, one) for one in explained), default=1))
    side = {unit.id: unit.side for unit in game.counters.units}
    position = example_position(game, example)
    enemies = {one.hex for one in position if side[one.unit] != side[example.subject]}
    full = answer(reference, example)
    for _ in range(_ROUNDS):
        alone = answer(reference, replace(example, units=tuple(seen(hexes)), whole_setup=False))
        wrong = frozenset[HexId]().union(
            *(few ^ all_units for few, all_units in zip(alone, full, strict=True))
        )
        if not wrong:
            return hexes, True
        beside = wrong.union(*(grid.neighbours(hex_id).values() for hex_id in wrong))
        if hexes >= (more := beside & enemies | wrong):
            break
        hexes |= more
    return hexes, False


def decided_alone(
    example: Example, reference: ExampleAnswers, units: Sequence[ExampleUnit], hexes: frozenset[HexId]
) -> bool:
    """Whether some units alone decide what an example explains in some hexes."""
    few = answer(reference, replace(example, units=tuple(units), whole_setup=False))
    return all(a & hexes == b & hexes for a, b in zip(few, answer(reference, example), strict=True))
