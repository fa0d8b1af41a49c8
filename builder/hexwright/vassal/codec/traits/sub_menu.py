"""The trait Sub-Menu."""

from __future__ import annotations

from typing import ClassVar

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.trait_fields import Trait, record


@record
class SubMenu(Trait):
    """Sub-Menu (VASSAL.counters.SubMenu)."""

    ID: ClassVar[str] = "submenu;"
    TITLE: ClassVar[str] = "Sub-Menu"
    JAVA: ClassVar[str] = "VASSAL.counters.SubMenu"

    name: str = trait_fields.menu("Menu name", "Sub-Menu")
    commands: tuple[str, ...] = trait_fields.strings("Sub-commands")
    description: str = trait_fields.text("Description", "", "3.5")
