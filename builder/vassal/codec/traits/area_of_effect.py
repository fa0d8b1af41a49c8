"""The trait Area Of Effect."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import GRAY, Colour, Key


@record
class AreaOfEffect(Trait):
    """Area Of Effect (VASSAL.counters.AreaOfEffect)."""

    ID: ClassVar[str] = "AreaOfEffect;"
    TITLE: ClassVar[str] = "Area Of Effect"
    JAVA: ClassVar[str] = "VASSAL.counters.AreaOfEffect"
    STATE_DELIMITER: ClassVar[str | None] = None

    colour: Colour | None = fields.colour("Fill color", GRAY)
    opacity: int = fields.integer("Opacity (%)", 30)
    radius: int = fields.integer("Radius", 1)
    always_visible: bool = fields.boolean("Always visible", True)
    toggle_menu: str = fields.menu("Toggle menu command", "Show area")
    toggle_key: Key | None = fields.key("Toggle key command")
    map_shading: str = fields.text("Map shading", kind="map shading")
    fixed_radius: bool = fields.boolean("Fixed radius", True)
    radius_marker: str = fields.text("Radius marker", kind="property")
    description: str = fields.text("Description")
    name: str = fields.text("Name", "", "3.7")
    show_menu: str = fields.menu("Show menu command", "", "3.7")
    show_key: Key | None = fields.key("Show key command", None, "3.7")
    hide_menu: str = fields.menu("Hide menu command", "", "3.7")
    hide_key: Key | None = fields.key("Hide key command", None, "3.7")
    visible_to_all: bool = fields.boolean("Visible to all players?", True, "3.7")
    active: bool = fields.boolean("Visible", state=True)
