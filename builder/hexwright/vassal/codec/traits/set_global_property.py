"""The Set Global Property trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.shared_records import NumericLimits, PropertyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("setprop;", "Set Global Property", "VASSAL.counters.SetGlobalProperty")
class SetGlobalProperty(Trait):
    name: str = trait_fields.formatted("Global Property Name", "name")
    limits: NumericLimits = trait_fields.nested(NumericLimits(), "Constraints")
    commands: tuple[PropertyCommand, ...] = trait_fields.records(PropertyCommand, "Key commands")
    description: str = trait_fields.text("Description")
    level: str = trait_fields.choice(
        "Locate Property starting in the",
        ("Current Zone/Current Map/Module", "Named Zone", "Named Map"),
        "Current Zone/Current Map/Module",
    )
    place: str = trait_fields.formatted("Name of Map or Zone containing property")
