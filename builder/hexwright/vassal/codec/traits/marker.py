"""The Marker trait."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import RemainingKind
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("mark;", "Marker", "VASSAL.counters.Marker", state_delimiter=",")
class Marker(Trait):
    DELIMITER: ClassVar[str] = ","

    names: tuple[str, ...] = trait_fields.declare(RemainingKind("properties"), "Property name", ())
    values: tuple[str, ...] = trait_fields.declare(RemainingKind(), "Property value", (), state=True)

    @classmethod
    def of(cls, properties: Mapping[str, str]) -> Marker:
        """Return a marker trait with the given properties."""
        return cls(tuple(properties), tuple(properties.values()))
