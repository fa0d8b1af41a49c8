"""The Trigger Action trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("macro;", "Trigger Action", "VASSAL.counters.TriggerAction")
class TriggerAction(Trait):
    name: str = trait_fields.text("Description")
    menu: str = trait_fields.menu("Menu command", "Trigger")
    key: KeyCommand | None = trait_fields.key("Key command", KeyCommand.ctrl("T"))
    match: str = trait_fields.expression("Trigger when properties match")
    watch: tuple[KeyCommand, ...] = trait_fields.keys("Also watch for these Key Commands")
    actions: tuple[KeyCommand, ...] = trait_fields.keys("Perform these Key Commands")
    loop: bool = trait_fields.boolean("Repeat this set of Key Commands (Loop)")
    before_key: KeyCommand | None = trait_fields.key("Perform this Key Command once before looping starts")
    after_key: KeyCommand | None = trait_fields.key("Perform this Key Command once after looping completes")
    loop_type: str = trait_fields.choice("Type of loop", ("counted", "while", "until"), "counted")
    loop_while: str = trait_fields.expression("Loop while condition is true")
    loop_until: str = trait_fields.expression("Loop until condition is true")
    loop_count: str = trait_fields.formatted("Loop how many times")
    index: bool = trait_fields.boolean("Create a loop index property")
    index_property: str = trait_fields.text("Index property name", kind="property")
    index_start: str = trait_fields.formatted("Index property start value", "1")
    index_step: str = trait_fields.formatted("Index property increment value", "1")
