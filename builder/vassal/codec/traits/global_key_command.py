"""The trait Global Key Command."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.shared import FastMatch, Parameter
from builder.vassal.codec.values import Key


@record
class GlobalKeyCommand(Trait):
    """Global Key Command (VASSAL.counters.CounterGlobalKeyCommand)."""

    ID: ClassVar[str] = "globalkey;"
    TITLE: ClassVar[str] = "Global Key Command"
    JAVA: ClassVar[str] = "VASSAL.counters.CounterGlobalKeyCommand"

    menu: str = fields.menu("Menu command", "Global Command")
    key: Key | None = fields.key("Key command", Key.ctrl("G"))
    command: Key | None = fields.key("Global Key Command", Key.ctrl("K"))
    match: str = fields.expression("Additional matching expression")
    restrict_range: bool = fields.boolean("Restrict range")
    range: int = fields.integer("Range", 1)
    suppress_reports: bool = fields.boolean("Suppress individual reports", True)
    fixed_range: bool = fields.boolean("Fixed range", True)
    range_property: str = fields.text("Range property", kind="property")
    description: str = fields.text("Description")
    from_deck: str = fields.formatted("Within a Deck, apply to", "-1")
    target: FastMatch = fields.nested(FastMatch("COUNTER"), "Pre-select (Fast Match)", "3.5")
    suppress_sounds: bool = fields.boolean("Suppress sounds", False, "3.7")
    parameters: tuple[Parameter, ...] = fields.records(
        Parameter, "Set Dynamic Properties in target pieces", "3.7"
    )
