"""The trait Action Button."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.kinds import Counted, Integer
from builder.vassal.codec.values import Key


@record
class ActionButton(Trait):
    """Action Button (VASSAL.counters.ActionButton)."""

    ID: ClassVar[str] = "button;"
    TITLE: ClassVar[str] = "Action Button"
    JAVA: ClassVar[str] = "VASSAL.counters.ActionButton"

    key: Key | None = fields.key("Invoke key command", Key.ctrl("A"))
    x: int = fields.integer("Button X-offset")
    y: int = fields.integer("Button Y-offset")
    width: int = fields.integer("Button width")
    height: int = fields.integer("Button height")
    description: str = fields.text("Description")
    opens_menu: bool = fields.boolean("Invoke context menu", False, "3.6")
    whole_piece: bool = fields.boolean("Clicking anywhere on piece activates action button", False, "3.6")
    version: int = fields.integer("Version of the layout", 1, "3.6")
    polygon: tuple[tuple[int, int], ...] = fields.declare(
        Counted(Integer(), 2), "Define Shape of Click Zone", (), "3.6"
    )
