"""The trait Basic Name."""

from __future__ import annotations

from typing import ClassVar

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.trait_fields import Trait, record


@record
class BasicName(Trait):
    """Basic Name (VASSAL.counters.BasicName)."""

    ID: ClassVar[str] = "basicName;"
    TITLE: ClassVar[str] = "Basic Name"
    JAVA: ClassVar[str] = "VASSAL.counters.BasicName"
    SINCE: ClassVar[str] = "3.6"

    name: str = trait_fields.text("Name")
