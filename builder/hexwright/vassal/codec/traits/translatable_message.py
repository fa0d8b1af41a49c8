"""The trait Translatable Message."""

from __future__ import annotations

from typing import ClassVar

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.trait_fields import Trait, record


@record
class TranslatableMessage(Trait):
    """Translatable Message (VASSAL.counters.TranslatableMessage)."""

    ID: ClassVar[str] = "locmsg;"
    TITLE: ClassVar[str] = "Translatable Message"
    JAVA: ClassVar[str] = "VASSAL.counters.TranslatableMessage"
    SINCE: ClassVar[str] = "3.5.4"

    property: str = trait_fields.text("Property name", "name", kind="property")
    description: str = trait_fields.text("Description")
    message: str = trait_fields.text("Message")
