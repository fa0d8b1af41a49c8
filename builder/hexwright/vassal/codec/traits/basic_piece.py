"""The trait Basic Piece."""

from __future__ import annotations

from typing import ClassVar

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import Counted, Text
from hexwright.vassal.codec.trait_fields import Trait, record


@record
class BasicPiece(Trait):
    """Basic Piece (VASSAL.counters.BasicPiece)."""

    ID: ClassVar[str] = "piece;"
    TITLE: ClassVar[str] = "Basic Piece"
    JAVA: ClassVar[str] = "VASSAL.counters.BasicPiece"

    clone_key: str = trait_fields.text("To Clone")
    delete_key: str = trait_fields.text("To Delete")
    image: str = trait_fields.text("Image", kind="image")
    name: str = trait_fields.text("Name")
    map: str = trait_fields.text("Map", "null", state=True)
    x: int = trait_fields.integer("X", state=True)
    y: int = trait_fields.integer("Y", state=True)
    gpid: str = trait_fields.text("Game piece id", kind="gpid", state=True)
    properties: tuple[tuple[str, str], ...] = trait_fields.declare(
        Counted(Text(), 2), "Persistent properties", (), state=True
    )
