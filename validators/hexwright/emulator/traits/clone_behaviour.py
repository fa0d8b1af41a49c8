"""The Clone trait in play."""

from __future__ import annotations

from hexwright.emulator.trait_behaviour import TraitBehaviour, copy_state, keys_of, registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.Clone)
class CloneBehaviour(TraitBehaviour):
    """A Clone trait (VASSAL.counters.Clone)."""

    def prepare(self) -> None:
        self.keys = keys_of(self.trait.key)

    def perform(self, key: Identity) -> None:
        world, piece = self.world, self.piece
        copy = world.new_piece(piece.design)
        copy.persistent = dict(piece.persistent)
        for mine, other in zip(piece.acting, copy.acting, strict=True):
            copy_state(mine, other)
        world.record_entry(copy)
        here = piece.map
        if here is not None:
            here.place_or_merge(copy, piece.position)
