"""The Calculated Property trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("calcProp;", "Calculated Property", "VASSAL.counters.CalculatedProperty")
class CalculatedProperty(Trait):
    name: str = trait_fields.text("Property name", kind="property")
    expression: str = trait_fields.expression("Expression")
    description: str = trait_fields.text("Description", "", "3.5")
