"""The trait Property Sheet."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.kinds import Remaining
from builder.vassal.codec.values import Key


@record
class PropertySheet(Trait):
    """Property Sheet (VASSAL.counters.PropertySheet).

    ``definition`` lists the properties, each a digit (its type: 0 text, 1 multi-line text, 2 label
    only, 3 to 6 tick marks, 7 spinner) and its name.
    """

    ID: ClassVar[str] = "propertysheet;"
    TITLE: ClassVar[str] = "Property Sheet"
    JAVA: ClassVar[str] = "VASSAL.counters.PropertySheet"
    STATE_DELIMITER: ClassVar[str | None] = "~"

    definition: tuple[str, ...] = fields.strings("Properties", delimiter="~")
    menu: str = fields.menu("Menu command", "Property Sheet")
    letter: str = fields.text("Key (before 3.2)", kind="letters")
    commit: int = fields.integer("Commit changes on")
    red: str = fields.text("Background color (red)")
    green: str = fields.text("Background color (green)")
    blue: str = fields.text("Background color (blue)")
    key: Key | None = fields.key("Key command")
    description: str = fields.text("Description", "", "3.5")
    values: tuple[str, ...] = fields.declare(Remaining(), "Values", (), state=True)
