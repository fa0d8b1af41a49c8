"""The trait Place Marker."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.shared import Parameter
from builder.vassal.codec.values import Key


@record
class PlaceMarker(Trait):
    """Place Marker (VASSAL.counters.PlaceMarker).

    ``marker`` is an add-piece command, a path of components, or ``null``.
    """

    ID: ClassVar[str] = "placemark;"
    TITLE: ClassVar[str] = "Place Marker"
    JAVA: ClassVar[str] = "VASSAL.counters.PlaceMarker"

    menu: str = fields.menu("Menu command", "Place Marker")
    key: Key | None = fields.key("Key command")
    marker: str = fields.text("Marker definition", "null", kind="piece")
    marker_text: str = fields.text("Marker text", "null")
    x_offset: str = fields.formatted("Horizontal offset", "0")
    y_offset: str = fields.formatted("Vertical offset", "0")
    match_rotation: bool = fields.boolean("Match rotation")
    after_key: Key | None = fields.key("Key Command to apply after placement")
    description: str = fields.text("Description")
    gpid: str = fields.text("Game piece id", kind="gpid")
    placement: int = fields.integer("Place marker (0 top, 1 bottom of stack, 2 above, 3 below this piece)")
    above: bool = fields.boolean("Only match states above this trait")
    copy_properties: bool = fields.boolean(
        "Copy Dynamic Property values where Property name matches", False, "3.7"
    )
    parameters: tuple[Parameter, ...] = fields.records(Parameter, "Set Dynamic Properties in marker", "3.7")
    version: int = fields.integer("Version of the layout", 1, "3.7.16")
