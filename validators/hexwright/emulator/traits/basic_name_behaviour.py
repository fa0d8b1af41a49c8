"""The Basic Name trait in play."""

from __future__ import annotations

from typing import Any

from hexwright.emulator.trait_behaviour import TraitBehaviour, registers_behaviour
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.BasicName)
class BasicNameBehaviour(TraitBehaviour):
    """A Basic Name trait (VASSAL.counters.BasicName)."""

    names = ("BasicName", "LocalizedBasicName")

    def get(self, name: str) -> tuple[bool, Any]:
        return True, self.world.evaluator.format(self.trait.name, self.piece) if self.trait.name else ""
