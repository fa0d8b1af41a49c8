"""The Non-Rectangular trait."""

from __future__ import annotations

from collections.abc import Sequence

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import FieldKind
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.trait_fields import Trait, trait


class ShapeKind(FieldKind[str]):
    """The rest of the type string. VASSAL doesn't split it, so it must not contain a semicolon."""

    name = "shape"

    def read(self, tokens: Sequence[str], at: int) -> tuple[str, int]:
        return ";".join(tokens[at:]), len(tokens)

    def write(self, value: str) -> tuple[str, ...]:
        if ";" in value or value[:1] in ("\\", "'"):
            raise CodecError(
                "", value, "the text must not contain a semicolon, or begin with a quote or backslash"
            )
        return (value,)


@trait("nonRect2;", "Non-Rectangular", "VASSAL.counters.NonRectangular")
class NonRectangular(Trait):
    """The Non-Rectangular trait. ``shape`` is ``d`` followed by the steps of a path.

    The steps are M, L, Q, C and Z with numbers. N and the name of the image follow the path.
    """

    scale: float = trait_fields.real("Scale Factor", 1.0, "3.6")
    shape: str = trait_fields.declare(ShapeKind(), "Shape", "", "3.6")

    @property
    def source_image(self) -> str:
        """Return the name of the image from which the shape was made, or an empty string if it is unknown."""
        return source_image(self.shape)


def source_image(shape: str) -> str:
    """Return the name of the image in a shape, or an empty string if the shape names none.

    In the current format, the name follows a separate N. In an older format with commas, it is the rest of
    the part that begins with n.
    """
    if shape.startswith("d"):
        return f" {shape[1:]}".partition(" N ")[2]
    return next((part[1:] for part in shape.split(",") if part.startswith("n")), "")
