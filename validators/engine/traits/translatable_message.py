"""Translatable Message in play."""

from __future__ import annotations

from typing import Any

from builder.vassal.codec import traits as t
from validators.engine.acting import Acting, plays


@plays(t.TranslatableMessage)
class Message(Acting):
    """Be a Translatable Message (VASSAL.counters.TranslatableMessage)."""

    def prepare(self) -> None:
        self.names = (self.trait.property,) if self.trait.property else ()

    def get(self, name: str) -> tuple[bool, Any]:
        return True, self.trait.message
