"""The trait Can Pivot."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import Key


@record
class CanPivot(Trait):
    """Can Pivot (VASSAL.counters.Pivot)."""

    ID: ClassVar[str] = "pivot;"
    TITLE: ClassVar[str] = "Can Pivot"
    JAVA: ClassVar[str] = "VASSAL.counters.Pivot"

    menu: str = fields.menu("Menu command", "Pivot")
    key: Key | None = fields.key("Key command")
    x: int = fields.integer("Pivot point")
    y: int = fields.integer("Pivot point (y)")
    fixed: bool = fields.boolean("Pivot through fixed angle", True)
    angle: float = fields.real("Angle", 90.0)
    description: str = fields.text("Description", "", "3.5")
    menu_2: str = fields.menu("Menu command for alternate pivot angle", "", "3.7")
    key_2: Key | None = fields.key("Key command for alternate pivot angle", None, "3.7")
    angle_2: float = fields.real("Alternate Pivot Angle", 270.0, "3.7")
