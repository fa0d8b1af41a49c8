"""Find Java classes by name."""

from __future__ import annotations

from functools import cache
from typing import Any

from hexwright.emulator.beanshell import java_lang_classes, java_util_classes
from hexwright.emulator.beanshell.java_math import MATH
from hexwright.emulator.beanshell.java_values import JLong, ScriptError, java_text
from hexwright.emulator.beanshell.script_exceptions import ThrownException
from hexwright.inspect.analysis.word_sets import word_set


def _exception(kind: str) -> dict[str, Any]:
    return {"new": lambda message="": ThrownException(ScriptError(java_text(message), kind))}


_EXCEPTIONS = word_set(
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
        "Integer": ("java.lang", java_lang_classes.INTEGER),
        "Long": ("java.lang", java_lang_classes.LONG),
        "Double": ("java.lang", java_lang_classes.DOUBLE),
        "Float": ("java.lang", java_lang_classes.DOUBLE),
        "Boolean": ("java.lang", java_lang_classes.BOOLEAN),
        "Character": ("java.lang", java_lang_classes.CHARACTER),
        "String": ("java.lang", java_lang_classes.STRING_CLASS),
        "Objects": ("java.util", java_lang_classes.OBJECTS),
        "Object": ("java.lang", {"new": object}),
        "Number": ("java.lang", {}),
        "System": ("java.lang", {"currentTimeMillis": lambda: JLong(0), "nanoTime": lambda: JLong(0)}),
        **{name: ("java.lang", _exception(name)) for name in _EXCEPTIONS},
    }
    found.update(java_util_classes.java_util_classes())
    return found


def find_class_members(name: str) -> dict[str, Any] | None:
    """Return the members of a class, given its simple or full name; a constructor is listed under `new`."""
    package, _, simple = name.rpartition(".")
    known = _simple().get(simple)
    if known is None or (package and package != known[0]):
        return None
    return known[1]
