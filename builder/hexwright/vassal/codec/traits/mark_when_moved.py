"""The Mark When Moved trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("markmoved;", "Mark When Moved", "VASSAL.counters.MovementMarkable", state_delimiter=None)
class MarkWhenMoved(Trait):
    image: str = trait_fields.text("Marker image", kind="image")
    x_offset: int = trait_fields.integer("Horizontal offset")
    y_offset: int = trait_fields.integer("Vertical offset")
    menu: str = trait_fields.menu("Menu Command to toggle", "Toggle whether piece marked as moved")
    key: KeyCommand | None = trait_fields.key("Key Command to toggle", KeyCommand.ctrl("M"))
    description: str = trait_fields.text("Description", "", "3.5")
    ignore_same_location: bool = trait_fields.boolean(
        "Ignore moves which don't change either Location Name or Mat", False, "3.7"
    )
    moved_menu: str = trait_fields.menu("Menu Command to mark as moved", "Mark piece as moved", "3.7")
    moved_key: KeyCommand | None = trait_fields.key("Key Command to mark as moved", None, "3.7")
    unmoved_menu: str = trait_fields.menu("Menu Command to mark as unmoved", "Mark piece as unmoved", "3.7")
    unmoved_key: KeyCommand | None = trait_fields.key("Key Command to mark as unmoved", None, "3.7")
    moved: bool = trait_fields.boolean("Moved", state=True)
