"""Compile a map into small numbers and bit sets, so that rules about hexes become arithmetic.

A hex has the index `lane * stride + place`: lanes are columns of flat-topped hexes or rows of
pointed ones. One place a lane stays unused, so that a shift by one never reaches the next lane.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from builder.geometry.hexgrid import HexGrid
from builder.geometry.lines import Links, directed, links_of, way_name
from builder.model.hexmap import HexMap
from builder.model.ids import HexId, Hexside
from validators.rules.bits import members


@dataclass(frozen=True, eq=False)
class Board:
    """The hexes of a map as bits of a number. Build it with `Board.of`."""

    hexmap: HexMap
    grid: HexGrid
    stride: int
    index: Mapping[HexId, int]
    """Printed id → index."""
    ids: tuple[HexId, ...]
    """Index → printed id; "" where there is no hex."""
    every: int
    """All hexes."""
    shifted: int
    """The places of lanes that are shifted by half a hex."""

    @classmethod
    def of(cls, hexmap: HexMap) -> Board:
        """Compile a map."""
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

    def around(self, hexes: int) -> int:
        """Return all hexes that touch any of these."""
        low = hexes & self.shifted
        beside = hexes | (hexes ^ low) >> 1 | low << 1
        return (hexes << 1 | hexes >> 1 | beside << self.stride | beside >> self.stride) & self.every

    def bits(self, hexes: Iterable[HexId]) -> int:
        """Return the set of these hexes; raise KeyError off the map."""
        found = 0
        for hex_id in hexes:
            found |= 1 << self.index[hex_id]
        return found

    def names(self, hexes: int) -> tuple[HexId, ...]:
        """Return the printed ids of a set, in order of index."""
        return tuple(self.ids[number] for number in members(hexes))

    @cached_property
    def near(self) -> tuple[int, ...]:
        """Return, by index, the hexes that touch a hex."""
        return tuple(self.around(1 << number) if hex_id else 0 for number, hex_id in enumerate(self.ids))

    @cached_property
    def rings(self) -> tuple[tuple[int, ...], ...]:
        """Return, by index and distance, the hexes exactly that far away."""
        found: list[tuple[int, ...]] = []
        for number, hex_id in enumerate(self.ids):
            ring, seen = 1 << number, 1 << number
            rings: list[int] = []
            while hex_id and ring:
                rings.append(ring)
                ring = self.around(ring) & ~seen
                seen |= ring
            found.append(tuple(rings))
        return tuple(found)

    def ring(self, number: int, distance: int) -> int:
        """Return the hexes exactly this far from a hex."""
        rings = self.rings[number]
        return rings[distance] if distance < len(rings) else 0

    @cached_property
    def apart(self) -> tuple[tuple[int, ...], ...]:
        """Return, by index twice, how far apart two hexes are; 99 where there is no hex."""
        found: list[tuple[int, ...]] = []
        for rings in self.rings:
            row = [99] * len(self.ids)
            for distance, ring in enumerate(rings):
                for number in members(ring):
                    row[number] = distance
            found.append(tuple(row))
        return tuple(found)

    @cached_property
    def terrain(self) -> Mapping[str, int]:
        """Return the hexes of each terrain."""
        found = {terrain.id: 0 for terrain in self.hexmap.terrain}
        for hex_id, number in self.index.items():
            found[self.hexmap.terrain_of(hex_id).id] |= 1 << number
        return found

    @cached_property
    def features(self) -> Mapping[str, int]:
        """Return the hexes of each feature."""
        return {feature.id: self.bits(feature.hexes) for feature in self.hexmap.features}

    @cached_property
    def edges(self) -> Mapping[str, int]:
        """Return the hexes of each named edge."""
        return {edge.id: self.bits(edge.hexes) for edge in self.hexmap.edges}

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Return the index of each place's hex."""
        return {place.id: self.index[place.hex] for place in self.hexmap.places}

    @cached_property
    def across(self) -> Mapping[str, tuple[int, ...]]:
        """Return, by hexside feature and index, the neighbours on the far side of it."""
        found: dict[str, tuple[int, ...]] = {}
        for feature in self.hexmap.hexsides:
            far = [0] * len(self.ids)
            for line in feature.lines:
                for text in line.sides:
                    side = Hexside.parse(text)
                    a, b = self.index[side.first], self.index[side.second]
                    far[a] |= 1 << b
                    far[b] |= 1 << a
            found[feature.id] = tuple(far)
        return found

    @cached_property
    def links(self) -> Mapping[str, tuple[int, ...]]:
        """Return, by line feature and index, the hexes linked to a hex by a line.

        A line that is followed in one direction alone has the name of `way_name`.
        """
        found: dict[str, tuple[int, ...]] = {}
        for feature in self.hexmap.lines:
            links = links_of(feature)
            found[feature.id] = self._linked(links)
            for place in self.hexmap.places:
                found[way_name(feature.id, toward=place.id)] = self._linked(directed(links, place.hex))
                away = directed(links, place.hex, away=True)
                found[way_name(feature.id, away_from=place.id)] = self._linked(away)
        return found

    def _linked(self, links: Links) -> tuple[int, ...]:
        return tuple(self.bits(links.get(hex_id, ())) if hex_id else 0 for hex_id in self.ids)

    def on_line(self, line: str) -> int:
        """Return the hexes that a line feature runs through."""
        found = 0
        for linked in self.links[line]:
            found |= linked
        return found
