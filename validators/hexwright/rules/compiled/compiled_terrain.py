"""Compiled terrain that changes during play: places, fortified hexsides and networks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import get_args

from hexwright.geometry.bitsets import union_of
from hexwright.geometry.hex_board import Hexes
from hexwright.model.hex_map import OwnedKind
from hexwright.rules.compiled.compiled_units import CompiledUnits
from hexwright.rules.engine.game_state import State
from hexwright.rules.movement.fortified_hexsides import FallenByHex, FortifiedHexsideState
from hexwright.rules.transport.compiled_networks import (
    ChangeableNetwork,
    CompiledNetwork,
    compile_changeable_networks,
    compile_networks,
)

OWNABLE_PLACE_KINDS = frozenset(get_args(OwnedKind))
"""Kinds of place that a side can own; the others are only names on the map."""


class CompiledTerrain(CompiledUnits):
    """Mixin of the compiled game: places that change owner, fortified hexsides, and networks."""

    @cached_property
    def places(self) -> int:
        """Return the hexes of all places that can be owned: the places that have an owner at the start."""
        owned = (place.hex for place in self.game.hexmap.places if place.owner is not None)
        return self.board.hexes_of_place_kinds(OWNABLE_PLACE_KINDS) & self.board.bits(owned)

    @cached_property
    def has_fortified_hexsides(self) -> bool:
        """Return whether any fortified hexside can be destroyed."""
        return bool(self.game.rules.fortified_hexsides)

    @cached_property
    def fortified_hexsides(self) -> FortifiedHexsideState:
        """Return the fortified hexsides that can be destroyed."""
        return FortifiedHexsideState(self.board, self.game.rules, self.sides)

    def fallen_by_hex(self, state: State) -> FallenByHex:
        """Return the destroyed fortified hexsides: for each hex behind a destroyed hexside, the hexes in
        front of it.
        """
        return self.fortified_hexsides.fallen_by_hex(state.fallen_hexsides)

    @cached_property
    def networks(self) -> Mapping[tuple[str, int], CompiledNetwork]:
        """Return the networks of the map, by the network's id and the number of a side that uses it."""
        return compile_networks(self.board, self.game.rules.networks, self.changeable_networks, self.sides)

    @cached_property
    def changeable_networks(self) -> tuple[ChangeableNetwork, ...]:
        """Return the networks whose hexes start and stop serving sides."""
        networks = self.game.rules.networks
        return compile_changeable_networks(self.board, networks, self.scenario, self.sides, self.unit_roster)

    @cached_property
    def changeable_hexes(self) -> Hexes:
        """Return the hexes of all networks in `changeable_networks`."""
        return union_of(one.hexes for one in self.changeable_networks)
