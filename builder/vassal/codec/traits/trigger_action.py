"""The trait Trigger Action."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import Key


@record
class TriggerAction(Trait):
    """Trigger Action (VASSAL.counters.TriggerAction)."""

    ID: ClassVar[str] = "macro;"
    TITLE: ClassVar[str] = "Trigger Action"
    JAVA: ClassVar[str] = "VASSAL.counters.TriggerAction"

    name: str = fields.text("Description")
    menu: str = fields.menu("Menu command", "Trigger")
    key: Key | None = fields.key("Key command", Key.ctrl("T"))
    match: str = fields.expression("Trigger when properties match")
    watch: tuple[Key, ...] = fields.keys("Also watch for these Key Commands")
    actions: tuple[Key, ...] = fields.keys("Perform these Key Commands")
    loop: bool = fields.boolean("Repeat this set of Key Commands (Loop)")
    before_key: Key | None = fields.key("Perform this Key Command once before looping starts")
    after_key: Key | None = fields.key("Perform this Key Command once after looping completes")
    loop_type: str = fields.choice("Type of loop", ("counted", "while", "until"), "counted")
    loop_while: str = fields.expression("Loop while condition is true")
    loop_until: str = fields.expression("Loop until condition is true")
    loop_count: str = fields.formatted("Loop how many times")
    index: bool = fields.boolean("Create a loop index property")
    index_property: str = fields.text("Index property name", kind="property")
    index_start: str = fields.formatted("Index property start value", "1")
    index_step: str = fields.formatted("Index property increment value", "1")
