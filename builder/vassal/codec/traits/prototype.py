"""The trait Prototype."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record


@record
class PrototypeParameter(fields.Record):
    """Hold a value handed to a prototype; the Editor has no box for it."""

    DELIMITER: ClassVar[str] = "="

    name: str = fields.text("Name")
    value: str = fields.text("Value")


@record
class Prototype(Trait):
    """Prototype (VASSAL.counters.UsePrototype)."""

    ID: ClassVar[str] = "prototype;"
    TITLE: ClassVar[str] = "Prototype"
    JAVA: ClassVar[str] = "VASSAL.counters.UsePrototype"

    name: str = fields.text("Prototype name", kind="prototype")
    parameters: tuple[PrototypeParameter, ...] = fields.records(
        PrototypeParameter, "Parameters", optional=True
    )
