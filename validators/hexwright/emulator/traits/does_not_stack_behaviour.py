"""The Does Not Stack trait in play."""

from __future__ import annotations

from typing import Any

from hexwright.emulator.trait_behaviour import TraitBehaviour, registers_behaviour
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.DoesNotStack)
class DoesNotStackBehaviour(TraitBehaviour):
    """A Does Not Stack trait (VASSAL.counters.Immobilized)."""

    names = ("NoStack", "IgnoreGrid", "Terrain", "NonMovable")

    def get(self, name: str) -> tuple[bool, Any]:
        if name == "NoStack":
            return True, None if self.trait.stacking == "L" else True
        if name == "IgnoreGrid":
            return True, "g" in self.trait.selection
        if name == "NonMovable":
            return True, self.trait.movement == "V"
        return True, self.trait.movement in ("I", "V")
