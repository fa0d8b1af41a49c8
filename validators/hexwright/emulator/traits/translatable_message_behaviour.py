"""Translatable Message in play."""

from __future__ import annotations

from typing import Any

from hexwright.emulator.trait_behaviour import Acting, plays
from hexwright.vassal.codec import traits as t


@plays(t.TranslatableMessage)
class Message(Acting):
    """Be a Translatable Message (VASSAL.counters.TranslatableMessage)."""

    def prepare(self) -> None:
        self.names = (self.trait.property,) if self.trait.property else ()

    def get(self, name: str) -> tuple[bool, Any]:
        return True, self.trait.message
