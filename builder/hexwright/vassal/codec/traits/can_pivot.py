"""The Can Pivot trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("pivot;", "Can Pivot", "VASSAL.counters.Pivot")
class CanPivot(Trait):
    menu: str = trait_fields.menu("Menu command", "Pivot")
    key: KeyCommand | None = trait_fields.key("Key command")
    x: int = trait_fields.integer("Pivot point")
    y: int = trait_fields.integer("Pivot point (y)")
    fixed: bool = trait_fields.boolean("Pivot through fixed angle", True)
    angle: float = trait_fields.real("Angle", 90.0)
    description: str = trait_fields.text("Description", "", "3.5")
    menu_2: str = trait_fields.menu("Menu command for alternate pivot angle", "", "3.7")
    key_2: KeyCommand | None = trait_fields.key("Key command for alternate pivot angle", None, "3.7")
    angle_2: float = trait_fields.real("Alternate Pivot Angle", 270.0, "3.7")
