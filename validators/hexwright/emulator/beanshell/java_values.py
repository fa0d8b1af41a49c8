"""Java values as BeanShell sees them (bsh.Primitive): types, conversion to strings, and other conversions.

Primitives are `bool`, `int` (32 bits), `JLong`, `JChar`, `JFloat` and `float` (double). Objects are `str`,
`BoxedPrimitive` (a wrapper such as Integer) and everything else. None is null, and `VOID` is the absence of a
value. VASSAL's bsh has special cases for null, wrappers and strings. `apply_binary` in beanshell_operators.py
has the same special cases.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any, Final

from hexwright.vassal.codec.field_values import java_double

MIN_INT, MAX_INT = -(1 << 31), (1 << 31) - 1


class ScriptError(Exception):
    """An exception that VASSAL's interpreter would throw; `kind` is its Java class, or empty."""

    def __init__(self, message: str, kind: str = "EvalError") -> None:
        super().__init__(message)
        self.kind = kind


class LostError(ScriptError):
    """An exception that VASSAL's interpreter catches itself and drops without a message.

    The script goes on with the next statement, and an expression keeps its last value.
    """


class JLong(int):
    """A Java long."""

    __slots__ = ()


class JFloat(float):
    """A Java float, which has 32 bits."""

    __slots__ = ()


class JChar:
    """A Java char; `text` is one character."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, JChar) and other.text == self.text

    def __hash__(self) -> int:
        return ord(self.text)


class BoxedPrimitive:
    """A wrapper object around a primitive."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class VoidValue:
    """The type of the void value; there is only one instance."""

    __slots__ = ()


VOID: Final = VoidValue()
PRIMITIVES: Final = frozenset({int, bool, JLong, float, JFloat, JChar})
NO_OBJECTS: Final = PRIMITIVES | {VoidValue}
"""The Python types of values that must be converted before a variable of a class type can hold them."""


def box_value(value: Any) -> Any:
    """Return a value as a Java method with the return type Object returns it."""
    return BoxedPrimitive(value) if type(value) in PRIMITIVES else value


def unbox_value(value: Any) -> Any:
    """Return the primitive in a wrapper object. Any other value is returned unchanged."""
    return value.value if type(value) is BoxedPrimitive else value


def to_int(number: int) -> int:
    """Return an integer wrapped to 32 bits, as in Java."""
    return number if MIN_INT <= number <= MAX_INT else ((number + (1 << 31)) & 0xFFFFFFFF) - (1 << 31)


def to_long(number: int) -> JLong:
    """Return an integer wrapped to 64 bits, as in Java."""
    return JLong(((number + (1 << 63)) & 0xFFFFFFFFFFFFFFFF) - (1 << 63))


def to_float(number: float) -> JFloat:
    """Return a number rounded to a 32-bit float."""
    try:
        return JFloat(struct.unpack("f", struct.pack("f", number))[0])
    except OverflowError:
        return JFloat("inf" if number > 0 else "-inf")


def java_text(value: Any) -> str:
    """Return a value as a string, as Java's String.valueOf does."""
    kind = type(value)
    if kind is str:
        return value  # type: ignore[no-any-return]
    if kind is bool:
        return "true" if value else "false"
    if kind is int or kind is JLong:
        return str(int(value))
    if kind is float:
        return java_double(value)
    if kind is JFloat:
        return _float_text(value)
    if kind is JChar:
        return value.text  # type: ignore[no-any-return]
    if kind is BoxedPrimitive:
        return java_text(value.value)
    if value is None:
        return "null"
    if value is VOID:
        return "void"
    if getattr(kind, "__str__") is object.__str__:  # noqa: B009 - a class, not a value
        # Java prints the class and an address, but an address would differ between runs.
        return f"{getattr(kind, 'java_names', ('Object',))[0]}@1b2c3d"
    return str(value)


def _float_text(value: float) -> str:
    for digits in range(1, 10):
        short = float(f"{value:.{digits}g}")
        if to_float(short) == value:
            return java_double(short)
    return java_double(value)


_RANK = {"byte": 0, "short": 1, "char": 2, "int": 3, "long": 4, "float": 5, "double": 6}
_DEFAULT: dict[str, Any] = {
    "boolean": False,
    "byte": 0,
    "short": 0,
    "char": JChar("\0"),
    "int": 0,
    "long": JLong(0),
    "float": JFloat(0),
    "double": 0.0,
}


PRIMITIVE_NAMES: Final = frozenset(_DEFAULT)


def default_of(kind: str) -> Any:
    """Return the initial value of a variable or an array element, given its type."""
    return _DEFAULT.get(kind)


HELD_AS: Final[Mapping[str, type]] = {"String": str, "int": int, "boolean": bool, "double": float}
"""The Python types of values that a variable of each Java type stores unchanged."""


def cast_to_type(kind: str, value: Any, declared: bool = True) -> Any:
    """Return a value converted to a type.

    `declared` allows narrowing, which declarations and casts permit.
    """
    if type(value) is HELD_AS.get(kind):
        return value
    if kind == "Object":
        return BoxedPrimitive(value) if type(value) in PRIMITIVES else value
    if kind in _DEFAULT:
        value = unbox_value(value)
        if type(value) not in PRIMITIVES or (kind == "boolean") != (type(value) is bool):
            raise ScriptError(f"Can't assign {type_name(value)} to {kind}")
        if kind == "boolean":
            return value
        if not declared and _RANK[kind] < _RANK[_name(value)]:
            raise ScriptError(f"Can't assign {type_name(value)} to {kind}")
        return _convert(kind, value)
    if kind in ("", "java.lang.Object") or value is None:
        return box_value(value) if kind else value
    if kind == "String":
        if type(value) is not str:
            raise ScriptError(f"Can't assign {type_name(value)} to String")
        return value
    if kind.endswith("[]") and not _holds(kind[:-2], value):
        raise ScriptError(f"Can't assign {type_name(value)} to {kind}")
    return box_value(value) if kind in _WRAPPERS else value


def _holds(element: str, value: Any) -> bool:
    """Return whether a value is an array whose elements have a given type.

    An array of strings can't have any other element type.
    """
    held = getattr(value, "kind", None)
    if held is None or element not in ("String", *_DEFAULT):
        return held is not None or element == "Object"
    return bool(held == element)


_WRAPPERS = frozenset(
    {"Integer", "Long", "Double", "Float", "Boolean", "Character", "Number", "Byte", "Short"}
)


def _name(value: Any) -> str:
    names = {int: "int", JLong: "long", float: "double", JFloat: "float", JChar: "char"}
    return names[type(value)]


def type_name(value: Any) -> str:
    """Return the name of a value's type for messages."""
    if value is None:
        return "null"
    if value is VOID:
        return "void value"
    return {str: "java.lang.String", bool: "boolean"}.get(type(value)) or (
        _name(value) if type(value) in PRIMITIVES else type(value).__name__
    )


def _convert(kind: str, value: Any) -> Any:
    if type(value) is JChar:
        if kind == "char":
            return value
        value = ord(value.text)
    if kind == "double":
        return float(value)
    if kind == "float":
        return to_float(float(value))
    if isinstance(value, float):
        if value != value:
            value = 0
        else:
            low, high = (-(1 << 63), (1 << 63) - 1) if kind == "long" else (MIN_INT, MAX_INT)
            value = int(max(low, min(high, value)))
    if kind == "long":
        return to_long(int(value))
    number = to_int(int(value))
    if kind == "int":
        return number
    if kind == "char":
        return JChar(chr(number & 0xFFFF))
    bits = 8 if kind == "byte" else 16
    return ((number + (1 << bits - 1)) & (1 << bits) - 1) - (1 << bits - 1)
