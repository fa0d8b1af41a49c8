"""The Return To Deck trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("return;", "Return To Deck", "VASSAL.counters.ReturnToDeck")
class ReturnToDeck(Trait):
    menu: str = trait_fields.menu("Menu command", "Return to Deck")
    key: KeyCommand | None = trait_fields.key("Key command")
    deck: str = trait_fields.text("Deck (before 3.6)", kind="deck")
    prompt: str = trait_fields.text("Prompt for destination deck", "Select destination")
    description: str = trait_fields.text("Description", "", "3.5")
    version: int = trait_fields.integer("Version of the layout", 2, "3.6")
    choose: bool = trait_fields.boolean("Choose destination deck at game time", True, "3.6")
    deck_name: str = trait_fields.formatted("Deck Name", "", "3.6")
