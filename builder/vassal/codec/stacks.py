"""The two other things that stand on a map: stacks and decks."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.kinds import Remaining, Strings
from builder.vassal.codec.values import BLACK, Colour, Key

_LAYER = "@@"


@record
class Stack(Trait):
    """Stack (VASSAL.counters.Stack).

    ``contents`` are piece ids from the bottom up and, last, ``@@`` and the layer.
    """

    ID: ClassVar[str] = "stack"
    TITLE: ClassVar[str] = "Stack"
    JAVA: ClassVar[str] = "VASSAL.counters.Stack"

    map: str = fields.text("Map", "null", state=True)
    x: int = fields.integer("X", state=True)
    y: int = fields.integer("Y", state=True)
    contents: tuple[str, ...] = fields.declare(Remaining("piece ids"), "Contents", (), state=True)

    @classmethod
    def of(cls, map_name: str, x: int, y: int, pieces: tuple[str, ...], layer: int = 0) -> Stack:
        """Return a stack of pieces, given by id from the bottom up."""
        return cls(map_name, x, y, (*pieces, f"{_LAYER}{layer}"))

    @property
    def pieces(self) -> tuple[str, ...]:
        """Return the piece ids from the bottom up."""
        return tuple(item for item in self.contents if not item.startswith(_LAYER))

    @property
    def layer(self) -> int | None:
        """Return the layer, or None where an old module wrote none."""
        marks = [item for item in self.contents if item.startswith(_LAYER)]
        return int(marks[-1][2:]) if marks and marks[-1][2:].lstrip("-").isdigit() else None

    def encode_type(self) -> str:
        """Return the type, which is one word."""
        return self.ID


@record
class Deck(Trait):
    """Deck (VASSAL.counters.Deck)."""

    ID: ClassVar[str] = "deck;"
    TITLE: ClassVar[str] = "Deck"
    JAVA: ClassVar[str] = "VASSAL.counters.Deck"

    outline: bool = fields.boolean("Draw outline when empty", True)
    outline_colour: Colour | None = fields.colour("Color", BLACK)
    width: int = fields.integer("Width", 40)
    height: int = fields.integer("Height", 40)
    face_down: str = fields.text("Contents are face-down", "Always")
    shuffle: str = fields.text("Re-shuffle", "Always")
    draw_multiple: bool = fields.boolean("Allow multiple cards to be drawn", True)
    draw_specific: bool = fields.boolean("Allow specific cards to be drawn", True)
    reversible: bool = fields.boolean("Can be reversed", True)
    send_menu: str = fields.menu("Menu text for sending entire deck to another deck")
    send_deck: str = fields.text("Name of deck to send to", kind="deck")
    send_report: str = fields.formatted("Send report format")
    name: str = fields.text("Name", "Deck", kind="deck")
    shuffle_report: str = fields.formatted("Shuffle report format")
    reverse_report: str = fields.formatted("Reverse report format")
    face_down_report: str = fields.formatted("Face-down report format")
    draw_face_up: bool = fields.boolean("Draw new cards face up")
    can_be_saved: bool = fields.boolean("Can be saved to and loaded from a file")
    shuffle_key: Key | None = fields.key("Shuffle hotkey")
    send_key: Key | None = fields.key("Send hotkey")
    max_stack: int = fields.integer("Maximum number of cards to display in stack", 10)
    count_expressions: tuple[str, ...] = fields.strings("Expressions to count")
    counts: bool = fields.boolean("Perform counting of property expressions")
    global_commands: tuple[str, ...] = fields.strings("Deck global key commands")
    key_on_empty: bool = fields.boolean("Send hotkey when deck is empty")
    empty_key: Key | None = fields.key("Hotkey to send when empty")
    select_display: str = fields.formatted("List cards using", "$BasicName$")
    select_sort: str = fields.text("Sort cards by property", kind="property")
    restricted: bool = fields.boolean("Restrict which pieces may be dropped")
    restriction: str = fields.expression("Pieces accepted")
    shuffle_menu: str = fields.menu("Shuffle menu text", "Shuffle")
    reverse_menu: str = fields.menu("Reverse menu text", "Reverse")
    reverse_key: Key | None = fields.key("Reverse key")
    draw_multiple_menu: str = fields.menu("Draw multiple menu text", "Draw multiple cards", "3.6")
    draw_specific_menu: str = fields.menu("Draw specific menu text", "Draw specific cards", "3.6")
    face_up_menu: str = fields.menu("Face up menu text", "Face up", "3.6")
    face_down_menu: str = fields.menu("Face down menu text", "Face down", "3.6")
    face_up_key: Key | None = fields.key("Face up key", None, "3.6")
    face_up_report: str = fields.formatted("Face up report format", "", "3.6")
    face_flip_key: Key | None = fields.key("Flip key", None, "3.6")
    face_down_key: Key | None = fields.key("Face down key", None, "3.6")
    save_menu: str = fields.menu("Save deck menu text", "Save Deck", "3.6")
    save_key: Key | None = fields.key("Save deck key", None, "3.6")
    save_report: str = fields.formatted("Save deck report", "Deck Saved", "3.6")
    load_menu: str = fields.menu("Load deck menu text", "Load Deck", "3.6")
    load_key: Key | None = fields.key("Load deck key", None, "3.6")
    load_report: str = fields.formatted("Load deck report", "Deck Loaded", "3.6")
    restrict_access: bool = fields.boolean("Restrict access to sides", False, "3.6")
    owners: tuple[str, ...] = fields.strings("Sides with access", "3.6")
    map: str = fields.text("Map", "null", state=True)
    x: int = fields.integer("X", state=True)
    y: int = fields.integer("Y", state=True)
    faces_down: bool = fields.boolean("Is face down", state=True)
    cards: tuple[str, ...] = fields.declare(Strings(name="piece ids"), "Cards", (), state=True, optional=True)
