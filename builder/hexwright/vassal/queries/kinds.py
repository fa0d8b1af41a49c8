"""The kinds of values that queries know, each with the type that holds it in the script.

Sets of hexes and numbers are both `int` in Python, so their kinds are told apart here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value."""

    name: str
    """As it is written in Python."""
    java: str
    """The type of a variable that holds it in the script."""


@dataclass(frozen=True, slots=True)
class Items(Kind):
    """Values of one kind in order."""

    of: Kind
    grows: bool = False
    """Whether more come to it: a list. Else it has a length."""
    changes: bool = False
    """Whether other values may be put into it."""


INT: Final = Kind("int", "int")
BOOL: Final = Kind("bool", "boolean")
STR: Final = Kind("str", "String")
HEXES: Final = Kind("Hexes", "BigInteger")
BIT: Final = Kind("a bit of a set", "boolean")
"""What `hexes >> number & 1` gives: 0 or 1 in Python, and good for a condition alone."""
NOTHING: Final = Kind("None", "void")
BOARD: Final = Kind("Board", "")
"""There is one board in a script, so none is handed on."""
SPREAD: Final = Kind("Spread", "Object")
"""What joins hexes: a function in Python; in the script the name of a text of steps, or the steps."""

PLAIN: Final = {
    "int": INT,
    "bool": BOOL,
    "str": STR,
    "Hex": INT,
    "Hexes": HEXES,
    "Board": BOARD,
    "Spread": SPREAD,
}
DEFAULTS: Final = {"int": "0", "boolean": "false", "String": '""', "BigInteger": "NONE", "Object": "null"}
"""What a variable holds that is declared before the block that sets it."""


def row_of(kind: Kind) -> Items:
    """Return the kind of a row: so many values, which may change."""
    return Items(f"Row[{kind.name}]", "Object[]", kind, changes=True)


def tuple_of(kind: Kind) -> Items:
    """Return the kind of a sequence that stays as it is."""
    return Items(f"Sequence[{kind.name}]", "Object[]", kind)


def list_of(kind: Kind) -> Items:
    """Return the kind of a list that grows."""
    return Items(f"list[{kind.name}]", "ArrayList", kind, grows=True, changes=True)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record."""

    name: str
    kind: Kind
    default: str | None
    """Of a field that needs no value: the literal in the script."""
    told: str
    """What its docstring says."""


@dataclass(frozen=True, slots=True)
class Record(Kind):
    """A record: a NamedTuple is a row of the script, read by the names of its columns; another an object."""

    fields: tuple[Field, ...] = ()
    is_row: bool = False
    is_bare: bool = False
    """Whether it is a plain tuple, whose parts have no names in Python."""

    def field(self, name: str) -> Field | None:
        """Return a field by its name."""
        return next((one for one in self.fields if one.name == name), None)


def fits(given: Kind, wanted: Kind) -> bool:
    """Tell whether a value of a kind may stand where another is wanted."""
    if given == wanted:
        return True
    if isinstance(given, Items) and isinstance(wanted, Items):
        if wanted.changes:
            return given.grows == wanted.grows and given.changes and given.of == wanted.of
        return not given.grows and fits(given.of, wanted.of)
    return False
