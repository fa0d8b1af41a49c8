"""The trait Attachment."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.kinds import Counted, Text
from builder.vassal.codec.shared import FastMatch
from builder.vassal.codec.values import Key


@record
class Attachment(Trait):
    """Attachment (VASSAL.counters.Attachment)."""

    ID: ClassVar[str] = "attach;"
    TITLE: ClassVar[str] = "Attachment"
    JAVA: ClassVar[str] = "VASSAL.counters.Attachment"
    SINCE: ClassVar[str] = "3.7"

    name: str = fields.text("Attachment Name")
    description: str = fields.text("Description")
    attach_menu: str = fields.menu("Menu command to attach pieces", "Attach to pieces")
    attach_key: Key | None = fields.key("Key command to attach pieces")
    clear_menu: str = fields.menu("Menu command to clear all outgoing attachments", "Clear all attachments")
    clear_key: Key | None = fields.key("Key command to clear all outgoing attachments")
    match: str = fields.expression("Additional matching expression")
    restrict_range: bool = fields.boolean("Restrict range")
    range: int = fields.integer("Range", 1)
    fixed_range: bool = fields.boolean("Fixed range", True)
    range_property: str = fields.text("Range property", kind="property")
    from_deck: str = fields.formatted("Within a Deck, apply to", "-1")
    target: FastMatch = fields.nested(FastMatch("COUNTER"), "Pre-select (Fast Match)")
    clear_matching_menu: str = fields.menu(
        "Menu command to clear matching attachments", "Clear matching attachments"
    )
    clear_matching_key: Key | None = fields.key("Key command to clear matching attachments")
    clear_match: str = fields.expression("Property match expression for clearing attachments")
    on_attach: str = fields.choice(
        "When another piece attaches to this one using this attachment's name",
        ("nothing", "follow", "attachAll"),
        "nothing",
    )
    on_detach: str = fields.choice(
        "When clearing our attachment to another piece", ("nothing", "remove"), "nothing"
    )
    before_attach: str = fields.choice("Before adding attachments", ("nothing", "clear"), "clear")
    attach_self: bool = fields.boolean("Allow attachment to self")
    auto_attach: bool = fields.boolean("Auto-attach to all pieces with identical attachment name", True)
    attached: tuple[str, ...] = fields.declare(Counted(Text("piece id")), "Attached pieces", (), state=True)
