"""The ground that changes as a game is played: places, works and networks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import get_args

from hexwright.geometry.bitsets import together
from hexwright.geometry.hex_board import Hexes
from hexwright.model.hex_map import OwnedKind
from hexwright.rules.compiled.compiled_units import UnitFacts
from hexwright.rules.engine.game_state import State
from hexwright.rules.movement.fortified_hexsides import Fronts, Gone
from hexwright.rules.transport.compiled_networks import Changing, Net, changing_in, nets_of

OWNED_KINDS = frozenset(get_args(OwnedKind))
"""Kinds of place that a side owns; the others are lettering."""


class GroundFacts(UnitFacts):
    """What of the map can be owned, fall, or begin and cease to serve."""

    @cached_property
    def places(self) -> int:
        """Return the hexes of all places that can be owned: those that have an owner from the beginning."""
        owned = (place.hex for place in self.game.hexmap.places if place.owner is not None)
        return self.board.at_places(OWNED_KINDS) & self.board.bits(owned)

    @cached_property
    def works(self) -> bool:
        """Tell whether any hexside with a front can fall."""
        return bool(self.game.rules.works)

    @cached_property
    def fronts(self) -> Fronts:
        """Return the hexsides with a front that can fall."""
        return Fronts(self.board, self.game.rules, self.sides)

    def gone(self, state: State) -> Gone:
        """Return the hexsides with a front that have fallen: by the hex behind, the hexes in front."""
        return self.fronts.gone(state.breached)

    @cached_property
    def nets(self) -> Mapping[tuple[str, int], Net]:
        """Return, by id and the number of a side that uses it, the networks of the map."""
        return nets_of(self.board, self.game.rules.networks, self.changing, self.sides)

    @cached_property
    def changing(self) -> tuple[Changing, ...]:
        """Return the networks whose hexes begin and cease to serve sides."""
        networks = self.game.rules.networks
        return changing_in(self.board, networks, self.scenario, self.sides, self.forces)

    @cached_property
    def changeable(self) -> Hexes:
        """Return the hexes of those networks."""
        return together(one.hexes for one in self.changing)
