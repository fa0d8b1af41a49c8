"""The hex grid: the hexes that exist, their neighbours, and their distances.

Hexes have axial coordinates (q, r); the third cube coordinate is s = -q - r. This is the usual convention
for hex grids. A printed id is only a name for these coordinates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import MappingProxyType

from hexwright.geometry.hex_numbering import Numbering, printed_numbers
from hexwright.model.hex_map import Grid, Orientation
from hexwright.model.ids import Direction, HexId, Hexside


@dataclass(frozen=True, slots=True, order=True)
class Cube:
    """A hex in axial coordinates. It may lie outside the map."""

    q: int
    r: int

    @property
    def s(self) -> int:
        """Return the third cube coordinate."""
        return -self.q - self.r

    def __add__(self, other: Cube) -> Cube:
        return Cube(self.q + other.q, self.r + other.r)

    def times(self, factor: int) -> Cube:
        """Return the vector multiplied by `factor`."""
        return Cube(self.q * factor, self.r * factor)

    def distance(self, other: Cube) -> int:
        """Return the distance between two hexes, in hexes."""
        return max(abs(self.q - other.q), abs(self.r - other.r), abs(self.s - other.s))


STEPS: Mapping[Orientation, Mapping[Direction, Cube]] = MappingProxyType(
    {
        "flat": MappingProxyType(
            {
                "n": Cube(0, -1),
                "ne": Cube(1, -1),
                "se": Cube(1, 0),
                "s": Cube(0, 1),
                "sw": Cube(-1, 1),
                "nw": Cube(-1, 0),
            }
        ),
        "pointy": MappingProxyType(
            {
                "ne": Cube(1, -1),
                "e": Cube(1, 0),
                "se": Cube(0, 1),
                "sw": Cube(-1, 1),
                "w": Cube(-1, 0),
                "nw": Cube(0, -1),
            }
        ),
    }
)
"""The six directions from a hex, clockwise."""


def opposite(direction: Direction) -> Direction:
    """Return the opposite direction."""
    turned: dict[Direction, Direction] = {
        "n": "s",
        "ne": "sw",
        "e": "w",
        "se": "nw",
        "s": "n",
        "sw": "ne",
        "w": "e",
        "nw": "se",
    }
    return turned[direction]


def _is_shifted(grid: Grid, lane: int) -> bool:
    return (lane % 2 == 0) == (grid.shifted == "even")


def _printed(grid: Grid, numbering: Numbering) -> Callable[[int, int], HexId]:
    """Return the function from the column and row of a hex, counted from the upper left, to its printed id.

    Raises ValueError if letters would begin before A.
    """
    numbers = {
        "column": list(printed_numbers(grid.columns, grid.column_numbers)),
        "row": list(printed_numbers(grid.rows, grid.row_numbers)),
    }
    for name, found in numbers.items():
        if numbering.is_lettered(name) and min(found) < 1:
            raise ValueError(f"numbering: {name}s have letters, so their first number is at least 1 (A)")
    far = {"column": grid.corner.endswith("right"), "row": grid.corner.startswith("lower")}
    for name, turned in far.items():
        if turned:
            numbers[name].reverse()
    flat = grid.orientation == "flat"
    # A lane that is shifted begins farther from the upper left corner, and nearer to the opposite one.
    higher = [
        grid.staggered and _is_shifted(grid, lane) != far["row" if flat else "column"]
        for lane in range((grid.columns if flat else grid.rows) + 1)
    ]

    def printed(column: int, row: int) -> HexId:
        across, down = numbers["column"][column - 1], numbers["row"][row - 1]
        if flat:
            return numbering.format(across, down + higher[column])
        return numbering.format(across + higher[row], down)

    return printed


@dataclass(frozen=True)
class HexGrid:
    """The hexes of a map. Use `HexGrid.of` to build one."""

    grid: Grid
    numbering: Numbering
    hexes: tuple[HexId, ...]
    """All ids, column by column (flat) or row by row (pointy)."""
    _positions: Mapping[HexId, tuple[int, int]] = field(repr=False)

    @classmethod
    @lru_cache(maxsize=16)
    def of(cls, grid: Grid) -> HexGrid:
        """Return the hexes that a `Grid` describes; the same grid returns the same object.

        Raises ValueError for an invalid numbering.
        """
        numbering = Numbering(grid.numbering)
        places = (
            [(c, r) for c in range(1, grid.columns + 1) for r in range(1, grid.rows + 1)]
            if grid.orientation == "flat"
            else [(c, r) for r in range(1, grid.rows + 1) for c in range(1, grid.columns + 1)]
        )
        absent = set(grid.absent)
        printed = _printed(grid, numbering)
        positions = {hex_id: place for place in places if (hex_id := printed(*place)) not in absent}
        return cls(grid, numbering, tuple(positions), MappingProxyType(positions))

    def __contains__(self, hex_id: object) -> bool:
        return hex_id in self._positions

    def __iter__(self) -> Iterator[HexId]:
        return iter(self.hexes)

    def __len__(self) -> int:
        return len(self.hexes)

    def position(self, hex_id: HexId) -> tuple[int, int]:
        """Return the column and row of a hex, both from 1; raise KeyError for a hex not on the map."""
        return self._positions[hex_id]

    def shift(self, lane: int) -> int:
        """Return 1 if a column (flat) or row (pointy) is shifted by half a hex, otherwise 0."""
        return int(_is_shifted(self.grid, lane))

    @cached_property
    def _cubes(self) -> Mapping[HexId, Cube]:
        return MappingProxyType({hex_id: self._cube_at(*self._positions[hex_id]) for hex_id in self.hexes})

    @cached_property
    def _by_axes(self) -> Mapping[tuple[int, int], HexId]:
        return MappingProxyType({(cube.q, cube.r): hex_id for hex_id, cube in self._cubes.items()})

    def _cube_at(self, column: int, row: int) -> Cube:
        lane, place = (column, row) if self.grid.orientation == "flat" else (row, column)
        # Twice the distance along the lane's axis: whole hexes plus the half of a shifted lane.
        along = 2 * place + self.shift(lane)
        other = (along - lane) // 2
        return Cube(lane, other) if self.grid.orientation == "flat" else Cube(other, lane)

    def cube(self, hex_id: HexId) -> Cube:
        """Return the coordinates of a hex; raise KeyError for a hex not on the map."""
        return self._cubes[hex_id]

    def at(self, cube: Cube) -> HexId | None:
        """Return the hex at these coordinates, or None outside the map."""
        return self._by_axes.get((cube.q, cube.r))

    @cached_property
    def directions(self) -> tuple[Direction, ...]:
        """Return the six directions of this orientation, clockwise from the north."""
        return tuple(STEPS[self.grid.orientation])

    def neighbour(self, hex_id: HexId, direction: Direction) -> HexId | None:
        """Return the hex across a hexside, or None at the map's edge.

        Raises KeyError if the hex isn't on the map or the orientation lacks the direction.
        """
        return self.at(self.cube(hex_id) + STEPS[self.grid.orientation][direction])

    @cached_property
    def _neighbours(self) -> dict[HexId, Mapping[Direction, HexId]]:
        """Return the cache of `neighbours`, which contains the hexes looked up so far."""
        return {}

    def neighbours(self, hex_id: HexId) -> Mapping[Direction, HexId]:
        """Return the adjacent hexes by direction, clockwise; raise KeyError for a hex not on the map."""
        found = self._neighbours.get(hex_id)
        if found is None:
            here, by_axes = self.cube(hex_id), self._by_axes
            found = self._neighbours[hex_id] = MappingProxyType(
                {
                    direction: other
                    for direction, step in STEPS[self.grid.orientation].items()
                    if (other := by_axes.get((here.q + step.q, here.r + step.r))) is not None
                }
            )
        return found

    def adjacent(self, a: HexId, b: HexId) -> bool:
        """Return whether two hexes are adjacent."""
        return b in self.neighbours(a).values()

    def direction(self, a: HexId, b: HexId) -> Direction:
        """Return the direction from a hex to an adjacent one; raise ValueError unless they are adjacent."""
        for direction, other in self.neighbours(a).items():
            if other == b:
                return direction
        raise ValueError(f"{a} and {b} are not adjacent")

    def distance(self, a: HexId, b: HexId) -> int:
        """Return the distance between two hexes, in hexes."""
        return self.cube(a).distance(self.cube(b))

    def ring(self, centre: HexId, radius: int) -> tuple[HexId, ...]:
        """Return the hexes at exactly `radius` from a centre, clockwise from the north or north-east.

        Hexes outside the map are left out.
        """
        if radius == 0:
            return (centre,)
        steps = [STEPS[self.grid.orientation][direction] for direction in self.directions]
        cube = self.cube(centre) + steps[0].times(radius)
        found: list[HexId] = []
        for side in range(6):
            for _ in range(radius):
                if (hex_id := self.at(cube)) is not None:
                    found.append(hex_id)
                cube = cube + steps[(side + 2) % 6]
        return tuple(found)

    @cached_property
    def hexsides(self) -> tuple[Hexside, ...]:
        """Return all hexsides between two hexes on the map, sorted."""
        return tuple(sorted({Hexside.between(a, b) for a in self.hexes for b in self.neighbours(a).values()}))
