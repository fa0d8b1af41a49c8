"""The Mat trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import CountedKind, TextKind
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("mat;", "Mat", "VASSAL.counters.Mat", since="3.6")
class Mat(Trait):
    name: str = trait_fields.text("Mat name")
    description: str = trait_fields.text("Description")
    cargo: tuple[str, ...] = trait_fields.declare(CountedKind(TextKind("piece id")), "Cargo", (), state=True)
