"""Compile a map into small integers and bit sets, so that rules about hexes become arithmetic.

A hex has the index `lane * stride + place`. Lanes are columns of flat-topped hexes or rows of pointy-topped
ones. One place in each lane stays unused, so that a shift by one never reaches the next lane. The rules
engine and the module's scripts number hexes identically, because both use this board.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import Final

from hexwright.geometry.bitsets import members, union, union_of
from hexwright.geometry.hexgrid import HexGrid
from hexwright.geometry.lazy_mapping import LazyMapping
from hexwright.geometry.line_directions import Links, directed_line_name, links_of, links_toward
from hexwright.model.hex_map import HexMap
from hexwright.model.ids import HexId, Hexside

Hex = int
"""The index of a hex on its board."""
Hexes = int
"""A set of hexes: bit n is set if the hex with index n is in it."""
UNREACHABLE: Final = 9_999
"""A distance greater than any between two hexes."""


@dataclass(frozen=True, eq=False)
class Board:
    """The hexes of a map as bits of an integer. Use `Board.of` to build one."""

    hexmap: HexMap
    grid: HexGrid
    stride: int
    index: Mapping[HexId, Hex]
    """Printed id → index."""
    ids: tuple[HexId, ...]
    """Index → printed id; "" if there is no hex."""
    every: Hexes
    """All hexes."""
    shifted: Hexes
    """The places of lanes that are shifted by half a hex."""
    _rings: dict[Hex, list[Hexes]] = field(default_factory=dict, repr=False)
    """By index: an empty set, the hex itself, its neighbours, and further rings computed so far."""
    _distances: dict[Hex, array[int]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, hexmap: HexMap) -> Board:
        """Return the board of a map. Recent boards are cached; each board caches the values that it has
        computed.
        """
        for known in _CACHED_BOARDS:
            if known.hexmap is hexmap:
                return known
        board = cls._compile(hexmap)
        _CACHED_BOARDS.append(board)
        return board

    @classmethod
    def _compile(cls, hexmap: HexMap) -> Board:
        grid = HexGrid.of(hexmap.grid)
        flat = hexmap.grid.orientation == "flat"
        lanes, places = hexmap.grid.columns, hexmap.grid.rows
        if not flat:
            lanes, places = places, lanes
        stride = places + 1
        ids = [HexId("")] * (lanes * stride)
        index: dict[HexId, int] = {}
        every = shifted = 0
        for hex_id in grid:
            column, row = grid.position(hex_id)
            lane, place = (column, row) if flat else (row, column)
            number = (lane - 1) * stride + place - 1
            ids[number] = hex_id
            index[hex_id] = number
            every |= 1 << number
            if grid.shift(lane):
                shifted |= 1 << number
        return cls(hexmap, grid, stride, index, tuple(ids), every, shifted)

    def around(self, hexes: Hexes) -> Hexes:
        """Return all hexes adjacent to any hex of a set."""
        low = hexes & self.shifted
        beside = hexes | (hexes ^ low) >> 1 | low << 1
        return (hexes << 1 | hexes >> 1 | beside << self.stride | beside >> self.stride) & self.every

    def bits(self, hexes: Iterable[HexId]) -> Hexes:
        """Return the set of the given hexes; raise KeyError for a hex not on the map."""
        found = 0
        for hex_id in hexes:
            found |= 1 << self.index[hex_id]
        return found

    def names(self, hexes: Hexes) -> tuple[HexId, ...]:
        """Return the printed ids of the hexes in a set, in order of index."""
        return tuple(self.ids[number] for number in members(hexes))

    @cached_property
    def near(self) -> tuple[Hexes, ...]:
        """Return, for each index, the set of hexes adjacent to that hex."""
        # One pattern of neighbours, shifted to each hex, takes fewer operations than `around`.
        centre = self.stride + 1
        level = union(centre + offset for offset in self._neighbour_offsets(0))
        shifted = union(centre + offset for offset in self._neighbour_offsets(1))
        found = []
        for number, hex_id in enumerate(self.ids):
            pattern = shifted if self.shifted >> number & 1 else level
            there = pattern << number - centre if number >= centre else pattern >> centre - number
            found.append(there & self.every if hex_id else 0)
        return tuple(found)

    def _neighbour_offsets(self, shift: int) -> tuple[int, ...]:
        """Return how far the indices of neighbours are from that of a hex; `shift` is 1 in shifted lanes."""
        beside = (0, 1) if shift else (0, -1)
        return (1, -1, *(side + more for side in (self.stride, -self.stride) for more in beside))

    # Distances: a map of thousands of hexes has millions of pairs, so only requested ones are cached.

    def ring(self, number: Hex, distance: int) -> Hexes:
        """Return the hexes at exactly `distance` hexes from a hex."""
        rings = self._rings.get(number)
        if rings is None:
            rings = self._rings[number] = [0, 1 << number]
        while len(rings) <= distance + 1:
            rings.append(self.around(rings[-1]) & ~(rings[-1] | rings[-2]))
        return rings[distance + 1]

    def distances(self, number: Hex) -> Sequence[int]:
        """Return the distance from a hex to every index; `UNREACHABLE` for an index without a hex."""
        row = self._distances.get(number)
        if row is None:
            row = self._distances[number] = array("H", [UNREACHABLE]) * len(self.ids)
            distance = 0
            while ring := self.ring(number, distance):
                for other in members(ring):
                    row[other] = distance
                distance += 1
            del self._rings[number]
        return row

    @cached_property
    def terrain(self) -> Mapping[str, Hexes]:
        """Return the hexes with each terrain, keyed by the terrain's id."""
        found = {terrain.id: 0 for terrain in self.hexmap.terrain}
        for hex_id, number in self.index.items():
            found[self.hexmap.terrain_of(hex_id).id] |= 1 << number
        return found

    @cached_property
    def features(self) -> Mapping[str, Hexes]:
        """Return the hexes of each feature, keyed by the feature's id."""
        return {feature.id: self.bits(feature.hexes) for feature in self.hexmap.features}

    @cached_property
    def edges(self) -> Mapping[str, Hexes]:
        """Return the hexes of each edge, keyed by the edge's id."""
        return {edge.id: self.bits(edge.hexes) for edge in self.hexmap.edges}

    @cached_property
    def places(self) -> Mapping[str, Hex]:
        """Return the hex of each place as an index, keyed by the place's id."""
        return {place.id: self.index[place.hex] for place in self.hexmap.places}

    @cached_property
    def place_kinds(self) -> Mapping[str, Hexes]:
        """Return the hexes with places of each kind, keyed by kind."""
        found: dict[str, Hexes] = {}
        for place in self.hexmap.places:
            found[place.kind] = found.get(place.kind, 0) | 1 << self.index[place.hex]
        return found

    def hexes_of_place_kinds(self, kinds: Iterable[str]) -> Hexes:
        """Return the hexes with places of any of these kinds."""
        return union_of(self.place_kinds.get(kind, 0) for kind in kinds)

    @cached_property
    def across(self) -> Mapping[str, tuple[Hexes, ...]]:
        """Return the neighbours across hexsides, keyed by the feature on the hexside.

        The value of a feature is a tuple by hex index. It contains the neighbours that lie across such a
        hexside.
        """
        found: dict[str, tuple[Hexes, ...]] = {}
        for feature in self.hexmap.hexsides:
            far = [0] * len(self.ids)
            for line in feature.lines:
                for text in line.hexsides:
                    side = Hexside.parse(text)
                    a, b = self.index[side.first], self.index[side.second]
                    far[a] |= 1 << b
                    far[b] |= 1 << a
            found[feature.id] = tuple(far)
        return found

    @cached_property
    def fronts(self) -> Mapping[str, tuple[Hexes, ...]]:
        """Return the neighbours in front of hexsides, keyed by the feature on the hexside.

        The value of a feature is a tuple by the index of the hex behind. It contains the neighbours in
        front.
        """
        found: dict[str, tuple[Hexes, ...]] = {}
        for feature in self.hexmap.hexsides:
            before = [0] * len(self.ids)
            for line in feature.lines:
                for text in line.hexsides:
                    behind, front = Hexside.facing(text)
                    before[self.index[behind]] |= 1 << self.index[front]
            found[feature.id] = tuple(before)
        return found

    @cached_property
    def links(self) -> Mapping[str, tuple[Hexes, ...]]:
        """Return the hexes linked by lines, keyed by line feature.

        The value of a feature is a tuple by hex index. It contains the hexes to which the line leads. A line
        that is followed in one direction only has the name that `directed_line_name` returns.
        """
        found: dict[str, Callable[[], tuple[Hexes, ...]]] = {}
        for feature in self.hexmap.lines:
            # A large map has hundreds of places, and few directions are ever requested.
            links = cache(partial(links_of, feature))
            found[feature.id] = partial(self._linked, links)
            for place in self.hexmap.places:
                toward = partial(self._directed, links, place.hex)
                away = partial(self._directed, links, place.hex, True)
                found[directed_line_name(feature.id, toward=place.id)] = toward
                found[directed_line_name(feature.id, away_from=place.id)] = away
        return LazyMapping(found)

    def _directed(self, links: Callable[[], Links], goal: HexId, away: bool = False) -> tuple[Hexes, ...]:
        return self._linked(lambda: links_toward(links(), goal, away=away))

    def _linked(self, links: Callable[[], Links]) -> tuple[Hexes, ...]:
        # Keyed by the few linked hexes: a large map has thousands of hexes, and a row for each place.
        row = [0] * len(self.ids)
        for hex_id, others in links().items():
            if hex_id in self.index:
                row[self.index[hex_id]] = self.bits(others)
        return tuple(row)

    def on_line(self, line: str) -> Hexes:
        """Return the hexes that a line feature runs through."""
        return self._lined[line]

    @cached_property
    def _lined(self) -> Mapping[str, Hexes]:
        return LazyMapping({line: partial(self._combined, line) for line in self.links})

    def _combined(self, line: str) -> Hexes:
        return union_of(self.links[line])


_CACHED_BOARDS: Final[deque[Board]] = deque(maxlen=4)
"""The most recent boards, keyed by identity of their maps; comparing maps would be too slow."""
