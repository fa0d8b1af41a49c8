"""The trait Set Global Property."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.shared import Limits, PropertyCommand


@record
class SetGlobalProperty(Trait):
    """Set Global Property (VASSAL.counters.SetGlobalProperty)."""

    ID: ClassVar[str] = "setprop;"
    TITLE: ClassVar[str] = "Set Global Property"
    JAVA: ClassVar[str] = "VASSAL.counters.SetGlobalProperty"

    name: str = fields.formatted("Global Property Name", "name")
    limits: Limits = fields.nested(Limits(), "Constraints")
    commands: tuple[PropertyCommand, ...] = fields.records(PropertyCommand, "Key commands")
    description: str = fields.text("Description")
    level: str = fields.choice(
        "Locate Property starting in the",
        ("Current Zone/Current Map/Module", "Named Zone", "Named Map"),
        "Current Zone/Current Map/Module",
    )
    place: str = fields.formatted("Name of Map or Zone containing property")
