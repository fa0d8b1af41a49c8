"""The trait Mat Cargo."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import Key


@record
class MatCargo(Trait):
    """Mat Cargo (VASSAL.counters.MatCargo)."""

    ID: ClassVar[str] = "matPiece;"
    TITLE: ClassVar[str] = "Mat Cargo"
    JAVA: ClassVar[str] = "VASSAL.counters.MatCargo"
    SINCE: ClassVar[str] = "3.6"

    description: str = fields.text("Description")
    keep_facing: bool = fields.boolean("Maintain facing relative to mat", True)
    x_distance: int = fields.integer("X Extra detection distance from center")
    y_distance: int = fields.integer("Y Extra detection distance from center")
    find_key: Key | None = fields.key("Key Command to force attach to any mat found at current location")
    detach_key: Key | None = fields.key("Key Command to force detach from any current mat")
    mat: str = fields.text("Mat", "noMat", kind="piece id", state=True)
