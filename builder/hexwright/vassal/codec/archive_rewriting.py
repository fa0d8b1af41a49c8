"""Write a changed copy of an archive in which unchanged entries keep their packed bytes, dates and order.

The local headers and the directory are written anew, so the same input gives the same bytes.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from hexwright.vassal.codec.module_archive import (
    Archive,
    ArchiveError,
    PackedEntry,
    is_stored_kind,
    unsafe_name_reason,
)

_LOCAL: Final = struct.Struct("<4s2B4HL2L2H")
_CENTRAL: Final = struct.Struct("<4s4B4HL2L5H2L")
_END: Final = struct.Struct("<4s4H2LH")
_UTF8_NAME: Final = 0x800
_MAX_SIZE: Final = 0xFFFFFFFF - 1
_MAX_COUNT: Final = 0xFFFF - 1
#: The date of entries that are added or changed: 1 January 1980, the first that archives can contain.
_DATE: Final = 0x21
_TIME: Final = 0


@dataclass(frozen=True, slots=True)
class ArchiveChanges:
    """The changes to an archive: new content by entry name, and the names of entries to remove.

    A name that the archive doesn't contain is added at the end; several are added in the order of their
    names.
    """

    content: Mapping[str, bytes]
    removed: frozenset[str] = frozenset()


def rewritten_archive(archive: Archive, changes: ArchiveChanges) -> Iterator[bytes]:
    """Yield the bytes of the changed archive in parts.

    Entries that aren't named in `changes` are copied packed as they are. Of entries with one name, VASSAL
    reads the last, so a change applies to the last and removes the others. Raises ArchiveError for an unsafe
    new name, for an entry that can't be read, and for archives over 4 GiB.
    """
    for name in sorted(changes.content):
        _require_safe(name)
    yield from _written(_entries(archive, changes), archive.comment)


def new_archive(entries: Iterable[tuple[str, bytes]]) -> Iterator[bytes]:
    """Yield the bytes of a new archive in parts. Its entries keep their order, and have one fixed date.

    Raises ArchiveError as `rewritten_archive` does.
    """

    def packed() -> Iterator[tuple[PackedEntry, Iterable[bytes]]]:
        for name, data in entries:
            _require_safe(name)
            yield _packed(name, data, None)

    yield from _written(packed(), b"")


def _require_safe(name: str) -> None:
    reason = unsafe_name_reason(name)
    if reason:
        raise ArchiveError(name, name, reason)


def _written(entries: Iterable[tuple[PackedEntry, Iterable[bytes]]], comment: bytes) -> Iterator[bytes]:
    position = 0
    directory: list[bytes] = []
    for entry, parts in entries:
        name = entry.name.encode()
        header = _LOCAL.pack(
            *(b"PK\x03\x04", entry.needed_version, 0, entry.flags, entry.method, entry.time, entry.date),
            *(entry.crc, entry.packed_size, entry.size, len(name), 0),
        )
        directory.append(
            _CENTRAL.pack(
                *(b"PK\x01\x02", entry.made_version, entry.made_system, entry.needed_version, 0, entry.flags),
                *(entry.method, entry.time, entry.date, entry.crc, entry.packed_size, entry.size, len(name)),
                *(0, len(entry.comment), 0, entry.internal, entry.external, position),
            )
            + name
            + entry.comment
        )
        yield header
        yield name
        yield from parts
        position += len(header) + len(name) + entry.packed_size
        if position > _MAX_SIZE or len(directory) > _MAX_COUNT:
            raise ArchiveError(entry.name, position, "the archive is too large to be rewritten")
    ending = b"".join(directory)
    yield ending
    yield _END.pack(b"PK\x05\x06", 0, 0, len(directory), len(directory), len(ending), position, len(comment))
    yield comment


def _entries(archive: Archive, changes: ArchiveChanges) -> Iterator[tuple[PackedEntry, Iterable[bytes]]]:
    found = archive.packed_entries()
    last = {entry.name: number for number, entry in enumerate(found)}
    for number, entry in enumerate(found):
        if entry.name in changes.removed:
            continue
        data = changes.content.get(entry.name)
        if data is None:
            yield entry, archive.packed_bytes(entry)
        elif number == last[entry.name]:
            yield _packed(entry.name, data, entry)
    for name in sorted(changes.content):
        if name not in last:
            yield _packed(name, changes.content[name], None)


def _packed(name: str, data: bytes, before: PackedEntry | None) -> tuple[PackedEntry, Iterable[bytes]]:
    stored = before.method == 0 if before is not None else is_stored_kind(name)
    packed = data if stored else _deflated(data)
    entry = PackedEntry(
        name=name,
        flags=0 if name.isascii() else _UTF8_NAME,
        method=0 if stored else 8,
        time=_TIME,
        date=_DATE,
        crc=zlib.crc32(data),
        packed_size=len(packed),
        size=len(data),
        needed_version=20,
        made_version=20,
        made_system=3,
        internal=0,
        external=before.external if before is not None else 0o100644 << 16,
        comment=b"",
        header_offset=-1,
    )
    return entry, (packed,)


def _deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()
