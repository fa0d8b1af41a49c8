"""The trait Move Fixed Distance."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import Key


@record
class MoveFixedDistance(Trait):
    """Move Fixed Distance (VASSAL.counters.Translate)."""

    ID: ClassVar[str] = "translate;"
    TITLE: ClassVar[str] = "Move Fixed Distance"
    JAVA: ClassVar[str] = "VASSAL.counters.Translate"

    menu: str = fields.menu("Menu command", "Move Forward")
    key: Key | None = fields.key("Key command", Key.ctrl("M"))
    right: str = fields.formatted("Distance to the right", "0")
    up: str = fields.formatted("Distance upwards", "60")
    move_stack: bool = fields.boolean("Move entire stack (Not Recommended)")
    x_index: str = fields.formatted("Additional offset to the right (times)", "0")
    y_index: str = fields.formatted("Additional offset upwards (times)", "0")
    x_offset: str = fields.formatted("Additional offset to the right", "0")
    y_offset: str = fields.formatted("Additional offset upwards", "0")
    description: str = fields.text("Description")
