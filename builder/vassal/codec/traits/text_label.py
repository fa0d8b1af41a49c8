"""The trait Text Label."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import BLACK, Colour, Key


@record
class TextLabel(Trait):
    """Text Label (VASSAL.counters.Labeler)."""

    ID: ClassVar[str] = "label;"
    TITLE: ClassVar[str] = "Text Label"
    JAVA: ClassVar[str] = "VASSAL.counters.Labeler"
    STATE_DELIMITER: ClassVar[str | None] = None

    key: Key | None = fields.key("Key command")
    menu: str = fields.menu("Menu command", "Change label")
    size: int = fields.integer("Size", 10)
    background: Colour | None = fields.colour("Background color")
    colour: Colour | None = fields.colour("Text color", BLACK)
    vertical: str = fields.choice("Vertical position", ("t", "c", "b"), "t")
    vertical_offset: int = fields.integer("Offset (vertical)")
    horizontal: str = fields.choice("Horizontal position", ("l", "c", "r"), "c")
    horizontal_offset: int = fields.integer("Offset (horizontal)")
    vertical_just: str = fields.choice("Vertical text justification", ("t", "c", "b"), "b")
    horizontal_just: str = fields.choice("Horizontal text justification", ("l", "c", "r"), "c")
    name_format: str = fields.formatted("Name format", "$pieceName$ ($label$)")
    font: str = fields.text("Font", "Dialog")
    style: int = fields.integer("Bold?, Italic (0 plain, 1 bold, 2 italic, 3 both)")
    rotate: int = fields.integer("Rotate text (degrees)")
    property: str = fields.text("Property name", "TextLabel", kind="property")
    description: str = fields.text("Description")
    always_use_format: bool = fields.boolean("Use name format even when label is empty", False, "3.6.8")
    label: str = fields.formatted("Label text", state=True)
