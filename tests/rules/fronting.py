"""A naive oracle for fronts: the gaps of the shortest line, and the distance of hexes past a line."""

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
    """Return the adjacent hexes of each hex."""
    grid = HexGrid.of(game(slug).hexmap.grid)
    return {here: set(grid.neighbours(here).values()) for here in grid}


def spread(beside: Beside, begun: Hexes, within: Callable[[HexId], bool]) -> Hexes:
    """Return the hexes reached from `begun` through hexes that `within` permits, including `begun`."""
    found, waiting = set(begun), list(begun)
    while waiting:
        for near in beside[waiting.pop()] - found:
            if within(near):
                found.add(near)
                waiting.append(near)
    return found


def lacking(beside: Beside, covered: Hexes, start: Hexes) -> dict[HexId, int]:
    """Return, by hex, the fewest uncovered hexes on any path to it, itself included."""
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
    """Return the uncovered hexes of the best path; of equal paths, the one by hexes with lower numbers."""
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
    """Return the most steps past a line to any of the hexes `standing`; 0 if none is past the line."""
    far, front, best = 0, set(line), 0
    seen: Hexes = set()
    while front:
        front = {near for here in front for near in beside[here] if near in beyond and near not in seen}
        seen |= front
        far += 1
        best = far if front & standing else best
    return best


def compared(slug: str, seed: int, tries: int) -> None:
    """Compare random fronts with the naive oracle; raise AssertionError if they differ."""
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
