"""The trait Delete."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import Key


@record
class Delete(Trait):
    """Delete (VASSAL.counters.Delete)."""

    ID: ClassVar[str] = "delete;"
    TITLE: ClassVar[str] = "Delete"
    JAVA: ClassVar[str] = "VASSAL.counters.Delete"

    menu: str = fields.menu("Menu command", "Delete")
    key: Key | None = fields.key("Key command", Key.ctrl("D"))
    description: str = fields.text("Description", "", "3.5")
