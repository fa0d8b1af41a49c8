"""The trait Invisible."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.shared import Access, AccessKind
from builder.vassal.codec.values import Colour, Key


@record
class Invisible(Trait):
    """Invisible (VASSAL.counters.Hideable)."""

    ID: ClassVar[str] = "hide;"
    TITLE: ClassVar[str] = "Invisible"
    JAVA: ClassVar[str] = "VASSAL.counters.Hideable"
    STATE_DELIMITER: ClassVar[str | None] = None

    key: Key | None = fields.key("Key command", Key.ctrl("I"))
    menu: str = fields.menu("Menu command", "Invisible")
    background: Colour | None = fields.colour("Background color")
    access: Access = fields.declare(AccessKind(), "Can be hidden by", Access())
    opacity: float = fields.real("Opacity (%)", 0.30000001192092896)
    description: str = fields.text("Description", "", "3.5")
    silent: bool = fields.boolean("Disable auto report of moves", False, "3.6")
    hidden_by: str = fields.text("Hidden by", "null", kind="player", state=True)
