"""Write an archive as a new file, or in place with a backup; read it again and compare it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.support.atomic_writes import write_atomically
from hexwright.support.message_wording import printable_line
from hexwright.support.named_files import open_regular
from hexwright.vassal.codec.archive_rewriting import ArchiveChanges, new_archive, rewritten_archive
from hexwright.vassal.codec.module_archive import Archive
from hexwright.vassal.codec.module_folder import ModuleFolder
from hexwright.vassal.codec.sequence_encoder import CodecError

_PART = 1 << 20


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a changed file is written. `backup` is where the original is kept if it is replaced."""

    path: Path
    backup: Path | None = None

    @classmethod
    def in_place(cls, path: Path) -> Destination:
        """Return the destination that replaces a file, with the first name for a backup that isn't taken.

        Raises InputError (J001) for a folder.
        """
        if path.is_dir():
            hint = "write --out FILE.vmod"
            raise InputError.single("J001", "a folder can't be changed in place", _span(path), hint)
        number = 1
        while (backup := path.with_name(f"{path.name}.bak{number if number > 1 else ''}")).exists():
            number += 1
        return cls(path, backup)


def write_and_compare(
    path: Path, archive: Archive, changes: ArchiveChanges, destination: Destination
) -> None:
    """Write the archive at `path` with changes, read the result again, and compare it entry by entry.

    `archive` is the open original; it is closed if it is replaced. Raises InputError: W001 if the result
    can't be written, J001 if the original can't be read, J002 if the result differs from the original with
    the changes. The destination is then as before.
    """
    try:
        if destination.backup is None:
            given: dict[str, bytes] = {}
            write_atomically(destination.path, _parts(archive, changes, given), inputs=(path,))
            _compare(archive, changes, destination.path, given)
            return
        archive.close()
        write_atomically(destination.backup, _copied(path))
        with Archive(destination.backup) as original:
            write_atomically(destination.path, _parts(original, changes, {}))
            try:
                _compare(original, changes, destination.path, {})
            except InputError:
                write_atomically(destination.path, _copied(destination.backup))
                raise
    except CodecError as error:
        what = printable_line(f"{error.field}: {error.reason}" if error.field else error.reason)
        raise InputError.single("J001", what, _span(path)) from None


def write_saved_game(path: Path, data: bytes, destination: Destination) -> None:
    """Write the new content of a saved game, after a backup of the old if it is replaced."""
    if destination.backup is not None:
        write_atomically(destination.backup, _copied(path))
    write_atomically(destination.path, data)


def _parts(archive: Archive, changes: ArchiveChanges, given: dict[str, bytes]) -> Iterator[bytes]:
    """Return the parts of the new archive. `given` gets the digests of entries that are read from a folder:
    to restore saved games from their texts once more would take as long again.
    """
    if not isinstance(archive, ModuleFolder):
        return rewritten_archive(archive, changes)

    def entries() -> Iterator[tuple[str, bytes]]:
        for name in sorted({*archive.names, *changes.content} - changes.removed):
            if name in changes.content:
                yield name, changes.content[name]
                continue
            data = archive.read(name)
            given[name] = _digest(data)
            yield name, data

    return new_archive(entries())


def _digest(data: bytes) -> bytes:
    return sha256(data).digest()


def _copied(path: Path) -> Iterator[bytes]:
    with open_regular(path) as source:
        while part := source.read(_PART):
            yield part


def _compare(archive: Archive, changes: ArchiveChanges, path: Path, given: Mapping[str, bytes]) -> None:
    """Raise InputError (J002), and remove the file, if it isn't the archive with the changes."""
    with Archive(path) as written:
        wrong = _difference(archive, changes, written, given)
    if wrong is not None:
        path.unlink(missing_ok=True)
        what = f"the entry {printable_line(wrong)} isn't the same after it was written"
        raise InputError.single("J002", what, _span(path), "report this error; the original is unchanged")


def _difference(
    archive: Archive, changes: ArchiveChanges, written: Archive, given: Mapping[str, bytes]
) -> str | None:
    """Return the name of an entry that isn't as it was to be written; None if all are."""
    expected = {*archive.names, *changes.content} - changes.removed
    for name in sorted(expected ^ set(written.names)):
        return name
    for name in sorted(changes.content):
        if written.read(name) != changes.content[name]:
            return name
    if isinstance(archive, ModuleFolder):
        return next((name for name in given if _digest(written.read(name)) != given[name]), None)
    touched = {*changes.content, *changes.removed}
    before = [entry for entry in archive.packed_entries() if entry.name not in touched]
    after = [entry for entry in written.packed_entries() if entry.name not in touched]
    for old, new in zip(before, after, strict=False):
        same = (old.name, old.crc, old.size, old.packed_size) == (
            new.name,
            new.crc,
            new.size,
            new.packed_size,
        )
        if not same or any(
            a != b for a, b in zip(archive.packed_bytes(old), written.packed_bytes(new), strict=True)
        ):
            return old.name
    return None


def _span(path: Path) -> Span:
    return Span(printable_line(path.as_posix()))
