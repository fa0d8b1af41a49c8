"""The Property Sheet trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import RemainingKind
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("propertysheet;", "Property Sheet", "VASSAL.counters.PropertySheet", state_delimiter="~")
class PropertySheet(Trait):
    """The Property Sheet trait.

    ``definition`` is a list of properties, each of which consists of a digit and a name. The digit is the
    type of the property: 0 text, 1 multi-line text, 2 label only, 3 to 6 tick marks, 7 spinner.
    """

    definition: tuple[str, ...] = trait_fields.strings("Properties", delimiter="~")
    menu: str = trait_fields.menu("Menu command", "Property Sheet")
    letter: str = trait_fields.text("Key (before 3.2)", kind="letters")
    commit: int = trait_fields.integer("Commit changes on")
    red: str = trait_fields.text("Background color (red)")
    green: str = trait_fields.text("Background color (green)")
    blue: str = trait_fields.text("Background color (blue)")
    key: KeyCommand | None = trait_fields.key("Key command")
    description: str = trait_fields.text("Description", "", "3.5")
    values: tuple[str, ...] = trait_fields.declare(RemainingKind(), "Values", (), state=True)
