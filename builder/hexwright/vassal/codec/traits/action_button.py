"""The Action Button trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import CountedKind, IntegerKind
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("button;", "Action Button", "VASSAL.counters.ActionButton")
class ActionButton(Trait):
    key: KeyCommand | None = trait_fields.key("Invoke key command", KeyCommand.ctrl("A"))
    x: int = trait_fields.integer("Button X-offset")
    y: int = trait_fields.integer("Button Y-offset")
    width: int = trait_fields.integer("Button width")
    height: int = trait_fields.integer("Button height")
    description: str = trait_fields.text("Description")
    opens_menu: bool = trait_fields.boolean("Invoke context menu", False, "3.6")
    whole_piece: bool = trait_fields.boolean(
        "Clicking anywhere on piece activates action button", False, "3.6"
    )
    version: int = trait_fields.integer("Version of the layout", 1, "3.6")
    polygon: tuple[tuple[int, int], ...] = trait_fields.declare(
        CountedKind(IntegerKind(), 2), "Define Shape of Click Zone", (), "3.6"
    )
