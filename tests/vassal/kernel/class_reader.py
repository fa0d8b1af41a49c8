"""Read how long the methods of a class file are."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

_SIZES = {3: 5, 4: 5, 5: 9, 6: 9, 7: 3, 8: 3, 9: 5, 10: 5, 11: 5, 12: 5}
_TWO_NUMBERS = (5, 6)


class MethodSize(NamedTuple):
    """A method with the bytes of its code."""

    name: str
    code: int


def method_sizes(data: bytes) -> Iterator[MethodSize]:
    """Yield the methods of a class file with the length of their code."""
    texts, at = _texts(data)
    (interfaces,) = struct.unpack_from(">H", data, at + 6)
    at = _after_fields(data, at + 8 + 2 * interfaces)
    (methods,) = struct.unpack_from(">H", data, at)
    at += 2
    for _ in range(methods):
        _, name, _, attributes = struct.unpack_from(">HHHH", data, at)
        at += 8
        for _ in range(attributes):
            kind, size = struct.unpack_from(">HI", data, at)
            if texts[kind] == "Code":
                yield MethodSize(texts[name], struct.unpack_from(">I", data, at + 10)[0])
            at += 6 + size


def _texts(data: bytes) -> tuple[dict[int, str], int]:
    (count,) = struct.unpack_from(">H", data, 8)
    texts: dict[int, str] = {}
    at, number = 10, 1
    while number < count:
        tag = data[at]
        if tag == 1:
            (size,) = struct.unpack_from(">H", data, at + 1)
            texts[number] = data[at + 3 : at + 3 + size].decode("utf-8", "surrogatepass")
            at += 3 + size
        else:
            at += _SIZES[tag]
        number += 2 if tag in _TWO_NUMBERS else 1
    return texts, at


def _after_fields(data: bytes, at: int) -> int:
    (fields,) = struct.unpack_from(">H", data, at)
    at += 2
    for _ in range(fields):
        (attributes,) = struct.unpack_from(">H", data, at + 6)
        assert attributes == 0
        at += 8
    return at
