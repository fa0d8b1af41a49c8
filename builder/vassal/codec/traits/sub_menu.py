"""The trait Sub-Menu."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record


@record
class SubMenu(Trait):
    """Sub-Menu (VASSAL.counters.SubMenu)."""

    ID: ClassVar[str] = "submenu;"
    TITLE: ClassVar[str] = "Sub-Menu"
    JAVA: ClassVar[str] = "VASSAL.counters.SubMenu"

    name: str = fields.menu("Menu name", "Sub-Menu")
    commands: tuple[str, ...] = fields.strings("Sub-commands")
    description: str = fields.text("Description", "", "3.5")
