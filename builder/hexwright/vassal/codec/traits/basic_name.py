"""The Basic Name trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("basicName;", "Basic Name", "VASSAL.counters.BasicName", since="3.6")
class BasicName(Trait):
    name: str = trait_fields.text("Name")
