"""The trait Report Action."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import Key


@record
class ReportAction(Trait):
    """Report Action (VASSAL.counters.ReportState)."""

    ID: ClassVar[str] = "report;"
    TITLE: ClassVar[str] = "Report Action"
    JAVA: ClassVar[str] = "VASSAL.counters.ReportState"
    STATE_DELIMITER: ClassVar[str | None] = None

    keys: tuple[Key, ...] = fields.keys("Report on these Key Commands")
    report: str = fields.formatted("Report Format", "$location$: $newPieceName$ *")
    previous_keys: tuple[Key, ...] = fields.keys("Report previous message on these Key Commands")
    messages: tuple[str, ...] = fields.strings("Message formats")
    description: str = fields.text("Description")
    no_suppress: bool = fields.boolean("Override suppression by Global Key Commands", False, "3.6")
    message: int = fields.integer("Message to report next", -1, state=True)
