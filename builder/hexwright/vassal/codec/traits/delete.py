"""The trait Delete."""

from __future__ import annotations

from typing import ClassVar

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import Key
from hexwright.vassal.codec.trait_fields import Trait, record


@record
class Delete(Trait):
    """Delete (VASSAL.counters.Delete)."""

    ID: ClassVar[str] = "delete;"
    TITLE: ClassVar[str] = "Delete"
    JAVA: ClassVar[str] = "VASSAL.counters.Delete"

    menu: str = trait_fields.menu("Menu command", "Delete")
    key: Key | None = trait_fields.key("Key command", Key.ctrl("D"))
    description: str = trait_fields.text("Description", "", "3.5")
