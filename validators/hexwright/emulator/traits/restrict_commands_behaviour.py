"""The Restrict Commands trait in play."""

from __future__ import annotations

from hexwright.emulator.trait_behaviour import TraitBehaviour, keys_of, registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.RestrictCommands)
class RestrictCommandsBehaviour(TraitBehaviour):
    """A Restrict Commands trait (VASSAL.counters.RestrictCommands)."""

    def prepare(self) -> None:
        self.watched = keys_of(*self.trait.keys)

    def blocks(self, key: Identity) -> bool:
        return key in self.watched and self.world.evaluator.is_true(self.trait.match, self.piece)
