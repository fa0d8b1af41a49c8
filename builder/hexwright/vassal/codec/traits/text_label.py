"""The Text Label trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import BLACK, Colour, KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("label;", "Text Label", "VASSAL.counters.Labeler", state_delimiter=None)
class TextLabel(Trait):
    key: KeyCommand | None = trait_fields.key("Key command")
    menu: str = trait_fields.menu("Menu command", "Change label")
    size: int = trait_fields.integer("Size", 10)
    background: Colour | None = trait_fields.colour("Background color")
    colour: Colour | None = trait_fields.colour("Text color", BLACK)
    vertical: str = trait_fields.choice("Vertical position", ("t", "c", "b"), "t")
    vertical_offset: int = trait_fields.integer("Offset (vertical)")
    horizontal: str = trait_fields.choice("Horizontal position", ("l", "c", "r"), "c")
    horizontal_offset: int = trait_fields.integer("Offset (horizontal)")
    vertical_just: str = trait_fields.choice("Vertical text justification", ("t", "c", "b"), "b")
    horizontal_just: str = trait_fields.choice("Horizontal text justification", ("l", "c", "r"), "c")
    name_format: str = trait_fields.formatted("Name format", "$pieceName$ ($label$)")
    font: str = trait_fields.text("Font", "Dialog")
    style: int = trait_fields.integer("Bold?, Italic (0 plain, 1 bold, 2 italic, 3 both)")
    rotate: int = trait_fields.integer("Rotate text (degrees)")
    property: str = trait_fields.text("Property name", "TextLabel", kind="property")
    description: str = trait_fields.text("Description")
    always_use_format: bool = trait_fields.boolean("Use name format even when label is empty", False, "3.6.8")
    label: str = trait_fields.formatted("Label text", state=True)
