"""The Move Fixed Distance trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("translate;", "Move Fixed Distance", "VASSAL.counters.Translate")
class MoveFixedDistance(Trait):
    menu: str = trait_fields.menu("Menu command", "Move Forward")
    key: KeyCommand | None = trait_fields.key("Key command", KeyCommand.ctrl("M"))
    right: str = trait_fields.formatted("Distance to the right", "0")
    up: str = trait_fields.formatted("Distance upwards", "60")
    move_stack: bool = trait_fields.boolean("Move entire stack (Not Recommended)")
    x_index: str = trait_fields.formatted("Additional offset to the right (times)", "0")
    y_index: str = trait_fields.formatted("Additional offset upwards (times)", "0")
    x_offset: str = trait_fields.formatted("Additional offset to the right", "0")
    y_offset: str = trait_fields.formatted("Additional offset upwards", "0")
    description: str = trait_fields.text("Description")
