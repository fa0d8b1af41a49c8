"""Names of the JVM classes that Python's modules and classes become.

A function keeps its own name as a static method, a constant as a static field, and so do the methods and
constants of a class. A name that only the translation uses has a `$` in it.
"""

from __future__ import annotations

from typing import Final

PACKAGE: Final = "judge"
NAMES_CLASS: Final = f"{PACKAGE}/Names"
"""The class whose field `ALL` lists the names of all attributes and methods by their numbers."""
_NAMESPACE: Final = "hexwright."


def module_class(module: str) -> str:
    """Return the internal name of the class of a module: functions, constants, function values."""
    return f"{PACKAGE}/M_{module.removeprefix(_NAMESPACE).replace('.', '_')}"


def record_class(module: str, name: str) -> str:
    """Return the internal name of the class of a Python class."""
    return f"{PACKAGE}/C_{module.removeprefix(_NAMESPACE).replace('.', '_')}_{name}"


def name_in_data(kind: type) -> str:
    """Return the name by which data for the translated engine call a class of Python: without its package."""
    return record_class(kind.__module__, kind.__name__).removeprefix(f"{PACKAGE}/")
