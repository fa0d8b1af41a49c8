"""The Attachment trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import CountedKind, TextKind
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.shared_records import FastMatch
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("attach;", "Attachment", "VASSAL.counters.Attachment", since="3.7")
class Attachment(Trait):
    name: str = trait_fields.text("Attachment Name")
    description: str = trait_fields.text("Description")
    attach_menu: str = trait_fields.menu("Menu command to attach pieces", "Attach to pieces")
    attach_key: KeyCommand | None = trait_fields.key("Key command to attach pieces")
    clear_menu: str = trait_fields.menu(
        "Menu command to clear all outgoing attachments", "Clear all attachments"
    )
    clear_key: KeyCommand | None = trait_fields.key("Key command to clear all outgoing attachments")
    match: str = trait_fields.expression("Additional matching expression")
    restrict_range: bool = trait_fields.boolean("Restrict range")
    range: int = trait_fields.integer("Range", 1)
    fixed_range: bool = trait_fields.boolean("Fixed range", True)
    range_property: str = trait_fields.text("Range property", kind="property")
    from_deck: str = trait_fields.formatted("Within a Deck, apply to", "-1")
    target: FastMatch = trait_fields.nested(FastMatch("COUNTER"), "Pre-select (Fast Match)")
    clear_matching_menu: str = trait_fields.menu(
        "Menu command to clear matching attachments", "Clear matching attachments"
    )
    clear_matching_key: KeyCommand | None = trait_fields.key("Key command to clear matching attachments")
    clear_match: str = trait_fields.expression("Property match expression for clearing attachments")
    on_attach: str = trait_fields.choice(
        "When another piece attaches to this one using this attachment's name",
        ("nothing", "follow", "attachAll"),
        "nothing",
    )
    on_detach: str = trait_fields.choice(
        "When clearing our attachment to another piece", ("nothing", "remove"), "nothing"
    )
    before_attach: str = trait_fields.choice("Before adding attachments", ("nothing", "clear"), "clear")
    attach_self: bool = trait_fields.boolean("Allow attachment to self")
    auto_attach: bool = trait_fields.boolean("Auto-attach to all pieces with identical attachment name", True)
    attached: tuple[str, ...] = trait_fields.declare(
        CountedKind(TextKind("piece id")), "Attached pieces", (), state=True
    )
