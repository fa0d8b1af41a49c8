"""Pack class files into one entry of a module, and unpack them.

VASSAL's archive throws an exception for each class that it looks up, so many entries would load slowly; one
entry also deflates better. An entry contains the number of classes, then for each class the length of its
name, the name (as Java writes it, with points), the length of its bytes, and the bytes. All numbers have four
bytes, the highest first.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping


def pack(classes: Mapping[str, bytes]) -> bytes:
    """Return class files as one entry, ordered by name; keys are names such as "judge/Calls"."""
    out = [struct.pack(">i", len(classes))]
    for name, data in sorted(classes.items()):
        spoken = name.replace("/", ".").encode()
        out += [struct.pack(">i", len(spoken)), spoken, struct.pack(">i", len(data)), data]
    return b"".join(out)


def unpack(packed: bytes) -> dict[str, bytes]:
    """Return the class files of an entry; raise ValueError if the bytes aren't such an entry."""
    classes: dict[str, bytes] = {}
    try:
        (count,) = struct.unpack_from(">i", packed)
        at = 4
        for _ in range(count):
            name, at = _part(packed, at)
            data, at = _part(packed, at)
            classes[name.decode().replace(".", "/")] = data
    except (struct.error, UnicodeDecodeError) as fault:
        raise ValueError("the packed classes end too early, or have names that aren't UTF-8") from fault
    if at != len(packed):
        raise ValueError(f"{len(packed) - at} bytes stand behind the packed classes")
    return classes


def _part(packed: bytes, at: int) -> tuple[bytes, int]:
    (size,) = struct.unpack_from(">i", packed, at)
    end = at + 4 + size
    if size < 0 or end > len(packed):
        raise ValueError(f"a part of {size} bytes at byte {at} isn't within the packed classes")
    return packed[at + 4 : end], end
