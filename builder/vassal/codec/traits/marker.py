"""The trait Marker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.kinds import Remaining


@record
class Marker(Trait):
    """Marker (VASSAL.counters.Marker)."""

    ID: ClassVar[str] = "mark;"
    TITLE: ClassVar[str] = "Marker"
    JAVA: ClassVar[str] = "VASSAL.counters.Marker"
    DELIMITER: ClassVar[str] = ","
    STATE_DELIMITER: ClassVar[str | None] = ","

    names: tuple[str, ...] = fields.declare(Remaining("properties"), "Property name", ())
    values: tuple[str, ...] = fields.declare(Remaining(), "Property value", (), state=True)

    @classmethod
    def of(cls, properties: Mapping[str, str]) -> Marker:
        """Return a marker of these properties."""
        return cls(tuple(properties), tuple(properties.values()))
