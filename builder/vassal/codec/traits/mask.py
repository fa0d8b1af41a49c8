"""The trait Mask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.kinds import Kind
from builder.vassal.codec.sequence import CodecError
from builder.vassal.codec.shared import Access, AccessKind
from builder.vassal.codec.values import Key


@dataclass(frozen=True, slots=True)
class MaskView:
    """Hold how the owner sees a masked piece: I inset, 2 image inset, B background, P plain (with a
    key to peek), G an image."""

    style: str = "I"
    peek_key: Key | None = None
    image: str = ""


class MaskViewKind(Kind[MaskView]):
    """Hold a MaskView: the style's letter, behind it the key or the image."""

    name = "mask view"

    def parse(self, text: str) -> MaskView:
        style, rest = text[:1], text[1:]
        if style not in ("I", "2", "B", "P", "G") or not style:
            raise ValueError("none of I, 2, B, P, G")
        if style == "P":
            return MaskView(style, Key.decode(rest))
        return MaskView(style, None, rest)

    def format(self, value: MaskView) -> str:
        if value.style not in ("I", "2", "B", "P", "G"):
            raise CodecError("", value.style, "none of I, 2, B, P, G")
        if value.style == "P":
            return "P" + (value.peek_key.encode() if value.peek_key else "")
        return value.style + value.image


@record
class Mask(Trait):
    """Mask (VASSAL.counters.Obscurable)."""

    ID: ClassVar[str] = "obs;"
    TITLE: ClassVar[str] = "Mask"
    JAVA: ClassVar[str] = "VASSAL.counters.Obscurable"

    key: Key | None = fields.key("Key command")
    image: str = fields.text("View when masked", kind="image")
    menu: str = fields.menu("Mask command", "Mask")
    view: MaskView = fields.declare(MaskViewKind(), "Display style", MaskView())
    masked_name: str = fields.text("Name when masked", "?")
    access: Access = fields.declare(AccessKind(), "Can be masked by", Access())
    peek_menu: str = fields.menu("Peek command", "Peek")
    description: str = fields.text("Description", "", "3.5")
    autopeek: bool = fields.boolean("Autopeek on Rollover", False, "3.6")
    deal_key: Key | None = fields.key("Deal-facedown-to-side command", None, "3.6")
    deal_to: str = fields.expression("Deal to this side", "", "3.6")
    masked_by: str = fields.text("Masked by", "null", kind="player", state=True)
    options: str = fields.text("Unmasking options", state=True)
