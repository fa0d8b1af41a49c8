"""Write the attribute StackMapTable, from which the JVM verifies a method in one pass."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final, NamedTuple

from hexwright.vassal.kernel.constant_pool import ConstantPool
from hexwright.vassal.kernel.descriptors import DOUBLE, INT, LONG, NULL

_FULL_FRAME: Final = 255
_SAME_FRAME_EXTENDED: Final = 251
_ONE_ENTRY_EXTENDED: Final = 247
_ONE_ENTRY: Final = 64
_MOST_APPENDED: Final = 3
_SHORT_GAP: Final = 64
_OBJECT_TAG: Final = 7
_TAGS: Final = {INT: 1, DOUBLE: 3, LONG: 4, NULL: 5}


class Frame(NamedTuple):
    """What a place that code jumps to finds on the stack."""

    offset: int
    stack: tuple[str, ...]


def stack_map_table(
    pool: ConstantPool, slot_types: Sequence[str], parameters: int, frames: Sequence[Frame]
) -> bytes:
    """Return the table of a method, all of whose frames have the same local variables.

    `slot_types` lists them, with the method's parameters first. Two frames at one place are one.
    """
    by_offset = {frame.offset: frame.stack for frame in frames}
    told = b"".join(_verification_type(pool, kind) for kind in slot_types)
    added = slot_types[parameters:]
    out = bytearray()
    before = -1
    for offset, stack in sorted(by_offset.items()):
        gap = offset - before - 1
        types = b"".join(_verification_type(pool, kind) for kind in stack)
        if before < 0 and added and not stack and len(added) <= _MOST_APPENDED:
            more = b"".join(_verification_type(pool, kind) for kind in added)
            out += struct.pack(">BH", _SAME_FRAME_EXTENDED + len(added), gap) + more
        elif len(stack) > 1 or (before < 0 and added):
            out += struct.pack(">BHH", _FULL_FRAME, gap, len(slot_types)) + told
            out += struct.pack(">H", len(stack)) + types
        elif stack:
            short = gap < _SHORT_GAP
            out += bytes((_ONE_ENTRY + gap,)) if short else struct.pack(">BH", _ONE_ENTRY_EXTENDED, gap)
            out += types
        else:
            out += bytes((gap,)) if gap < _SHORT_GAP else struct.pack(">BH", _SAME_FRAME_EXTENDED, gap)
        before = offset
    return struct.pack(">H", len(by_offset)) + bytes(out)


def _verification_type(pool: ConstantPool, kind: str) -> bytes:
    if kind in _TAGS:
        return bytes((_TAGS[kind],))
    assert not kind.startswith("new:"), f"an unfinished {kind[4:]} lies on the stack where code jumps"
    return struct.pack(">BH", _OBJECT_TAG, pool.class_of(kind))
