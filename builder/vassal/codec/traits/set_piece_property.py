"""The trait Set Piece Property."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.shared import FastMatch, Limits, PropertyCommand


@record
class SetPieceProperty(Trait):
    """Set Piece Property (VASSAL.counters.SetPieceProperty)."""

    ID: ClassVar[str] = "setpieceprop;"
    TITLE: ClassVar[str] = "Set Piece Property"
    JAVA: ClassVar[str] = "VASSAL.counters.SetPieceProperty"
    SINCE: ClassVar[str] = "3.7"

    name: str = fields.formatted("Property Name", "name")
    limits: Limits = fields.nested(Limits(), "Constraints")
    commands: tuple[PropertyCommand, ...] = fields.records(PropertyCommand, "Key commands")
    description: str = fields.text("Description")
    target: FastMatch = fields.nested(FastMatch("COUNTER"), "Pre-select (Fast Match)")
    match: str = fields.expression("Additional matching expression")
    restrict_range: bool = fields.boolean("Restrict range")
    range: int = fields.integer("Range", 1)
    fixed_range: bool = fields.boolean("Fixed range", True)
    range_property: str = fields.text("Range property", kind="property")
    from_deck: str = fields.formatted("Within a Deck, apply to", "-1")
    override_limits: bool = fields.boolean(
        "Over-ride numeric constraints in target properties", False, "3.7.1"
    )
