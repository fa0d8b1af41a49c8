"""Find the ends of rivers, railways and roads that lead nowhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Literal

from hexwright.geometry.hexgrid import STEPS, Cube, HexGrid
from hexwright.model.hex_map import HexLine, HexMap, HexsideLine
from hexwright.model.ids import HexId, Hexside

Corner = frozenset[tuple[int, int]]
"""The three hexes that meet at an end of a hexside, by their axial coordinates; some may be off the map."""
End = Literal["source", "mouth"]


def hexside_corners(grid: HexGrid, hexside: Hexside) -> tuple[Corner, Corner]:
    """Return the two ends of a hexside; raise KeyError for a hex that isn't on the map."""
    one, two = grid.cube(hexside.first), grid.cube(hexside.second)
    steps = STEPS[grid.grid.orientation].values()
    around = {((one + step).q, (one + step).r) for step in steps}
    third = [at for at in (two + step for step in steps) if (at.q, at.r) in around]
    first, second = (frozenset({(one.q, one.r), (two.q, two.r), (at.q, at.r)}) for at in third)
    return first, second


def open_river_ends(grid: HexGrid, hexmap: HexMap) -> Iterator[tuple[str, HexsideLine, End, Hexside]]:
    """Yield the ends of rivers that meet neither water nor the map's edge, and whose end isn't named.

    Each has the id of its feature, its line, its end and the last hexside there.
    """
    water = {
        (grid.cube(h).q, grid.cube(h).r)
        for kind in hexmap.terrain
        if kind.art in ("lake", "sea")
        for h in kind.hexes
        if h in grid
    }
    rivers = [(f.id, line) for f in hexmap.hexsides if f.art == "river" for line in f.lines]
    touching: Counter[Corner] = Counter()
    # Broad water along hexsides is water too.
    for line in (line for f in hexmap.hexsides if f.art in ("river", "lake") for line in f.lines):
        touching.update({corner for side in _sides(grid, line) for corner in hexside_corners(grid, side)})
    for feature, line in rivers:
        sides = _sides(grid, line)
        own = Counter(corner for side in sides for corner in hexside_corners(grid, side))
        for end, side in (("source", sides[:1]), ("mouth", sides[-1:])):
            named = line.source or line.source_hexes if end == "source" else line.mouth or line.mouth_hexes
            if not side or named:
                continue
            free = [corner for corner in hexside_corners(grid, side[0]) if own[corner] == 1]
            if len(sides) == 1:
                # Of a river of one hexside, either end may be its source.
                free = free if all(_is_open(grid, c, water, touching) for c in free) else []
            if any(_is_open(grid, corner, water, touching) for corner in free[:1] or free):
                yield feature, line, "source" if end == "source" else "mouth", side[0]


def _sides(grid: HexGrid, line: HexsideLine) -> list[Hexside]:
    found = []
    for text in line.hexsides:
        try:
            side = Hexside.parse(text)
        except ValueError:
            continue
        if side.first in grid and side.second in grid and grid.adjacent(side.first, side.second):
            found.append(side)
    return found


def _is_open(
    grid: HexGrid, corner: Corner, water: Collection[tuple[int, int]], touching: Counter[Corner]
) -> bool:
    if touching[corner] > 1 or any(at in water for at in corner):
        return False
    return all(grid.at(Cube(*at)) is not None for at in corner)


def open_line_ends(grid: HexGrid, hexmap: HexMap) -> Iterator[tuple[str, HexLine, int]]:
    """Yield the ends of railways and roads in hexes without a place, another line or an exit.

    Each has the id of its feature, its line, and the position of the hex in its path: 0 or -1.
    """
    places = {place.hex for place in hexmap.places}
    for feature in hexmap.lines:
        used = Counter(hex_id for line in feature.lines for hex_id in set(line.path))
        others = {h for f in hexmap.lines if f is not feature for line in f.lines for h in line.path}
        for line in feature.lines:
            for position in (0, -1) if len(line.path) > 1 else ():
                hex_id: HexId = line.path[position]
                leaves = any(leaving.hex == hex_id for leaving in line.exits)
                if not leaves and hex_id not in places and used[hex_id] < 2 and hex_id not in others:
                    yield feature.id, line, position
