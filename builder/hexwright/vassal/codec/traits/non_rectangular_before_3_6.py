"""The trait Non-Rectangular (before VASSAL 3.6)."""

from __future__ import annotations

from typing import ClassVar

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.trait_fields import Trait, record
from hexwright.vassal.codec.traits.non_rectangular import ShapeKind, source_image


@record
class NonRectangularBefore36(Trait):
    """Non-Rectangular (before VASSAL 3.6) (VASSAL.counters.NonRectangular).

    The engine reads it and writes it back as Non-Rectangular.
    """

    ID: ClassVar[str] = "nonRect;"
    TITLE: ClassVar[str] = "Non-Rectangular (before VASSAL 3.6)"
    JAVA: ClassVar[str] = "VASSAL.counters.NonRectangular"

    shape: str = trait_fields.declare(ShapeKind(), "Shape", "")

    @property
    def source_image(self) -> str:
        """Return the name of the image from which the shape was made, empty where it isn't told."""
        return source_image(self.shape)
