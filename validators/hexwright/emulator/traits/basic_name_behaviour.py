"""Basic Name in play."""

from __future__ import annotations

from typing import Any

from hexwright.emulator.trait_behaviour import Acting, plays
from hexwright.vassal.codec import traits as t


@plays(t.BasicName)
class BasicName(Acting):
    """Be a Basic Name (VASSAL.counters.BasicName)."""

    names = ("BasicName", "LocalizedBasicName")

    def get(self, name: str) -> tuple[bool, Any]:
        return True, self.world.evaluator.format(self.trait.name, self.piece) if self.trait.name else ""
