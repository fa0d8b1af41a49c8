"""The trait Mat."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.kinds import Counted, Text


@record
class Mat(Trait):
    """Mat (VASSAL.counters.Mat)."""

    ID: ClassVar[str] = "mat;"
    TITLE: ClassVar[str] = "Mat"
    JAVA: ClassVar[str] = "VASSAL.counters.Mat"
    SINCE: ClassVar[str] = "3.6"

    name: str = fields.text("Mat name")
    description: str = fields.text("Description")
    cargo: tuple[str, ...] = fields.declare(Counted(Text("piece id")), "Cargo", (), state=True)
