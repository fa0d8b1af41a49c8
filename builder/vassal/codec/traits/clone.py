"""The trait Clone."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import Key


@record
class Clone(Trait):
    """Clone (VASSAL.counters.Clone)."""

    ID: ClassVar[str] = "clone;"
    TITLE: ClassVar[str] = "Clone"
    JAVA: ClassVar[str] = "VASSAL.counters.Clone"

    menu: str = fields.menu("Menu command", "Clone")
    key: Key | None = fields.key("Key command", Key.ctrl("C"))
    description: str = fields.text("Description", "", "3.5")
