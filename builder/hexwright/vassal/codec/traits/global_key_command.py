"""The Global Key Command trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.shared_records import FastMatch, PropertyParameter
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("globalkey;", "Global Key Command", "VASSAL.counters.CounterGlobalKeyCommand")
class GlobalKeyCommand(Trait):
    menu: str = trait_fields.menu("Menu command", "Global Command")
    key: KeyCommand | None = trait_fields.key("Key command", KeyCommand.ctrl("G"))
    command: KeyCommand | None = trait_fields.key("Global Key Command", KeyCommand.ctrl("K"))
    match: str = trait_fields.expression("Additional matching expression")
    restrict_range: bool = trait_fields.boolean("Restrict range")
    range: int = trait_fields.integer("Range", 1)
    suppress_reports: bool = trait_fields.boolean("Suppress individual reports", True)
    fixed_range: bool = trait_fields.boolean("Fixed range", True)
    range_property: str = trait_fields.text("Range property", kind="property")
    description: str = trait_fields.text("Description")
    from_deck: str = trait_fields.formatted("Within a Deck, apply to", "-1")
    target: FastMatch = trait_fields.nested(FastMatch("COUNTER"), "Pre-select (Fast Match)", "3.5")
    suppress_sounds: bool = trait_fields.boolean("Suppress sounds", False, "3.7")
    parameters: tuple[PropertyParameter, ...] = trait_fields.records(
        PropertyParameter, "Set Dynamic Properties in target pieces", "3.7"
    )
