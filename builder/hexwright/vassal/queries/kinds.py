"""The kinds of values in queries, and the script type of each kind.

Sets of hexes and numbers are both `int` in Python, but they have different kinds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value, such as a number, a set of hexes or a list."""

    name: str
    """The Python annotation for values of this kind."""
    java: str
    """The Java type of script variables that hold values of this kind."""


@dataclass(frozen=True, slots=True)
class Items(Kind):
    """The kind of a sequence whose items all have the same kind."""

    of: Kind
    grows: bool = False
    """Whether items can be appended, as to a list. Otherwise the length is fixed."""
    changes: bool = False
    """Whether items can be replaced."""


INT: Final = Kind("int", "int")
BOOL: Final = Kind("bool", "boolean")
STR: Final = Kind("str", "String")
HEXES: Final = Kind("Hexes", "BigInteger")
BIT: Final = Kind("a bit of a set", "boolean")
"""The kind of `hexes >> number & 1`.

It is 0 or 1 in Python, and may be used only as a condition.
"""
NOTHING: Final = Kind("None", "void")
BOARD: Final = Kind("Board", "")
"""The kind of the board. A script has only one board, so the board is never passed as an argument."""
SPREAD: Final = Kind("Spread", "Object")
"""The kind of connections between hexes, which are a function in Python.

In the script they are steps, or the name of a string that contains steps.
"""

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
"""The initial values of variables that are declared before the block that sets them.

The keys are the variables' types in the script.
"""


def row_of(kind: Kind) -> Items:
    """Return the kind of a row: a sequence of fixed length whose items can be replaced."""
    return Items(f"Row[{kind.name}]", "Object[]", kind, changes=True)


def tuple_of(kind: Kind) -> Items:
    """Return the kind of an immutable sequence."""
    return Items(f"Sequence[{kind.name}]", "Object[]", kind)


def list_of(kind: Kind) -> Items:
    """Return the kind of a list of items."""
    return Items(f"list[{kind.name}]", "ArrayList", kind, grows=True, changes=True)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record."""

    name: str
    kind: Kind
    default: str | None
    """The script's literal for the field's default value; None if there is no default."""
    told: str
    """The docstring of the field."""


@dataclass(frozen=True, slots=True)
class Record(Kind):
    """The kind of a record.

    A NamedTuple becomes a row that is read by column names. Every other class becomes an object.
    """

    fields: tuple[Field, ...] = ()
    is_row: bool = False
    is_bare: bool = False
    """Whether the record is a plain tuple whose fields have no names in Python."""

    def field(self, name: str) -> Field | None:
        """Return the field with the given name, or None."""
        return next((one for one in self.fields if one.name == name), None)


def fits(given: Kind, wanted: Kind) -> bool:
    """Return whether a value of kind `given` may be used where kind `wanted` is expected."""
    if given == wanted:
        return True
    if isinstance(given, Items) and isinstance(wanted, Items):
        if wanted.changes:
            return given.grows == wanted.grows and given.changes and given.of == wanted.of
        return not given.grows and fits(given.of, wanted.of)
    return False
