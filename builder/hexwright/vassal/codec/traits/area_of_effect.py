"""The Area Of Effect trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import GRAY, Colour, KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("AreaOfEffect;", "Area Of Effect", "VASSAL.counters.AreaOfEffect", state_delimiter=None)
class AreaOfEffect(Trait):
    colour: Colour | None = trait_fields.colour("Fill color", GRAY)
    opacity: int = trait_fields.integer("Opacity (%)", 30)
    radius: int = trait_fields.integer("Radius", 1)
    always_visible: bool = trait_fields.boolean("Always visible", True)
    toggle_menu: str = trait_fields.menu("Toggle menu command", "Show area")
    toggle_key: KeyCommand | None = trait_fields.key("Toggle key command")
    map_shading: str = trait_fields.text("Map shading", kind="map shading")
    fixed_radius: bool = trait_fields.boolean("Fixed radius", True)
    radius_marker: str = trait_fields.text("Radius marker", kind="property")
    description: str = trait_fields.text("Description")
    name: str = trait_fields.text("Name", "", "3.7")
    show_menu: str = trait_fields.menu("Show menu command", "", "3.7")
    show_key: KeyCommand | None = trait_fields.key("Show key command", None, "3.7")
    hide_menu: str = trait_fields.menu("Hide menu command", "", "3.7")
    hide_key: KeyCommand | None = trait_fields.key("Hide key command", None, "3.7")
    visible_to_all: bool = trait_fields.boolean("Visible to all players?", True, "3.7")
    active: bool = trait_fields.boolean("Visible", state=True)
