"""Java's equality and hash codes of values, as maps and lists use them."""

from __future__ import annotations

import struct
from collections.abc import Hashable, Sequence
from typing import Any

from hexwright.emulator.beanshell.execution_budget import pay_for_steps
from hexwright.emulator.beanshell.java_values import PRIMITIVES, JChar, JFloat, JLong, to_int, unbox_value


class ValueEquality:
    """A value that is compared by its content, like the keys of a map."""

    __slots__ = ()

    def worth(self) -> Hashable:
        """Return the content that decides equality."""
        raise NotImplementedError

    def equals(self, other: Any) -> bool:
        """Return whether a value belongs to the same class and has equal content."""
        return type(other) is type(self) and bool(other.worth() == self.worth())


def hash_of(value: Any) -> int:
    """Return the hash code that Java's hashCode computes for a value."""
    value = unbox_value(value)
    kind = type(value)
    if kind is str:
        return string_hash(value)
    if kind is int:
        return value  # type: ignore[no-any-return]
    if kind is bool:
        return 1231 if value else 1237
    if kind is JChar:
        return ord(value.text)
    if kind is JLong:
        return to_int(int(value) ^ (int(value) & (1 << 64) - 1) >> 32)
    if kind is float:
        bits = struct.unpack("<q", struct.pack("<d", value))[0]
        return to_int(bits ^ (bits & (1 << 64) - 1) >> 32)
    if kind is JFloat:
        return int(struct.unpack("<i", struct.pack("<f", value))[0])
    own = getattr(value, "hash_code", None)
    return own() if own is not None else 0


def string_hash(value: str) -> int:
    """Return the hash code that Java's String.hashCode computes."""
    code = 0
    if len(value) > 64:
        pay_for_steps(len(value) >> 1)
    for letter in value:
        code = (31 * code + ord(letter)) & 0xFFFFFFFF
    return to_int(code)


def hash_of_all(values: Sequence[Any]) -> int:
    """Return the hash code that Java computes for a list or in Objects.hash."""
    pay_for_steps(len(values))
    code = 1
    for value in values:
        code = to_int(31 * code + hash_of(value))
    return code


def java_equals(left: Any, right: Any) -> bool:
    """Return whether Java's left.equals(right) is true."""
    left, right = unbox_value(left), unbox_value(right)
    if type(left) is not type(right):
        return False
    own = getattr(left, "equals", None)
    return bool(own(right)) if own is not None else left == right if type(left) in _PLAIN else left is right


_PLAIN = PRIMITIVES | {str}
