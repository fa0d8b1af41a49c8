"""The Sub-Menu trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("submenu;", "Sub-Menu", "VASSAL.counters.SubMenu")
class SubMenu(Trait):
    name: str = trait_fields.menu("Menu name", "Sub-Menu")
    commands: tuple[str, ...] = trait_fields.strings("Sub-commands")
    description: str = trait_fields.text("Description", "", "3.5")
