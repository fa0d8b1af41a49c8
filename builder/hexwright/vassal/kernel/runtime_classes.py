"""The runtime of the translated rules engine: its class files, and what translated code may call in them.

The runtime is written in Java (`runtime/judge/`) and seldom changed. Its classes are built by one named
compiler and kept beside their source, so that nobody else needs a JDK
(`tests/vassal/kernel/build_runtime.py`).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

from hexwright.vassal.kernel.packed_classes import unpack

CLASSES_FILE: Final = "runtime.classes"
"""The packed class files, deflated."""
DIGEST_FILE: Final = "runtime.sha256"
"""The compiler, and the digest of the packed class files before they are deflated."""

_PUBLIC_STATIC: Final = 0x0001 | 0x0008
_SIZES: Final = {7: 3, 8: 3, 15: 4, 16: 3, 3: 5, 4: 5, 9: 5, 10: 5, 11: 5, 12: 5, 17: 5, 18: 5, 5: 9, 6: 9}
"""The bytes of each kind of constant of a class file but text (1); 5 and 6 take two numbers."""


def packed_runtime() -> bytes:
    """Return the packed class files of the runtime."""
    return zlib.decompress(resources.files(__package__).joinpath("runtime", CLASSES_FILE).read_bytes())


@cache
def runtime_classes() -> MappingProxyType[str, bytes]:
    """Return the class files of the runtime by name, such as "judge/Calls"."""
    return MappingProxyType(unpack(packed_runtime()))


@cache
def entry_points() -> MappingProxyType[tuple[str, int], tuple[str, str]]:
    """Return what translated code calls: (name, number of arguments) → (class, descriptor).

    These are the public static methods of the runtime. Raises ValueError if two have the same name and number
    of arguments.
    """
    found: dict[tuple[str, int], tuple[str, str]] = {}
    for owner, data in runtime_classes().items():
        if owner in NOT_FOR_TRANSLATION:
            continue
        for name, descriptor in _public_static_methods(data):
            key = name, _argument_count(descriptor)
            if key in found:
                raise ValueError(f"{owner} and {found[key][0]} both have {name} with {key[1]} arguments")
            found[key] = owner, descriptor
    return MappingProxyType(found)


NOT_FOR_TRANSLATION: Final = frozenset(("judge/Engine", "judge/PyType"))
"""Classes whose public static methods are called otherwise: by scripts, or with a class as an argument."""


def _argument_count(descriptor: str) -> int:
    count, at = 0, 1
    while descriptor[at] != ")":
        while descriptor[at] == "[":
            at += 1
        at = descriptor.index(";", at) + 1 if descriptor[at] == "L" else at + 1
        count += 1
    return count


def _public_static_methods(data: bytes) -> Iterator[tuple[str, str]]:
    """Yield name and descriptor of the public static methods of a class file."""
    texts, at = _texts(data)
    at += 6
    (interfaces,) = struct.unpack_from(">H", data, at)
    at = _after_members(data, at + 2 + 2 * interfaces)
    (count,) = struct.unpack_from(">H", data, at)
    at += 2
    for _ in range(count):
        flags, name, descriptor = struct.unpack_from(">HHH", data, at)
        if flags & _PUBLIC_STATIC == _PUBLIC_STATIC:
            yield texts[name], texts[descriptor]
        at = _after_attributes(data, at + 6)


def _texts(data: bytes) -> tuple[dict[int, str], int]:
    """Return the text constants of a class file by number, and where the constants end."""
    (count,) = struct.unpack_from(">H", data, 8)
    texts: dict[int, str] = {}
    at, number = 10, 1
    while number < count:
        kind = data[at]
        if kind == 1:
            (size,) = struct.unpack_from(">H", data, at + 1)
            texts[number] = data[at + 3 : at + 3 + size].decode("utf-8", "surrogatepass")
            at += 3 + size
        else:
            at += _SIZES[kind]
        number += 2 if kind in (5, 6) else 1
    return texts, at


def _after_members(data: bytes, at: int) -> int:
    (count,) = struct.unpack_from(">H", data, at)
    at += 2
    for _ in range(count):
        at = _after_attributes(data, at + 6)
    return at


def _after_attributes(data: bytes, at: int) -> int:
    (count,) = struct.unpack_from(">H", data, at)
    at += 2
    for _ in range(count):
        (size,) = struct.unpack_from(">I", data, at + 2)
        at += 6 + size
    return at
