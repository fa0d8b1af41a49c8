"""The Deselect trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("deselect;", "Deselect", "VASSAL.counters.Deselect", since="3.5")
class Deselect(Trait):
    """The Deselect trait.

    ``kind`` is D (deselect this piece), A (deselect all pieces) or S (select only this piece).
    """

    menu: str = trait_fields.menu("Menu command", "Deselect")
    key: KeyCommand | None = trait_fields.key("Key command", KeyCommand.ctrl("K"))
    description: str = trait_fields.text("Description")
    unstack: bool = trait_fields.boolean("Remove piece from stack")
    kind: str = trait_fields.choice("Deselection type", ("D", "A", "S"), "D", "3.6")
