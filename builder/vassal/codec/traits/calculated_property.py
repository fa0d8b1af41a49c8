"""The trait Calculated Property."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record


@record
class CalculatedProperty(Trait):
    """Calculated Property (VASSAL.counters.CalculatedProperty)."""

    ID: ClassVar[str] = "calcProp;"
    TITLE: ClassVar[str] = "Calculated Property"
    JAVA: ClassVar[str] = "VASSAL.counters.CalculatedProperty"

    name: str = fields.text("Property name", kind="property")
    expression: str = fields.expression("Expression")
    description: str = fields.text("Description", "", "3.5")
