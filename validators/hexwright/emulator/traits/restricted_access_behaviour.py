"""The Restricted Access trait in play."""

from __future__ import annotations

from typing import Any

from hexwright.emulator.trait_behaviour import TraitBehaviour, registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.RestrictedAccess)
class RestrictedAccessBehaviour(TraitBehaviour):
    """A Restricted Access trait (VASSAL.counters.Restricted)."""

    names = ("Restricted", "RestrictedMovement")

    @property
    def restricted(self) -> bool:
        """Return whether the current player may not use the piece."""
        trait, world = self.trait, self.world
        restricted = trait.by_player and trait.owner not in ("", world.player)
        if (restricted or not trait.by_player) and world.module.sides and world.started:
            restricted = world.side not in trait.sides
        return restricted

    def get(self, name: str) -> tuple[bool, Any]:
        if name == "RestrictedMovement":
            return True, self.restricted and self.trait.prevent_moves
        return True, self.restricted

    def blocks(self, key: Identity) -> bool:
        return self.restricted
