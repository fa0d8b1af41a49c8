"""The trait Translatable Message."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record


@record
class TranslatableMessage(Trait):
    """Translatable Message (VASSAL.counters.TranslatableMessage)."""

    ID: ClassVar[str] = "locmsg;"
    TITLE: ClassVar[str] = "Translatable Message"
    JAVA: ClassVar[str] = "VASSAL.counters.TranslatableMessage"
    SINCE: ClassVar[str] = "3.5.4"

    property: str = fields.text("Property name", "name", kind="property")
    description: str = fields.text("Description")
    message: str = fields.text("Message")
