"""The Prototype trait."""

from __future__ import annotations

from typing import ClassVar

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.trait_fields import Trait, record, trait


@record
class PrototypeParameter(trait_fields.Record):
    """A parameter of a prototype. The Editor has no field for it."""

    DELIMITER: ClassVar[str] = "="

    name: str = trait_fields.text("Name")
    value: str = trait_fields.text("Value")


@trait("prototype;", "Prototype", "VASSAL.counters.UsePrototype")
class Prototype(Trait):
    name: str = trait_fields.text("Prototype name", kind="prototype")
    parameters: tuple[PrototypeParameter, ...] = trait_fields.records(
        PrototypeParameter, "Parameters", optional=True
    )
