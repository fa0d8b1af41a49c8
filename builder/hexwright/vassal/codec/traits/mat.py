"""The trait Mat."""

from __future__ import annotations

from typing import ClassVar

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import Counted, Text
from hexwright.vassal.codec.trait_fields import Trait, record


@record
class Mat(Trait):
    """Mat (VASSAL.counters.Mat)."""

    ID: ClassVar[str] = "mat;"
    TITLE: ClassVar[str] = "Mat"
    JAVA: ClassVar[str] = "VASSAL.counters.Mat"
    SINCE: ClassVar[str] = "3.6"

    name: str = trait_fields.text("Mat name")
    description: str = trait_fields.text("Description")
    cargo: tuple[str, ...] = trait_fields.declare(Counted(Text("piece id")), "Cargo", (), state=True)
