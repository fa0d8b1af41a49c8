"""The Translatable Message trait in play."""

from __future__ import annotations

from typing import Any

from hexwright.emulator.trait_behaviour import TraitBehaviour, registers_behaviour
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.TranslatableMessage)
class TranslatableMessageBehaviour(TraitBehaviour):
    """A Translatable Message trait (VASSAL.counters.TranslatableMessage)."""

    def prepare(self) -> None:
        self.names = (self.trait.property,) if self.trait.property else ()

    def get(self, name: str) -> tuple[bool, Any]:
        return True, self.trait.message
