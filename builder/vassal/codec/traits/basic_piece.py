"""The trait Basic Piece."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.kinds import Counted, Text


@record
class BasicPiece(Trait):
    """Basic Piece (VASSAL.counters.BasicPiece)."""

    ID: ClassVar[str] = "piece;"
    TITLE: ClassVar[str] = "Basic Piece"
    JAVA: ClassVar[str] = "VASSAL.counters.BasicPiece"

    clone_key: str = fields.text("To Clone")
    delete_key: str = fields.text("To Delete")
    image: str = fields.text("Image", kind="image")
    name: str = fields.text("Name")
    map: str = fields.text("Map", "null", state=True)
    x: int = fields.integer("X", state=True)
    y: int = fields.integer("Y", state=True)
    gpid: str = fields.text("Game piece id", kind="gpid", state=True)
    properties: tuple[tuple[str, str], ...] = fields.declare(
        Counted(Text(), 2), "Persistent properties", (), state=True
    )
