"""The Report Action trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("report;", "Report Action", "VASSAL.counters.ReportState", state_delimiter=None)
class ReportAction(Trait):
    keys: tuple[KeyCommand, ...] = trait_fields.keys("Report on these Key Commands")
    report: str = trait_fields.formatted("Report Format", "$location$: $newPieceName$ *")
    previous_keys: tuple[KeyCommand, ...] = trait_fields.keys("Report previous message on these Key Commands")
    messages: tuple[str, ...] = trait_fields.strings("Message formats")
    description: str = trait_fields.text("Description")
    no_suppress: bool = trait_fields.boolean("Override suppression by Global Key Commands", False, "3.6")
    message: int = trait_fields.integer("Message to report next", -1, state=True)
