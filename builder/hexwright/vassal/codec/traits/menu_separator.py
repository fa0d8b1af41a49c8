"""The Menu Separator trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("menuSeparator;", "Menu Separator", "VASSAL.counters.MenuSeparator", since="3.4")
class MenuSeparator(Trait):
    description: str = trait_fields.text("Description")
    key: KeyCommand | None = trait_fields.key("If this Key Command is hidden, hide separator")
