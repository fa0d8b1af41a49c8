"""The trait Border Outline."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import RED, Colour


@record
class BorderOutline(Trait):
    """Border Outline (VASSAL.counters.BorderOutline)."""

    ID: ClassVar[str] = "border;"
    TITLE: ClassVar[str] = "Border Outline"
    JAVA: ClassVar[str] = "VASSAL.counters.BorderOutline"
    SINCE: ClassVar[str] = "3.7"

    property: str = fields.text("Property Name (optional)", kind="property")
    description: str = fields.text("Description")
    thickness: int = fields.integer("Thickness", 2)
    colour: Colour | None = fields.colour("Color", RED)
    property_2: str = fields.text("Second Property Name (optional)", kind="property")
    comparison: str = fields.choice("Comparison", ("AND", "OR", "XOR", "NOR"), "AND")
