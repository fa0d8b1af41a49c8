"""The trait Send To Location."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import Key


@record
class SendToLocation(Trait):
    """Send To Location (VASSAL.counters.SendToLocation).

    ``destination`` is G grid location, L x and y, Z zone, R region, A any counter, C cycle through
    counters, N nearest counter. The engine stores the first letter.
    """

    ID: ClassVar[str] = "sendto;"
    TITLE: ClassVar[str] = "Send To Location"
    JAVA: ClassVar[str] = "VASSAL.counters.SendToLocation"

    menu: str = fields.menu("Menu command")
    key: Key | None = fields.key("Key command")
    map: str = fields.formatted("Map")
    board: str = fields.formatted("Board")
    x: str = fields.formatted("X position", "0")
    y: str = fields.formatted("Y position", "0")
    back_menu: str = fields.menu("Send back menu command")
    back_key: Key | None = fields.key("Send back key command")
    x_index: str = fields.formatted("Additional X offset (times)", "0")
    y_index: str = fields.formatted("Additional Y offset (times)", "0")
    x_offset: str = fields.formatted("Additional X offset", "1")
    y_offset: str = fields.formatted("Additional Y offset", "1")
    description: str = fields.text("Description")
    destination: str = fields.choice("Destination", ("G", "L", "Z", "R", "A", "C", "N"), "L")
    zone: str = fields.formatted("Zone")
    region: str = fields.formatted("Region")
    match: str = fields.expression("Property match")
    grid_location: str = fields.formatted("Grid location")
    back_map: str = fields.text("Map sent from", state=True)
    back_x: str = fields.text("X sent from", state=True)
    back_y: str = fields.text("Y sent from", state=True)
