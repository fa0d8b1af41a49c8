"""The trait Menu Separator."""

from __future__ import annotations

from typing import ClassVar

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import Key
from hexwright.vassal.codec.trait_fields import Trait, record


@record
class MenuSeparator(Trait):
    """Menu Separator (VASSAL.counters.MenuSeparator)."""

    ID: ClassVar[str] = "menuSeparator;"
    TITLE: ClassVar[str] = "Menu Separator"
    JAVA: ClassVar[str] = "VASSAL.counters.MenuSeparator"
    SINCE: ClassVar[str] = "3.4"

    description: str = trait_fields.text("Description")
    key: Key | None = trait_fields.key("If this Key Command is hidden, hide separator")
