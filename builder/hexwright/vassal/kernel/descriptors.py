"""Read the descriptors of JVM methods and fields.

A *slot type* says what a local variable or an entry of the stack holds: `I` (int, and all smaller kinds),
`J` (long), `D` (double), `null`, or the internal name of a class or array.
"""

from __future__ import annotations

from functools import cache
from typing import Final

NULL: Final = "null"
INT: Final = "I"
LONG: Final = "J"
DOUBLE: Final = "D"
VOID: Final = "V"
_INTS: Final = "ZIBCS"


def slot_type(descriptor: str) -> str:
    """Return the slot type of a field's descriptor, such as "Ljava/lang/String;"."""
    if descriptor[0] == "L":
        return descriptor[1:-1]
    return INT if descriptor in _INTS else descriptor


@cache
def method_types(descriptor: str) -> tuple[tuple[str, ...], str]:
    """Return the slot types of a method's arguments, and that of its result (`V` if there is none)."""
    found, at = [], 1
    while descriptor[at] != ")":
        start = at
        while descriptor[at] == "[":
            at += 1
        at = descriptor.index(";", at) + 1 if descriptor[at] == "L" else at + 1
        found.append(slot_type(descriptor[start:at]))
    return tuple(found), slot_type(descriptor[at + 1 :])


def width(kind: str) -> int:
    """Return how many places a value takes on the stack or among the local variables."""
    return 2 if kind in (LONG, DOUBLE) else 1
