"""The trait Menu Separator."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import Key


@record
class MenuSeparator(Trait):
    """Menu Separator (VASSAL.counters.MenuSeparator)."""

    ID: ClassVar[str] = "menuSeparator;"
    TITLE: ClassVar[str] = "Menu Separator"
    JAVA: ClassVar[str] = "VASSAL.counters.MenuSeparator"
    SINCE: ClassVar[str] = "3.4"

    description: str = fields.text("Description")
    key: Key | None = fields.key("If this Key Command is hidden, hide separator")
