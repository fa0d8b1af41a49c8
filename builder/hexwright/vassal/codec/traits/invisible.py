"""The Invisible trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import Colour, KeyCommand
from hexwright.vassal.codec.shared_records import AccessKind, PieceAccess
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("hide;", "Invisible", "VASSAL.counters.Hideable", state_delimiter=None)
class Invisible(Trait):
    key: KeyCommand | None = trait_fields.key("Key command", KeyCommand.ctrl("I"))
    menu: str = trait_fields.menu("Menu command", "Invisible")
    background: Colour | None = trait_fields.colour("Background color")
    access: PieceAccess = trait_fields.declare(AccessKind(), "Can be hidden by", PieceAccess())
    opacity: float = trait_fields.real("Opacity (%)", 0.30000001192092896)
    description: str = trait_fields.text("Description", "", "3.5")
    silent: bool = trait_fields.boolean("Disable auto report of moves", False, "3.6")
    hidden_by: str = trait_fields.text("Hidden by", "null", kind="player", state=True)
