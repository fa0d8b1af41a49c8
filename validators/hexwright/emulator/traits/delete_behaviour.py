"""The Delete trait in play."""

from __future__ import annotations

from hexwright.emulator.mat_cargo_lookup import separate_from_mat
from hexwright.emulator.trait_behaviour import TraitBehaviour, keys_of, registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.Delete)
class DeleteBehaviour(TraitBehaviour):
    """A Delete trait (VASSAL.counters.Delete)."""

    def prepare(self) -> None:
        self.keys = keys_of(self.trait.key)

    def perform(self, key: Identity) -> None:
        separate_from_mat(self.piece)
        self.world.put_old(self.piece)
        self.world.remove(self.piece)
