"""The trait Clone."""

# ruff: noqa: RUF009  (the calls declare dataclass fields)

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait
from builder.vassal.codec.values import Key


@dataclass(frozen=True, slots=True)
class Clone(Trait):
    """Clone (VASSAL.counters.Clone)."""

    ID: ClassVar[str] = "clone;"
    TITLE: ClassVar[str] = "Clone"
    JAVA: ClassVar[str] = "VASSAL.counters.Clone"

    menu: str = fields.menu("Menu command", "Clone")
    key: Key | None = fields.key("Key command", Key.ctrl("C"))
    description: str = fields.text("Description", "", "3.5")
