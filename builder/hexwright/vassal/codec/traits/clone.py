"""The Clone trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("clone;", "Clone", "VASSAL.counters.Clone")
class Clone(Trait):
    menu: str = trait_fields.menu("Menu command", "Clone")
    key: KeyCommand | None = trait_fields.key("Key command", KeyCommand.ctrl("C"))
    description: str = trait_fields.text("Description", "", "3.5")
