"""The trait Mark When Moved."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import Key


@record
class MarkWhenMoved(Trait):
    """Mark When Moved (VASSAL.counters.MovementMarkable)."""

    ID: ClassVar[str] = "markmoved;"
    TITLE: ClassVar[str] = "Mark When Moved"
    JAVA: ClassVar[str] = "VASSAL.counters.MovementMarkable"
    STATE_DELIMITER: ClassVar[str | None] = None

    image: str = fields.text("Marker image", kind="image")
    x_offset: int = fields.integer("Horizontal offset")
    y_offset: int = fields.integer("Vertical offset")
    menu: str = fields.menu("Menu Command to toggle", "Toggle whether piece marked as moved")
    key: Key | None = fields.key("Key Command to toggle", Key.ctrl("M"))
    description: str = fields.text("Description", "", "3.5")
    ignore_same_location: bool = fields.boolean(
        "Ignore moves which don't change either Location Name or Mat", False, "3.7"
    )
    moved_menu: str = fields.menu("Menu Command to mark as moved", "Mark piece as moved", "3.7")
    moved_key: Key | None = fields.key("Key Command to mark as moved", None, "3.7")
    unmoved_menu: str = fields.menu("Menu Command to mark as unmoved", "Mark piece as unmoved", "3.7")
    unmoved_key: Key | None = fields.key("Key Command to mark as unmoved", None, "3.7")
    moved: bool = fields.boolean("Moved", state=True)
