"""The Basic Piece trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import CountedKind, TextKind
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("piece;", "Basic Piece", "VASSAL.counters.BasicPiece")
class BasicPiece(Trait):
    clone_key: str = trait_fields.text("To Clone")
    delete_key: str = trait_fields.text("To Delete")
    image: str = trait_fields.text("Image", kind="image")
    name: str = trait_fields.text("Name")
    map: str = trait_fields.text("Map", "null", state=True)
    x: int = trait_fields.integer("X", state=True)
    y: int = trait_fields.integer("Y", state=True)
    gpid: str = trait_fields.text("Game piece id", kind="gpid", state=True)
    properties: tuple[tuple[str, str], ...] = trait_fields.declare(
        CountedKind(TextKind(), 2), "Persistent properties", (), state=True
    )
