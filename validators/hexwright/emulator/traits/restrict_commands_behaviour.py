"""Restrict Commands in play."""

from __future__ import annotations

from hexwright.emulator.trait_behaviour import Acting, keys_of, plays
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t


@plays(t.RestrictCommands)
class Restrict(Acting):
    """Be a Restrict Commands (VASSAL.counters.RestrictCommands)."""

    def prepare(self) -> None:
        self.watched = keys_of(*self.trait.keys)

    def blocks(self, key: Identity) -> bool:
        return key in self.watched and self.world.evaluator.is_true(self.trait.match, self.piece)
