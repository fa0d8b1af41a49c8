"""Delete in play."""

from __future__ import annotations

from hexwright.emulator.mat_cargo_lookup import parted
from hexwright.emulator.trait_behaviour import Acting, keys_of, plays
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t


@plays(t.Delete)
class Delete(Acting):
    """Be a Delete (VASSAL.counters.Delete)."""

    def prepare(self) -> None:
        self.keys = keys_of(self.trait.key)

    def act(self, key: Identity) -> None:
        parted(self.piece)
        self.world.put_old(self.piece)
        self.world.remove(self.piece)
