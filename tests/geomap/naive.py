"""Judge a drafted map by plain means: only by which hexes touch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.hex_map import HexMap

Side = frozenset[str]


def meet(grid: HexGrid, a: Side, b: Side) -> bool:
    """Return whether two hexsides have an end in common: they share a hex, and their other hexes touch."""
    shared = a & b
    if len(shared) != 1:
        return False
    (one,), (other,) = a - shared, b - shared
    return one in grid.neighbours(other).values()  # type: ignore[arg-type]


def sides_of(map_: HexMap, feature: str) -> dict[str, list[Side]]:
    """Return the hexsides of each line of a feature."""
    return {
        line.id: [frozenset(side.split("/")) for side in line.hexsides]
        for one in map_.hexsides
        if one.id == feature
        for line in one.lines
    }


def corner_counts(grid: HexGrid, sides: Iterable[Side]) -> Counter[frozenset[str]]:
    """Return how many sides end in each corner, a corner being the hexes around it."""
    found: Counter[frozenset[str]] = Counter()
    for side in sides:
        a, b = sorted(side)
        both = [h for h in grid.neighbours(a).values() if h in grid.neighbours(b).values()]  # type: ignore[arg-type]
        for third in both:
            found[side | {third}] += 1
        for lone in range(2 - len(both)):
            # At the edge of the map a corner has two hexes; each side has at most one there, or two.
            found[side | {f"beyond {lone}"}] += 1
    return found


def loops(grid: HexGrid, sides: Iterable[Side]) -> int:
    """Return how many loops a net of sides has: sides + parts − corners."""
    kept = set(sides)
    corners = corner_counts(grid, kept)
    return len(kept) + len(parts(grid, kept)) - len(corners)


def parts(grid: HexGrid, sides: Iterable[Side]) -> list[set[Side]]:
    """Return the sides in parts that hang together."""
    left = set(sides)
    ending: dict[frozenset[str], list[Side]] = {}
    for side in left:
        for corner in corner_counts(grid, [side]):
            ending.setdefault(corner, []).append(side)
    found: list[set[Side]] = []
    while left:
        part, waiting = set(), [left.pop()]
        while waiting:
            side = waiting.pop()
            part.add(side)
            more = {other for corner in corner_counts(grid, [side]) for other in ending[corner]} & left
            left -= more
            waiting += more
        found.append(part)
    return found


def require_sound(map_: HexMap) -> HexGrid:
    """Fail unless everything named stands on the map, once, and touches what it must."""
    grid = HexGrid.of(map_.grid)
    filled = [h for kind in map_.terrain for h in kind.hexes]
    assert len(filled) == len(set(filled))
    assert all(h in grid for h in filled)
    assert [kind.id for kind in map_.terrain if not kind.hexes] == ["clear"]
    for feature in map_.hexsides:
        seen = [frozenset(side.split("/")) for one in feature.lines for side in one.hexsides]
        assert len(seen) == len(set(seen)), "a hexside stands once in a feature"
        assert all(grid.adjacent(*sorted(side)) for side in seen)  # type: ignore[arg-type]
    for ways in map_.lines:
        steps = [frozenset(step) for one in ways.lines for step in pairwise(one.path)]
        assert len(steps) == len(set(steps)), "no railway is doubled"
        for one in ways.lines:
            assert all(grid.adjacent(a, b) for a, b in pairwise(one.path))
            assert len(one.path) == len(set(one.path)), "no path comes back to a hex"
            for exit_ in one.exits:
                assert exit_.hex in (one.path[0], one.path[-1])
                assert grid.neighbour(exit_.hex, exit_.direction) is None
    homes = [place.hex for place in map_.places]
    assert len(homes) == len(set(homes)), "each town has a hex of its own"
    assert all(h in grid for h in homes)
    return grid
