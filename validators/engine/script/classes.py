"""Find classes of Java by name."""

from __future__ import annotations

from functools import cache
from typing import Any

from validators.engine.script import collecting, library
from validators.engine.script.arithmetic import MATH
from validators.engine.script.thrown import Thrown
from validators.engine.script.values import JLong, ScriptError, text
from validators.reading.words import words


def _exception(kind: str) -> dict[str, Any]:
    return {"new": lambda message="": Thrown(ScriptError(text(message), kind))}


_EXCEPTIONS = words(
    """
    Exception RuntimeException IllegalArgumentException IllegalStateException
    NumberFormatException NullPointerException ArithmeticException IndexOutOfBoundsException
    UnsupportedOperationException ArrayIndexOutOfBoundsException StringIndexOutOfBoundsException
    Throwable Error
    """
)


@cache
def _simple() -> dict[str, tuple[str, dict[str, Any]]]:
    found: dict[str, tuple[str, dict[str, Any]]] = {
        "Math": ("java.lang", MATH),
        "Integer": ("java.lang", library.INTEGER),
        "Long": ("java.lang", library.LONG),
        "Double": ("java.lang", library.DOUBLE),
        "Float": ("java.lang", library.DOUBLE),
        "Boolean": ("java.lang", library.BOOLEAN),
        "Character": ("java.lang", library.CHARACTER),
        "String": ("java.lang", library.STRING_CLASS),
        "Objects": ("java.util", library.OBJECTS),
        "Object": ("java.lang", {"new": object}),
        "Number": ("java.lang", {}),
        "System": ("java.lang", {"currentTimeMillis": lambda: JLong(0), "nanoTime": lambda: JLong(0)}),
        **{name: ("java.lang", _exception(name)) for name in _EXCEPTIONS},
    }
    found.update(collecting.classes())
    return found


def find(name: str) -> dict[str, Any] | None:
    """Return the members of a class by its simple or full name; a maker stands under `new`."""
    package, _, simple = name.rpartition(".")
    known = _simple().get(simple)
    if known is None or (package and package != known[0]):
        return None
    return known[1]
