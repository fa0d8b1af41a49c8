"""The Restrict Commands trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("hideCmd;", "Restrict Commands", "VASSAL.counters.RestrictCommands")
class RestrictCommands(Trait):
    name: str = trait_fields.text("Description")
    action: str = trait_fields.choice("Restriction", ("Hide", "Disable"), "Hide")
    match: str = trait_fields.expression("Restrict when properties match")
    keys: tuple[KeyCommand, ...] = trait_fields.keys("Restrict these Key Commands")
