"""The trait Dynamic Property."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.shared import Limits, PropertyCommand


@record
class DynamicProperty(Trait):
    """Dynamic Property (VASSAL.counters.DynamicProperty)."""

    ID: ClassVar[str] = "PROP;"
    TITLE: ClassVar[str] = "Dynamic Property"
    JAVA: ClassVar[str] = "VASSAL.counters.DynamicProperty"
    STATE_DELIMITER: ClassVar[str | None] = None

    name: str = fields.text("Property name", "name", kind="property")
    limits: Limits = fields.nested(Limits(), "Constraints")
    commands: tuple[PropertyCommand, ...] = fields.records(PropertyCommand, "Key commands")
    description: str = fields.text("Description", "", "3.5")
    value: str = fields.formatted("Initial value", state=True)
