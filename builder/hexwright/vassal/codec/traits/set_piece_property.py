"""The Set Piece Property trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.shared_records import FastMatch, NumericLimits, PropertyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("setpieceprop;", "Set Piece Property", "VASSAL.counters.SetPieceProperty", since="3.7")
class SetPieceProperty(Trait):
    name: str = trait_fields.formatted("Property Name", "name")
    limits: NumericLimits = trait_fields.nested(NumericLimits(), "Constraints")
    commands: tuple[PropertyCommand, ...] = trait_fields.records(PropertyCommand, "Key commands")
    description: str = trait_fields.text("Description")
    target: FastMatch = trait_fields.nested(FastMatch("COUNTER"), "Pre-select (Fast Match)")
    match: str = trait_fields.expression("Additional matching expression")
    restrict_range: bool = trait_fields.boolean("Restrict range")
    range: int = trait_fields.integer("Range", 1)
    fixed_range: bool = trait_fields.boolean("Fixed range", True)
    range_property: str = trait_fields.text("Range property", kind="property")
    from_deck: str = trait_fields.formatted("Within a Deck, apply to", "-1")
    override_limits: bool = trait_fields.boolean(
        "Over-ride numeric constraints in target properties", False, "3.7.1"
    )
