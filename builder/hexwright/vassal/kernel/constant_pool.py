"""The constants of a JVM class file: texts, numbers, and references to classes, fields and methods."""

from __future__ import annotations

import struct
from collections.abc import Hashable
from typing import Final

MOST_CONSTANTS: Final = 65535
_LONGEST_TEXT: Final = 65535
_UTF8, _INT, _LONG, _DOUBLE, _CLASS, _STRING, _FIELD, _METHOD, _INTERFACE_METHOD, _NAME_AND_TYPE = (
    1, 3, 5, 6, 7, 8, 9, 10, 11, 12,
)  # fmt: skip


def modified_utf8(text: str) -> bytes:
    """Encode a text as class files do: NUL in two bytes, and each half of a surrogate pair by itself."""
    if text.isascii() and "\0" not in text:
        return text.encode("ascii")
    out = bytearray()
    units = text.encode("utf-16-be", "surrogatepass")
    for at in range(0, len(units), 2):
        unit = units[at] << 8 | units[at + 1]
        if 0 < unit < 0x80:
            out.append(unit)
        elif unit < 0x800:
            out += bytes((0xC0 | unit >> 6, 0x80 | unit & 0x3F))
        else:
            out += bytes((0xE0 | unit >> 12, 0x80 | unit >> 6 & 0x3F, 0x80 | unit & 0x3F))
    return bytes(out)


class ConstantPool:
    """Constants by number, counted from 1. Each method returns a constant's number, and adds it if needed."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, Hashable], int] = {}
        self._out = bytearray()
        self.size = 1
        """The next free number."""

    def _constant(self, tag: int, key: Hashable, data: bytes, room: int = 1) -> int:
        known = self._numbers.get((tag, key))
        if known is not None:
            return known
        number = self._numbers[tag, key] = self.size
        self.size += room
        if self.size > MOST_CONSTANTS:
            raise ValueError(f"more than {MOST_CONSTANTS} constants in a class; split the module")
        self._out += bytes((tag,)) + data
        return number

    def utf8(self, text: str) -> int:
        """Return the number of a bare text: a name or a descriptor."""
        known = self._numbers.get((_UTF8, text))
        if known is not None:
            return known
        data = modified_utf8(text)
        if len(data) > _LONGEST_TEXT:
            raise ValueError(f"a text of {len(data)} bytes; class files have at most {_LONGEST_TEXT}")
        return self._constant(_UTF8, text, struct.pack(">H", len(data)) + data)

    def class_of(self, name: str) -> int:
        """Return the number of a class, by its internal name."""
        return self._constant(_CLASS, name, struct.pack(">H", self.utf8(name)))

    def string(self, text: str) -> int:
        """Return the number of a string value."""
        return self._constant(_STRING, text, struct.pack(">H", self.utf8(text)))

    def integer(self, value: int) -> int:
        """Return the number of an int of 32 bits."""
        return self._constant(_INT, value, struct.pack(">i", value))

    def long(self, value: int) -> int:
        """Return the number of an int of 64 bits."""
        return self._constant(_LONG, value, struct.pack(">q", value), room=2)

    def double(self, value: float) -> int:
        """Return the number of a floating-point value."""
        data = struct.pack(">d", value)
        return self._constant(_DOUBLE, data, data, room=2)

    def field(self, owner: str, name: str, descriptor: str) -> int:
        """Return the number of a reference to a field."""
        return self._member(_FIELD, owner, name, descriptor)

    def method(self, owner: str, name: str, descriptor: str, *, interface: bool = False) -> int:
        """Return the number of a reference to a method of a class or an interface."""
        return self._member(_INTERFACE_METHOD if interface else _METHOD, owner, name, descriptor)

    def _member(self, tag: int, owner: str, name: str, descriptor: str) -> int:
        known = self._numbers.get((tag, (owner, name, descriptor)))
        if known is not None:
            return known
        pair = struct.pack(">HH", self.utf8(name), self.utf8(descriptor))
        named = self._constant(_NAME_AND_TYPE, (name, descriptor), pair)
        return self._constant(tag, (owner, name, descriptor), struct.pack(">HH", self.class_of(owner), named))

    def attribute(self, name: str, data: bytes) -> bytes:
        """Return an attribute of a class, field, method or code."""
        return struct.pack(">HI", self.utf8(name), len(data)) + data

    def to_bytes(self) -> bytes:
        """Return the pool as class files hold it."""
        return struct.pack(">H", self.size) + bytes(self._out)
