"""The Marker trait in play."""

from __future__ import annotations

from typing import Any

from hexwright.emulator.trait_behaviour import TraitBehaviour, registers_behaviour
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.Marker)
class MarkerBehaviour(TraitBehaviour):
    """A Marker trait (VASSAL.counters.Marker)."""

    def prepare(self) -> None:
        values = (*self.trait.values, *[""] * len(self.trait.names))
        self.values = dict(reversed(list(zip(self.trait.names, values, strict=False))))
        self.names = tuple(self.values)

    def get(self, name: str) -> tuple[bool, Any]:
        return True, self.values[name]
