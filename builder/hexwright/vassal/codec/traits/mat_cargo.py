"""The Mat Cargo trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("matPiece;", "Mat Cargo", "VASSAL.counters.MatCargo", since="3.6")
class MatCargo(Trait):
    description: str = trait_fields.text("Description")
    keep_facing: bool = trait_fields.boolean("Maintain facing relative to mat", True)
    x_distance: int = trait_fields.integer("X Extra detection distance from center")
    y_distance: int = trait_fields.integer("Y Extra detection distance from center")
    find_key: KeyCommand | None = trait_fields.key(
        "Key Command to force attach to any mat found at current location"
    )
    detach_key: KeyCommand | None = trait_fields.key("Key Command to force detach from any current mat")
    mat: str = trait_fields.text("Mat", "noMat", kind="piece id", state=True)
