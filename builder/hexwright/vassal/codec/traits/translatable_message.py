"""The Translatable Message trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("locmsg;", "Translatable Message", "VASSAL.counters.TranslatableMessage", since="3.5.4")
class TranslatableMessage(Trait):
    property: str = trait_fields.text("Property name", "name", kind="property")
    description: str = trait_fields.text("Description")
    message: str = trait_fields.text("Message")
