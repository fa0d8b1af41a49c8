"""The Non-Rectangular trait (before VASSAL 3.6)."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.trait_fields import Trait, trait
from hexwright.vassal.codec.traits.non_rectangular import ShapeKind, source_image


@trait("nonRect;", "Non-Rectangular (before VASSAL 3.6)", "VASSAL.counters.NonRectangular")
class NonRectangularBefore36(Trait):
    """The Non-Rectangular trait in the format used before VASSAL 3.6.

    VASSAL writes it back in the current format.
    """

    shape: str = trait_fields.declare(ShapeKind(), "Shape", "")

    @property
    def source_image(self) -> str:
        """Return the name of the image from which the shape was made, or an empty string if it is unknown."""
        return source_image(self.shape)
