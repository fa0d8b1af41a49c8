"""Stacks and decks: the objects on a map that hold pieces."""

from __future__ import annotations

from typing import ClassVar

from hexwright.support.plain_numbers import plain_number
from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import RemainingKind, StringsKind
from hexwright.vassal.codec.field_values import BLACK, Colour, KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, record

_LAYER = "@@"


@record
class Stack(Trait):
    """A stack of pieces (VASSAL.counters.Stack).

    ``contents`` consists of the piece ids from bottom to top, then ``@@`` and the layer.
    """

    ID: ClassVar[str] = "stack"
    TITLE: ClassVar[str] = "Stack"
    JAVA: ClassVar[str] = "VASSAL.counters.Stack"

    map: str = trait_fields.text("Map", "null", state=True)
    x: int = trait_fields.integer("X", state=True)
    y: int = trait_fields.integer("Y", state=True)
    contents: tuple[str, ...] = trait_fields.declare(RemainingKind("piece ids"), "Contents", (), state=True)

    @classmethod
    def of(cls, map_name: str, x: int, y: int, pieces: tuple[str, ...], layer: int = 0) -> Stack:
        """Return a stack at a position; `pieces` contains the piece ids from bottom to top."""
        return cls(map_name, x, y, (*pieces, f"{_LAYER}{layer}"))

    @property
    def pieces(self) -> tuple[str, ...]:
        """Return the piece ids from bottom to top."""
        return tuple(item for item in self.contents if not item.startswith(_LAYER))

    @property
    def layer(self) -> int | None:
        """Return the layer; None for a stack from an old module without layers."""
        marks = [item for item in self.contents if item.startswith(_LAYER)]
        if not marks:
            return None
        number = marks[-1].removeprefix(_LAYER)
        found = plain_number(number.removeprefix("-"))
        return -found if found is not None and number.startswith("-") else found

    def encode_type(self) -> str:
        """Return the type, which is always "stack"."""
        return self.ID


@record
class Deck(Trait):
    """A deck of pieces (VASSAL.counters.Deck)."""

    ID: ClassVar[str] = "deck;"
    TITLE: ClassVar[str] = "Deck"
    JAVA: ClassVar[str] = "VASSAL.counters.Deck"

    outline: bool = trait_fields.boolean("Draw outline when empty", True)
    outline_colour: Colour | None = trait_fields.colour("Color", BLACK)
    width: int = trait_fields.integer("Width", 40)
    height: int = trait_fields.integer("Height", 40)
    face_down: str = trait_fields.text("Contents are face-down", "Always")
    shuffle: str = trait_fields.text("Re-shuffle", "Always")
    draw_multiple: bool = trait_fields.boolean("Allow multiple cards to be drawn", True)
    draw_specific: bool = trait_fields.boolean("Allow specific cards to be drawn", True)
    reversible: bool = trait_fields.boolean("Can be reversed", True)
    send_menu: str = trait_fields.menu("Menu text for sending entire deck to another deck")
    send_deck: str = trait_fields.text("Name of deck to send to", kind="deck")
    send_report: str = trait_fields.formatted("Send report format")
    name: str = trait_fields.text("Name", "Deck", kind="deck")
    shuffle_report: str = trait_fields.formatted("Shuffle report format")
    reverse_report: str = trait_fields.formatted("Reverse report format")
    face_down_report: str = trait_fields.formatted("Face-down report format")
    draw_face_up: bool = trait_fields.boolean("Draw new cards face up")
    can_be_saved: bool = trait_fields.boolean("Can be saved to and loaded from a file")
    shuffle_key: KeyCommand | None = trait_fields.key("Shuffle hotkey")
    send_key: KeyCommand | None = trait_fields.key("Send hotkey")
    max_stack: int = trait_fields.integer("Maximum number of cards to display in stack", 10)
    count_expressions: tuple[str, ...] = trait_fields.strings("Expressions to count")
    counts: bool = trait_fields.boolean("Perform counting of property expressions")
    global_commands: tuple[str, ...] = trait_fields.strings("Deck global key commands")
    key_on_empty: bool = trait_fields.boolean("Send hotkey when deck is empty")
    empty_key: KeyCommand | None = trait_fields.key("Hotkey to send when empty")
    select_display: str = trait_fields.formatted("List cards using", "$BasicName$")
    select_sort: str = trait_fields.text("Sort cards by property", kind="property")
    restricted: bool = trait_fields.boolean("Restrict which pieces may be dropped")
    restriction: str = trait_fields.expression("Pieces accepted")
    shuffle_menu: str = trait_fields.menu("Shuffle menu text", "Shuffle")
    reverse_menu: str = trait_fields.menu("Reverse menu text", "Reverse")
    reverse_key: KeyCommand | None = trait_fields.key("Reverse key")
    draw_multiple_menu: str = trait_fields.menu("Draw multiple menu text", "Draw multiple cards", "3.6")
    draw_specific_menu: str = trait_fields.menu("Draw specific menu text", "Draw specific cards", "3.6")
    face_up_menu: str = trait_fields.menu("Face up menu text", "Face up", "3.6")
    face_down_menu: str = trait_fields.menu("Face down menu text", "Face down", "3.6")
    face_up_key: KeyCommand | None = trait_fields.key("Face up key", None, "3.6")
    face_up_report: str = trait_fields.formatted("Face up report format", "", "3.6")
    face_flip_key: KeyCommand | None = trait_fields.key("Flip key", None, "3.6")
    face_down_key: KeyCommand | None = trait_fields.key("Face down key", None, "3.6")
    save_menu: str = trait_fields.menu("Save deck menu text", "Save Deck", "3.6")
    save_key: KeyCommand | None = trait_fields.key("Save deck key", None, "3.6")
    save_report: str = trait_fields.formatted("Save deck report", "Deck Saved", "3.6")
    load_menu: str = trait_fields.menu("Load deck menu text", "Load Deck", "3.6")
    load_key: KeyCommand | None = trait_fields.key("Load deck key", None, "3.6")
    load_report: str = trait_fields.formatted("Load deck report", "Deck Loaded", "3.6")
    restrict_access: bool = trait_fields.boolean("Restrict access to sides", False, "3.6")
    owners: tuple[str, ...] = trait_fields.strings("Sides with access", "3.6")
    map: str = trait_fields.text("Map", "null", state=True)
    x: int = trait_fields.integer("X", state=True)
    y: int = trait_fields.integer("Y", state=True)
    faces_down: bool = trait_fields.boolean("Is face down", state=True)
    cards: tuple[str, ...] = trait_fields.declare(
        StringsKind(name="piece ids"), "Cards", (), state=True, optional=True
    )
