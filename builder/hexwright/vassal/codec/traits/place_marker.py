"""The Place Marker trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.shared_records import PropertyParameter
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("placemark;", "Place Marker", "VASSAL.counters.PlaceMarker")
class PlaceMarker(Trait):
    """The Place Marker trait.

    ``marker`` is an add-piece command, a path of components, or ``null``.
    """

    menu: str = trait_fields.menu("Menu command", "Place Marker")
    key: KeyCommand | None = trait_fields.key("Key command")
    marker: str = trait_fields.text("Marker definition", "null", kind="piece")
    marker_text: str = trait_fields.text("Marker text", "null")
    x_offset: str = trait_fields.formatted("Horizontal offset", "0")
    y_offset: str = trait_fields.formatted("Vertical offset", "0")
    match_rotation: bool = trait_fields.boolean("Match rotation")
    after_key: KeyCommand | None = trait_fields.key("Key Command to apply after placement")
    description: str = trait_fields.text("Description")
    gpid: str = trait_fields.text("Game piece id", kind="gpid")
    placement: int = trait_fields.integer(
        "Place marker (0 top, 1 bottom of stack, 2 above, 3 below this piece)"
    )
    above: bool = trait_fields.boolean("Only match states above this trait")
    copy_properties: bool = trait_fields.boolean(
        "Copy Dynamic Property values where Property name matches", False, "3.7"
    )
    parameters: tuple[PropertyParameter, ...] = trait_fields.records(
        PropertyParameter, "Set Dynamic Properties in marker", "3.7"
    )
    version: int = trait_fields.integer("Version of the layout", 1, "3.7.16")
