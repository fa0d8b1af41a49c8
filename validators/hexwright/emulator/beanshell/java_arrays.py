"""Java arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Self

from hexwright.emulator.beanshell.execution_budget import current_budget
from hexwright.emulator.beanshell.java_values import (
    PRIMITIVES,
    ScriptError,
    box_value,
    cast_to_type,
    default_of,
    unbox_value,
)

#: Larger arrays are rejected.
MAX_ARRAY: Final = 5_000_000
_PRIMITIVE = ("int", "boolean", "char", "byte", "short", "long", "float", "double")


class JArray:
    """A Java array. `kind` is the type of its elements; `plain` means that they are read without
    conversion.
    """

    __slots__ = ("items", "kind", "plain")

    def __init__(self, kind: str, items: list[Any]) -> None:
        self.kind = kind
        self.items = items
        self.plain = kind in _PRIMITIVE

    @classmethod
    def of(cls, kind: str, values: Sequence[Any]) -> Self:
        """Return an array of values; raises ScriptError if a value has the wrong type."""
        return cls(kind, [_element(kind, value) for value in values])

    def __str__(self) -> str:
        short = {
            "int": "I",
            "boolean": "Z",
            "char": "C",
            "long": "J",
            "double": "D",
            "String": "Ljava.lang.String;",
        }
        return f"[{short.get(self.kind, 'Ljava.lang.Object;')}@1b2c3d"

    def j_clone(self) -> JArray:
        """Return a copy of the array."""
        pay_for_array(len(self.items))
        return JArray(self.kind, list(self.items))


def _element(kind: str, value: Any) -> Any:
    if kind in _PRIMITIVE:
        return cast_to_type(kind, value)
    if kind == "String" and value is not None and type(value) is not str:
        raise ScriptError(f"array element type mismatch: {kind}", "IllegalArgumentException")
    return unbox_value(value)


def pay_for_array(size: int) -> None:
    """Charge for a new array.

    Raises ScriptError if the array is too large, and ExhaustedError if the budget is spent.
    """
    if size > MAX_ARRAY:
        raise ScriptError("the array is too large", "OutOfMemoryError")
    budget = current_budget()
    budget.spend(1 + (size >> 6))
    # An element that holds a distinct number takes as much memory as four places.
    budget.hold(120 + 40 * size)


def new_array(kind: str, sizes: Sequence[Any]) -> JArray:
    """Return a new array with the given lengths, outermost dimension first; `kind` may end in brackets."""
    size = unbox_value(sizes[0])
    if type(size) is not int:
        raise ScriptError("Array size must be an integer")
    if size < 0:
        raise ScriptError(str(size), "NegativeArraySizeException")
    if size > MAX_ARRAY:
        raise ScriptError("the array is too large", "OutOfMemoryError")
    rest = sizes[1:]
    if not rest:
        pay_for_array(size)
        return JArray(kind, [default_of(kind)] * size)
    total = 1
    for part in sizes:
        length = unbox_value(part)
        if type(length) is not int:
            raise ScriptError("Array size must be an integer")
        total *= max(1, length)
    if total > MAX_ARRAY:
        raise ScriptError("the array is too large", "OutOfMemoryError")
    pay_for_array(size)
    return JArray(kind + "[]" * len(rest), [new_array(kind, rest) for _ in range(size)])


def _place(array: Any, index: Any) -> int:
    if type(array) is not JArray:
        raise ScriptError("Not an array", "NullPointerException" if array is None else "EvalError")
    at = cast_to_type("int", index, False)
    if not 0 <= at < len(array.items):
        raise ScriptError(f"Index {at} out of bounds for length {len(array.items)}", "ArrayIndexOutOfBounds")
    return int(at)


def get_index(array: Any, index: Any) -> Any:
    """Return an element of an array; raises ScriptError."""
    if type(array) is JArray and type(index) is int and 0 <= index < len(array.items):
        value = array.items[index]
    else:
        at = _place(array, index)
        value = array.items[at]
    return value if array.plain or type(value) not in PRIMITIVES else box_value(value)


def set_index(array: Any, index: Any, value: Any) -> Any:
    """Set an element of an array; raises ScriptError."""
    at = _place(array, index)
    array.items[at] = cast_to_type(array.kind, value, False) if array.plain else _element(array.kind, value)
    return value
