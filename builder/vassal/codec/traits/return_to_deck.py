"""The trait Return To Deck."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import Key


@record
class ReturnToDeck(Trait):
    """Return To Deck (VASSAL.counters.ReturnToDeck)."""

    ID: ClassVar[str] = "return;"
    TITLE: ClassVar[str] = "Return To Deck"
    JAVA: ClassVar[str] = "VASSAL.counters.ReturnToDeck"

    menu: str = fields.menu("Menu command", "Return to Deck")
    key: Key | None = fields.key("Key command")
    deck: str = fields.text("Deck (before 3.6)", kind="deck")
    prompt: str = fields.text("Prompt for destination deck", "Select destination")
    description: str = fields.text("Description", "", "3.5")
    version: int = fields.integer("Version of the layout", 2, "3.6")
    choose: bool = fields.boolean("Choose destination deck at game time", True, "3.6")
    deck_name: str = fields.formatted("Deck Name", "", "3.6")
