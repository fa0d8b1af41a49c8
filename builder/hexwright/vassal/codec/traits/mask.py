"""The Mask trait."""

from __future__ import annotations

from dataclasses import dataclass

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import FieldKind
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.shared_records import AccessKind, PieceAccess
from hexwright.vassal.codec.trait_fields import Trait, trait


@dataclass(frozen=True, slots=True)
class MaskView:
    """The appearance of a masked piece to its owner.

    The style is one letter: I (inset), 2 (image inset), B (background), P (plain, with a key to peek) or G
    (an image).
    """

    style: str = "I"
    peek_key: KeyCommand | None = None
    image: str = ""


class MaskViewKind(FieldKind[MaskView]):
    """A field that contains a `MaskView`: the letter of the style, then the key or the image."""

    name = "mask view"

    def parse(self, text: str) -> MaskView:
        style, rest = text[:1], text[1:]
        if style not in ("I", "2", "B", "P", "G") or not style:
            raise ValueError("not one of I, 2, B, P, G")
        if style == "P":
            return MaskView(style, KeyCommand.decode(rest))
        return MaskView(style, None, rest)

    def format(self, value: MaskView) -> str:
        if value.style not in ("I", "2", "B", "P", "G"):
            raise CodecError("", value.style, "the style isn't one of I, 2, B, P, G")
        if value.style == "P":
            return "P" + (value.peek_key.encode() if value.peek_key else "")
        return value.style + value.image


@trait("obs;", "Mask", "VASSAL.counters.Obscurable")
class Mask(Trait):
    key: KeyCommand | None = trait_fields.key("Key command")
    image: str = trait_fields.text("View when masked", kind="image")
    menu: str = trait_fields.menu("Mask command", "Mask")
    view: MaskView = trait_fields.declare(MaskViewKind(), "Display style", MaskView())
    masked_name: str = trait_fields.text("Name when masked", "?")
    access: PieceAccess = trait_fields.declare(AccessKind(), "Can be masked by", PieceAccess())
    peek_menu: str = trait_fields.menu("Peek command", "Peek")
    description: str = trait_fields.text("Description", "", "3.5")
    autopeek: bool = trait_fields.boolean("Autopeek on Rollover", False, "3.6")
    deal_key: KeyCommand | None = trait_fields.key("Deal-facedown-to-side command", None, "3.6")
    deal_to: str = trait_fields.expression("Deal to this side", "", "3.6")
    masked_by: str = trait_fields.text("Masked by", "null", kind="player", state=True)
    options: str = trait_fields.text("Unmasking options", state=True)
