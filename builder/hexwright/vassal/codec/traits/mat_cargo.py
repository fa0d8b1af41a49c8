"""The trait Mat Cargo."""

from __future__ import annotations

from typing import ClassVar

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import Key
from hexwright.vassal.codec.trait_fields import Trait, record


@record
class MatCargo(Trait):
    """Mat Cargo (VASSAL.counters.MatCargo)."""

    ID: ClassVar[str] = "matPiece;"
    TITLE: ClassVar[str] = "Mat Cargo"
    JAVA: ClassVar[str] = "VASSAL.counters.MatCargo"
    SINCE: ClassVar[str] = "3.6"

    description: str = trait_fields.text("Description")
    keep_facing: bool = trait_fields.boolean("Maintain facing relative to mat", True)
    x_distance: int = trait_fields.integer("X Extra detection distance from center")
    y_distance: int = trait_fields.integer("Y Extra detection distance from center")
    find_key: Key | None = trait_fields.key(
        "Key Command to force attach to any mat found at current location"
    )
    detach_key: Key | None = trait_fields.key("Key Command to force detach from any current mat")
    mat: str = trait_fields.text("Mat", "noMat", kind="piece id", state=True)
