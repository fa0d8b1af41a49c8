"""The trait Border Outline."""

from __future__ import annotations

from typing import ClassVar

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import RED, Colour
from hexwright.vassal.codec.trait_fields import Trait, record


@record
class BorderOutline(Trait):
    """Border Outline (VASSAL.counters.BorderOutline)."""

    ID: ClassVar[str] = "border;"
    TITLE: ClassVar[str] = "Border Outline"
    JAVA: ClassVar[str] = "VASSAL.counters.BorderOutline"
    SINCE: ClassVar[str] = "3.7"

    property: str = trait_fields.text("Property Name (optional)", kind="property")
    description: str = trait_fields.text("Description")
    thickness: int = trait_fields.integer("Thickness", 2)
    colour: Colour | None = trait_fields.colour("Color", RED)
    property_2: str = trait_fields.text("Second Property Name (optional)", kind="property")
    comparison: str = trait_fields.choice("Comparison", ("AND", "OR", "XOR", "NOR"), "AND")
