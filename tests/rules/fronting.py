"""A naive look at fronts: what the fewest ways lack, hex by hex, and how far hexes lie past a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from hexwright.geometry.hex_board import Board
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.ids import HexId
from hexwright.queries.front_gaps import foremost, missing_hexes
from tests.vassal.compile.games import game

Hexes = set[HexId]
Beside = Mapping[HexId, Hexes]


def beside_of(slug: str) -> Beside:
    """Return by hex those that touch it."""
    grid = HexGrid.of(game(slug).hexmap.grid)
    return {here: set(grid.neighbours(here).values()) for here in grid}


def spread(beside: Beside, begun: Hexes, within: Callable[[HexId], bool]) -> Hexes:
    """Return what is reached from some hexes, those among them, over others."""
    found, waiting = set(begun), list(begun)
    while waiting:
        for near in beside[waiting.pop()] - found:
            if within(near):
                found.add(near)
                waiting.append(near)
    return found


def lacking(beside: Beside, covered: Hexes, start: Hexes) -> dict[HexId, int]:
    """Return by hex how many uncovered ones the best way to it has, its own among them."""
    found: dict[HexId, int] = {}
    front, few = spread(beside, start & covered, lambda here: here in covered), 0
    found |= dict.fromkeys(front, 0)
    while True:
        few += 1
        bare = {near for here in front for near in beside[here]} | (start if few == 1 else set())
        bare = {here for here in bare if here not in found and here not in covered}
        if not bare:
            return found
        fresh = covered - set(found)
        front = spread(beside, bare, fresh.__contains__)
        found |= dict.fromkeys(front, few)


def missing(beside: Beside, covered: Hexes, start: Hexes, end: Hexes, number: Mapping[HexId, int]) -> Hexes:
    """Return what the way lacks that is at the first hex by its number wherever it isn't covered."""
    far = lacking(beside, covered, start)
    reached = [far[here] for here in end if here in far]
    if not reached:
        return set()
    found: Hexes = set()
    onward = end
    for few in range(min(reached), 0, -1):
        held = spread(beside, onward & covered, lambda here: here in covered)
        onward = onward | {near for here in held for near in beside[here]}
        last = {here for here in onward - covered if far.get(here) == few}
        one = min(last, key=lambda here: number[here])
        found.add(one)
        onward = set(beside[one])
    return found


def farthest(beside: Beside, line: Hexes, beyond: Hexes, standing: Hexes) -> int:
    """Return how many steps past a line the farthest of some hexes lies over others; 0 for none."""
    far, front, best = 0, set(line), 0
    seen: Hexes = set()
    while front:
        front = {near for here in front for near in beside[here] if near in beyond and near not in seen}
        seen |= front
        far += 1
        best = far if front & standing else best
    return best


def compared(slug: str, seed: int, tries: int) -> None:
    """Compare fronts at random with the naive look; raise AssertionError where they differ."""
    board, beside, dice = Board.of(game(slug).hexmap), beside_of(slug), Random(seed)
    hexes = sorted(beside)
    for _ in range(tries):

        def some(share: float) -> Hexes:
            return {here for here in hexes if dice.random() < share}

        covered, start, end = some(dice.choice((0.2, 0.5, 0.8))), some(0.1), some(0.1)
        told = missing_hexes(board.around, *map(board.bits, (covered, start, end)))
        plain = missing(beside, covered, start, end, board.index)
        assert set(board.names(told)) == plain, (sorted(covered), sorted(start), sorted(end))
        line, beyond, standing = some(0.1), some(dice.choice((0.4, 0.7, 1.0))), some(0.1)
        came = foremost(board.around, *map(board.bits, (line, beyond, standing)))
        assert came == farthest(beside, line, beyond, standing), (sorted(line), sorted(beyond))
