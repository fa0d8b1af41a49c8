"""The trait Calculated Property."""

from __future__ import annotations

from typing import ClassVar

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.trait_fields import Trait, record


@record
class CalculatedProperty(Trait):
    """Calculated Property (VASSAL.counters.CalculatedProperty)."""

    ID: ClassVar[str] = "calcProp;"
    TITLE: ClassVar[str] = "Calculated Property"
    JAVA: ClassVar[str] = "VASSAL.counters.CalculatedProperty"

    name: str = trait_fields.text("Property name", kind="property")
    expression: str = trait_fields.expression("Expression")
    description: str = trait_fields.text("Description", "", "3.5")
