"""The Does Not Stack trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import TextKind
from hexwright.vassal.codec.sequence_encoder import CodecError, needs_quotes
from hexwright.vassal.codec.trait_fields import Trait, trait


class Unescaped(TextKind):
    """Text that must not contain a semicolon, because VASSAL doesn't escape it."""

    def format(self, value: str) -> str:
        if ";" in value or needs_quotes(value):
            raise CodecError(
                "", value, "the text must not contain a semicolon, or begin with a quote or backslash"
            )
        return super().format(value)


@trait("immob;", "Does Not Stack", "VASSAL.counters.Immobilized")
class DoesNotStack(Trait):
    """The Does Not Stack trait. ``selection`` is a combination of up to three letters.

    The first letter is n (never), i (shift), t (ctrl), c (alt) or missing. The next is g if the piece ignores
    the map's grid. The last applies to band selection: Z (never), A (alt), B (alt and shift) or missing.
    """

    selection: str = trait_fields.text("Select piece", kind="letters")
    movement: str = trait_fields.choice("Move piece", ("N", "I", "V"), "N")
    stacking: str = trait_fields.choice("Piece can stack", ("L", "R"), "R", "3.6")
    description: str = trait_fields.declare(Unescaped(), "Description", "", "3.6")
