"""The trait Restrict Commands."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import Key


@record
class RestrictCommands(Trait):
    """Restrict Commands (VASSAL.counters.RestrictCommands)."""

    ID: ClassVar[str] = "hideCmd;"
    TITLE: ClassVar[str] = "Restrict Commands"
    JAVA: ClassVar[str] = "VASSAL.counters.RestrictCommands"

    name: str = fields.text("Description")
    action: str = fields.choice("Restriction", ("Hide", "Disable"), "Hide")
    match: str = fields.expression("Restrict when properties match")
    keys: tuple[Key, ...] = fields.keys("Restrict these Key Commands")
