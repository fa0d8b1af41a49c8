"""The Dynamic Property trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.shared_records import NumericLimits, PropertyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("PROP;", "Dynamic Property", "VASSAL.counters.DynamicProperty", state_delimiter=None)
class DynamicProperty(Trait):
    name: str = trait_fields.text("Property name", "name", kind="property")
    limits: NumericLimits = trait_fields.nested(NumericLimits(), "Constraints")
    commands: tuple[PropertyCommand, ...] = trait_fields.records(PropertyCommand, "Key commands")
    description: str = trait_fields.text("Description", "", "3.5")
    value: str = trait_fields.formatted("Initial value", state=True)
