"""What the naive oracles look up on a map again and again: each map is read once, for all positions on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.hex_map import Feature, HexMap, HexsideFeature, LineFeature, Place
from hexwright.model.ids import HexId, Hexside

Pair = frozenset[HexId]
"""Two adjacent hexes, without an order."""


@dataclass
class MapReading:
    """A map, with the parts of it that were looked up so far."""

    hexmap: HexMap

    @cached_property
    def grid(self) -> HexGrid:
        return HexGrid.of(self.hexmap.grid)

    @cached_property
    def _beside(self) -> dict[HexId, list[HexId]]:
        return {hex_id: list(self.grid.neighbours(hex_id).values()) for hex_id in self.grid}

    def beside(self, hex_id: HexId) -> list[HexId]:
        """Return the adjacent hexes."""
        return self._beside[hex_id]

    @cached_property
    def _places(self) -> dict[HexId, list[Place]]:
        found: dict[HexId, list[Place]] = {}
        for place in self.hexmap.places:
            found.setdefault(place.hex, []).append(place)
        return found

    def places_in(self, hex_id: HexId) -> list[Place]:
        """Return the places in a hex, in the order of the data."""
        return self._places.get(hex_id, [])

    @cached_property
    def _features(self) -> dict[HexId, list[Feature]]:
        found: dict[HexId, list[Feature]] = {}
        for feature in self.hexmap.features:
            for hex_id in dict.fromkeys(feature.hexes):
                found.setdefault(hex_id, []).append(feature)
        return found

    def features_in(self, hex_id: HexId) -> list[Feature]:
        """Return the features that contain a hex, in the order of the data."""
        return self._features.get(hex_id, [])

    @cached_property
    def _drawn(self) -> dict[str, set[Pair]]:
        """Return the pairs of hexes that each line joins and that each hexside feature separates."""
        found: dict[str, set[Pair]] = {}
        every: list[LineFeature | HexsideFeature] = [*self.hexmap.lines, *self.hexmap.hexsides]
        for drawn in every:
            found.setdefault(f"{type(drawn).__name__} {drawn.id}", set()).update(_pairs(drawn))
        return found

    def linked(self, line: str, here: HexId, there: HexId) -> bool:
        """Return whether a line joins two hexes; raise KeyError if there is no such line."""
        return frozenset((here, there)) in self._drawn[f"{LineFeature.__name__} {line}"]

    def parted(self, feature: str, here: HexId, there: HexId) -> bool:
        """Return whether a hexside feature separates two hexes; raise KeyError if there is none."""
        return frozenset((here, there)) in self._drawn[f"{HexsideFeature.__name__} {feature}"]

    @cached_property
    def _fronts(self) -> dict[str, set[str]]:
        return {
            feature.id: {text.replace(" ", "") for line in feature.lines for text in line.hexsides}
            for feature in self.hexmap.hexsides
        }

    def written(self, feature: str, text: str) -> bool:
        """Return whether the data write a hexside of a feature in this order of its hexes."""
        return text in self._fronts.get(feature, ())

    @cached_property
    def _onward(self) -> dict[tuple[str, ...], dict[HexId, list[HexId]]]:
        return {}

    def onward(self, barred: tuple[str, ...], hex_id: HexId) -> list[HexId]:
        """Return the adjacent hexes that none of some hexside features separates from a hex."""
        known = self._onward.setdefault(barred, {})
        if hex_id not in known:
            known[hex_id] = [
                there
                for there in self.beside(hex_id)
                if not any(self.parted(feature, hex_id, there) for feature in barred)
            ]
        return known[hex_id]


def _pairs(drawn: LineFeature | HexsideFeature) -> Iterable[Pair]:
    if isinstance(drawn, LineFeature):
        return {frozenset(pair) for run in drawn.lines for pair in pairwise(run.path)}
    sides = (Hexside.parse(text) for line in drawn.lines for text in line.hexsides)
    return {frozenset((side.first, side.second)) for side in sides}


_READ: dict[int, MapReading] = {}
"""By the identity of a map, which its reading keeps alive."""


def read_map(hexmap: HexMap) -> MapReading:
    """Return the reading of a map; all callers share it."""
    if id(hexmap) not in _READ:
        if len(_READ) > 40:
            _READ.clear()
        _READ[id(hexmap)] = MapReading(hexmap)
    return _READ[id(hexmap)]
