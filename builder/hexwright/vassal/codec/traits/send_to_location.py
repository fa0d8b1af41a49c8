"""The Send To Location trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("sendto;", "Send To Location", "VASSAL.counters.SendToLocation")
class SendToLocation(Trait):
    """The Send To Location trait. ``destination`` is the first letter of the Editor's choice.

    It is G (grid location), L (x and y), Z (zone), R (region), A (any counter), C (cycle through counters) or
    N (nearest counter).
    """

    menu: str = trait_fields.menu("Menu command")
    key: KeyCommand | None = trait_fields.key("Key command")
    map: str = trait_fields.formatted("Map")
    board: str = trait_fields.formatted("Board")
    x: str = trait_fields.formatted("X position", "0")
    y: str = trait_fields.formatted("Y position", "0")
    back_menu: str = trait_fields.menu("Send back menu command")
    back_key: KeyCommand | None = trait_fields.key("Send back key command")
    x_index: str = trait_fields.formatted("Additional X offset (times)", "0")
    y_index: str = trait_fields.formatted("Additional Y offset (times)", "0")
    x_offset: str = trait_fields.formatted("Additional X offset", "1")
    y_offset: str = trait_fields.formatted("Additional Y offset", "1")
    description: str = trait_fields.text("Description")
    destination: str = trait_fields.choice("Destination", ("G", "L", "Z", "R", "A", "C", "N"), "L")
    zone: str = trait_fields.formatted("Zone")
    region: str = trait_fields.formatted("Region")
    match: str = trait_fields.expression("Property match")
    grid_location: str = trait_fields.formatted("Grid location")
    back_map: str = trait_fields.text("Map sent from", state=True)
    back_x: str = trait_fields.text("X sent from", state=True)
    back_y: str = trait_fields.text("Y sent from", state=True)
