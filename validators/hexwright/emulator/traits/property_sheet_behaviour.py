"""The Property Sheet trait in play."""

from __future__ import annotations

from typing import Any

from hexwright.emulator.trait_behaviour import TraitBehaviour, registers_behaviour
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.PropertySheet)
class PropertySheetBehaviour(TraitBehaviour):
    """A Property Sheet trait, whose values can be read (VASSAL.counters.PropertySheet)."""

    def prepare(self) -> None:
        names = [name[1:] for name in self.trait.definition if len(name) > 1]
        values = list(getattr(self.trait, "values", ())) + [""] * len(names)
        self.values = dict(zip(names, values, strict=False))
        self.names = tuple(names)

    def get(self, name: str) -> tuple[bool, Any]:
        return True, self.values[name]
