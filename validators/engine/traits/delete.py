"""Delete in play."""

from __future__ import annotations

from builder.vassal.codec import traits as t
from validators.engine.acting import Acting, keys_of, plays
from validators.engine.mats import parted
from validators.reading.keys import Identity


@plays(t.Delete)
class Delete(Acting):
    """Be a Delete (VASSAL.counters.Delete)."""

    def prepare(self) -> None:
        self.keys = keys_of(self.trait.key)

    def act(self, key: Identity) -> None:
        parted(self.piece)
        self.world.put_old(self.piece)
        self.world.remove(self.piece)
