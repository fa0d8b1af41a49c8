"""The kinds of values in queries, with the type of each in the script.

Sets of hexes and numbers are both `int` in Python; their kinds distinguish them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value."""

    name: str
    """Its notation in Python."""
    java: str
    """The type of a variable that holds it in the script."""


@dataclass(frozen=True, slots=True)
class Items(Kind):
    """A sequence of values of one kind."""

    of: Kind
    grows: bool = False
    """Whether items can be added: a list. Otherwise its length is fixed."""
    changes: bool = False
    """Whether items can be replaced."""


INT: Final = Kind("int", "int")
BOOL: Final = Kind("bool", "boolean")
STR: Final = Kind("str", "String")
HEXES: Final = Kind("Hexes", "BigInteger")
BIT: Final = Kind("a bit of a set", "boolean")
"""The result of `hexes >> number & 1`: 0 or 1 in Python, usable only as a condition."""
NOTHING: Final = Kind("None", "void")
BOARD: Final = Kind("Board", "")
"""A script has only one board, so it is never passed as an argument."""
SPREAD: Final = Kind("Spread", "Object")
"""The connections between hexes: a function in Python; in the script the name of a text of steps, or the
steps.
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
"""The initial value of a variable that is declared before the block that sets it."""


def row_of(kind: Kind) -> Items:
    """Return the kind of a row: a fixed number of values, which can be replaced."""
    return Items(f"Row[{kind.name}]", "Object[]", kind, changes=True)


def tuple_of(kind: Kind) -> Items:
    """Return the kind of an immutable sequence."""
    return Items(f"Sequence[{kind.name}]", "Object[]", kind)


def list_of(kind: Kind) -> Items:
    """Return the kind of a list."""
    return Items(f"list[{kind.name}]", "ArrayList", kind, grows=True, changes=True)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record."""

    name: str
    kind: Kind
    default: str | None
    """The script's literal for the default value, if the field has one."""
    told: str
    """The field's docstring."""


@dataclass(frozen=True, slots=True)
class Record(Kind):
    """A record: a NamedTuple becomes a row of the script, read by column names; any other class an object."""

    fields: tuple[Field, ...] = ()
    is_row: bool = False
    is_bare: bool = False
    """Whether it is a plain tuple, whose fields have no names in Python."""

    def field(self, name: str) -> Field | None:
        """Return a field by name."""
        return next((one for one in self.fields if one.name == name), None)


def fits(given: Kind, wanted: Kind) -> bool:
    """Return whether a value of a kind is accepted where another kind is expected."""
    if given == wanted:
        return True
    if isinstance(given, Items) and isinstance(wanted, Items):
        if wanted.changes:
            return given.grows == wanted.grows and given.changes and given.of == wanted.of
        return not given.grows and fits(given.of, wanted.of)
    return False
