"""Records that several traits and components use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hexwright.vassal.codec import sequence_encoder, trait_fields
from hexwright.vassal.codec.field_kinds import FieldKind
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import record


@record
class FastMatch(trait_fields.Record):
    """The fast match of a global key command: quick tests of location and property (GlobalCommandTarget)."""

    DELIMITER: ClassVar[str] = "|"

    issuer: str = trait_fields.choice("Kind of command", ("COUNTER", "MAP", "MODULE", "DECK"), "MAP", "3.5")
    by_location: bool = trait_fields.boolean("Restrict by location", False, "3.5")
    target: str = trait_fields.choice(
        "Location",
        (
            "CURSTACK",
            "CURMAP",
            "CURZONE",
            "CURLOC",
            "MAP",
            "ZONE",
            "LOCATION",
            "XY",
            "DECK",
            "CURMAT",
            "CURATTACH",
        ),
        "MAP",
        "3.5",
    )
    map: str = trait_fields.formatted("Map", "", "3.5")
    board: str = trait_fields.formatted("Board", "", "3.5")
    zone: str = trait_fields.formatted("Zone", "", "3.5")
    location: str = trait_fields.formatted("Location name", "", "3.5")
    x: str = trait_fields.formatted("X position", "0", "3.5")
    y: str = trait_fields.formatted("Y position", "0", "3.5")
    deck: str = trait_fields.formatted("Deck", "", "3.5")
    by_property: bool = trait_fields.boolean("Restrict by property", False, "3.5")
    property: str = trait_fields.formatted("Property name", "", "3.5")
    value: str = trait_fields.formatted("Property value", "", "3.5")
    comparison: str = trait_fields.choice(
        "Comparison",
        (
            "EQUALS",
            "NOT_EQUALS",
            "GREATER",
            "GREATER_EQUALS",
            "LESS",
            "LESS_EQUALS",
            "MATCH",
            "NOT_MATCH",
        ),
        "EQUALS",
        "3.5",
    )
    attachment: str = trait_fields.formatted("Attachment", "", "3.7")
    attachment_index: str = trait_fields.formatted("Attachment index", "", "3.7")


@record
class PropertyParameter(trait_fields.Record):
    """A dynamic property that a command sets in every piece that receives it (VASSAL.configure.Parameter)."""

    DELIMITER: ClassVar[str] = ":"

    property: str = trait_fields.text("Dynamic property", kind="property")
    value: str = trait_fields.formatted("Value")


@record
class NumericLimits(trait_fields.Record):
    """The minimum and maximum of a numeric property, and whether the value wraps around."""

    DELIMITER: ClassVar[str] = ","

    numeric: bool = trait_fields.boolean("Is numeric")
    minimum: int = trait_fields.integer("Minimum value")
    maximum: int = trait_fields.integer("Maximum value", 100)
    wrap: bool = trait_fields.boolean("Wrap")


@record
class PropertyChange(trait_fields.Record):
    """The change that a command makes to a property (VASSAL.build.module.properties.PropertyChanger).

    ``how`` is one letter: P (set value directly), I (increment numeric value), R (prompt user), or E (prompt
    user to select from list). ``text`` is the value, the increment or the prompt.
    """

    DELIMITER: ClassVar[str] = ","

    how: str = trait_fields.choice("Type", ("P", "I", "R", "E"), "P")
    text: str = trait_fields.formatted("New value, increment or prompt", "new value")
    values: tuple[str, ...] = trait_fields.strings("Values", when=lambda row: row["how"] == "E")

    @classmethod
    def set(cls, value: str) -> PropertyChange:
        """Return a change that sets the value directly."""
        return cls("P", value)

    @classmethod
    def increment(cls, by: str) -> PropertyChange:
        """Return a change that adds to a numeric value."""
        return cls("I", by)

    @classmethod
    def prompt(cls, question: str) -> PropertyChange:
        """Return a change that prompts the player for a value."""
        return cls("R", question)

    @classmethod
    def select(cls, question: str, values: tuple[str, ...]) -> PropertyChange:
        """Return a change that prompts the player to select a value from a list."""
        return cls("E", question, values)


@record
class PropertyCommand(trait_fields.Record):
    """A key command that changes a property (VASSAL.counters.DynamicProperty.DynamicKeyCommand)."""

    DELIMITER: ClassVar[str] = ":"

    menu: str = trait_fields.menu("Menu command")
    key: KeyCommand | None = trait_fields.key("Key command")
    change: PropertyChange = trait_fields.nested(PropertyChange(), "Change")


@dataclass(frozen=True, slots=True)
class PieceAccess:
    """The players who may use a trait: ``player``, ``side`` or ``sides`` (VASSAL.counters.PieceAccess)."""

    by: str = "player"
    sides: tuple[str, ...] = ()


class AccessKind(FieldKind[PieceAccess]):
    """A field that contains a `PieceAccess`."""

    name = "access"

    def parse(self, text: str) -> PieceAccess:
        if text == "side:":
            return PieceAccess("side")
        if text.startswith("sides:"):
            rest = text[len("sides:") :]
            return PieceAccess("sides", tuple(sequence_encoder.decode(rest, ":")) if rest else ())
        if text not in ("", "player:"):
            raise ValueError("the text doesn't begin with player:, side: or sides:")
        return PieceAccess()

    def format(self, value: PieceAccess) -> str:
        if value.by == "sides":
            return "sides:" + sequence_encoder.encode(value.sides, ":")
        return value.by + ":"
