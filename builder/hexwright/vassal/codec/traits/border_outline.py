"""The Border Outline trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import RED, Colour
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("border;", "Border Outline", "VASSAL.counters.BorderOutline", since="3.7")
class BorderOutline(Trait):
    property: str = trait_fields.text("Property Name (optional)", kind="property")
    description: str = trait_fields.text("Description")
    thickness: int = trait_fields.integer("Thickness", 2)
    colour: Colour | None = trait_fields.colour("Color", RED)
    property_2: str = trait_fields.text("Second Property Name (optional)", kind="property")
    comparison: str = trait_fields.choice("Comparison", ("AND", "OR", "XOR", "NOR"), "AND")
