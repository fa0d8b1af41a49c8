"""Read and write the archives of modules (.vmod, .vmdx) and saved games (.vsav, .vlog).

Archives are written reproducibly. Archives to read are treated as untrusted input.
"""

from __future__ import annotations

import io
import os
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from hexwright.support.atomic_writes import write_atomically
from hexwright.support.file_limits import raised
from hexwright.support.named_files import open_regular
from hexwright.vassal.codec import obfuscation
from hexwright.vassal.codec.archive_limits import (
    MAX_DIRECTORY,
    MAX_ENTRIES,
    MAX_ENTRY,
    MAX_NAME,
    MAX_RATIO,
    MAX_TOTAL,
    RATIO_FROM,
)
from hexwright.vassal.codec.sequence_encoder import CodecError

BUILD_FILE = "buildFile.xml"
#: The build file's name now, and before VASSAL 3.5.
BUILD_FILES = (BUILD_FILE, BUILD_FILE.removesuffix(".xml"))
SAVED_GAME = "savedGame"

#: Compressed formats don't get smaller by compressing them again.
_STORED = (".png", ".jpg", ".jpeg", ".gif", ".ogg", ".mp3", ".vsav", ".vlog", ".pdf", ".zip")
#: Where whole pieces repeat, a higher level takes four times as long and saves a tenth.
_PLAIN_LEVEL = 3
#: The number of bytes that are copied at once.
_PART = 1 << 20
_EPOCH = (1980, 1, 1, 0, 0, 0)
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
    ValueError,
    struct.error,
)


_NOT_UTF8 = (
    "the entry's name isn't UTF-8, so VASSAL can't open the file; "
    "rename the entry, or pack the files with a program that writes UTF-8 names"
)


class ArchiveError(CodecError):
    """The error for an invalid or unsafe archive, or for an invalid or unsafe entry of an archive."""


def zip_entries(entries: Mapping[str, bytes], level: int = 6) -> bytes:
    """Return a zip archive of the entries, sorted, with fixed times and modes.

    `level` is the compression level. Raises ArchiveError for an unsafe name that readers of the archive
    would reject.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(entries):
            reason = unsafe_name_reason(name)
            if reason:
                raise ArchiveError(name, name, reason)
            info = zipfile.ZipInfo(name, _EPOCH)
            info.create_system = 3
            info.external_attr = 0o100644 << 16
            info.compress_type = zipfile.ZIP_STORED if is_stored_kind(name) else zipfile.ZIP_DEFLATED
            archive.writestr(info, entries[name], compresslevel=level)
    return buffer.getvalue()


def is_stored_kind(name: str) -> bool:
    """Whether a new entry is stored without compression, because its format is compressed already."""
    return name.lower().endswith(_STORED)


def unsafe_name_reason(name: str) -> str | None:
    """Return the reason why readers of an archive would reject an entry's name; None for a good name."""
    return "the name contains a backslash" if "\\" in name else _bad_name(name)


def write(path: Path, entries: Mapping[str, bytes]) -> None:
    """Write an archive to a temporary file and move it to ``path``.

    If writing fails, an existing file at ``path`` isn't changed.
    """
    write_atomically(path, zip_entries(entries))


@dataclass(frozen=True, slots=True)
class PackedEntry:
    """The description of an entry in an archive's directory, without its packed bytes.

    The fields are those of the zip format; `flags` lacks the bit for sizes that follow the packed bytes.
    """

    name: str
    flags: int
    method: int
    time: int
    date: int
    crc: int
    packed_size: int
    size: int
    needed_version: int
    made_version: int
    made_system: int
    internal: int
    external: int
    comment: bytes
    header_offset: int


class Archive:
    """A reader of untrusted archives. It checks the directory first and reads entries on demand.

    The constructor raises ArchiveError for a file that isn't a zip archive, and for an archive that unpacks
    to too many bytes. It also rejects links, absolute names, names that contain "..", and names that aren't
    UTF-8, with which Java rejects the archive. Of entries with the same name it reads the last, as Java does.
    """

    def __init__(self, source: Path | bytes) -> None:
        self._file: IO[bytes]
        try:
            self._file = open_regular(source) if isinstance(source, Path) else io.BytesIO(source)
        except OSError as error:
            raise ArchiveError("", str(source), f"the archive can't be opened: {error.strerror}") from None
        try:
            _check_directory(self._file)
            self._zip = zipfile.ZipFile(self._file, metadata_encoding="utf-8")
            self._infos = _checked(self._zip.infolist(), self._zip.start_dir)
        except ArchiveError:
            self._file.close()
            raise
        except UnicodeDecodeError as error:
            self._file.close()
            name = bytes(error.object).decode("utf-8", "backslashreplace")
            raise ArchiveError(name, name, _NOT_UTF8) from None
        except _BROKEN as error:
            self._file.close()
            raise ArchiveError("", "", f"not a zip archive: {error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._zip.close()
        self._file.close()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the sorted names of all entries except folders."""
        return tuple(sorted(self._infos))

    @property
    def repeated(self) -> tuple[str, ...]:
        """Return the sorted names that several entries have."""
        counts = Counter(info.filename for info in self._zip.infolist() if not info.is_dir())
        return tuple(sorted(name for name, count in counts.items() if count > 1))

    def __contains__(self, name: str) -> bool:
        return name in self._infos

    def size(self, name: str) -> int:
        """Return an entry's declared size in bytes; raises ArchiveError if there is no such entry."""
        return self._info(name).file_size

    def read(self, name: str, limit: int = MAX_ENTRY) -> bytes:
        """Return the content of an entry.

        Raises ArchiveError if the entry is missing, invalid or larger than ``limit`` bytes, as raised by the
        user.
        """
        limit = raised(limit)
        if self.size(name) > limit:
            raise ArchiveError(name, self.size(name), f"the entry is larger than {limit} bytes")
        data = self.head(name, limit + 1)
        if len(data) > limit:
            raise ArchiveError(name, len(data), f"the entry is larger than {limit} bytes")
        return data

    def head(self, name: str, count: int) -> bytes:
        """Return the first ``count`` bytes of an entry; raises ArchiveError if it is invalid."""
        info = self._info(name)
        try:
            with self._zip.open(info) as entry:
                return entry.read(count)
        except _BROKEN as error:
            raise ArchiveError(name, name, f"the entry can't be unpacked: {error}") from None

    @property
    def comment(self) -> bytes:
        """Return the comment at the archive's end."""
        return self._zip.comment

    def packed_entries(self) -> tuple[PackedEntry, ...]:
        """Return the descriptions of all entries, folders and repeated names too, in the file's order."""
        infos = sorted(self._zip.infolist(), key=lambda info: info.header_offset)
        return tuple(map(_packed_entry, infos))

    def packed_bytes(self, entry: PackedEntry) -> Iterator[bytes]:
        """Yield the packed bytes of an entry in parts; raises ArchiveError if they can't be read."""
        try:
            self._file.seek(entry.header_offset)
            header = self._file.read(30)
            if len(header) < 30 or not header.startswith(b"PK\x03\x04"):
                raise ArchiveError(entry.name, entry.name, "the entry has no header")
            self._file.seek(sum(struct.unpack_from("<HH", header, 26)), os.SEEK_CUR)
            left = entry.packed_size
            while left:
                part = self._file.read(min(left, _PART))
                if not part:
                    raise ArchiveError(entry.name, entry.name, "the entry is cut short")
                left -= len(part)
                yield part
        except OSError as error:
            raise ArchiveError(entry.name, entry.name, f"can't be read: {error.strerror}") from None

    def _info(self, name: str) -> zipfile.ZipInfo:
        try:
            return self._infos[name]
        except KeyError:
            raise ArchiveError(name, name, "no such entry") from None


@dataclass(frozen=True, slots=True)
class SavedGame:
    """The three parts of a saved game or log. ``text`` contains the commands without obfuscation."""

    moduledata: bytes
    savedata: bytes
    text: str

    def encode(self, *, disguised: bool = True) -> bytes:
        """Return the archive as bytes; with `disguised`, the commands are obfuscated.

        VASSAL reads both forms. Plain text is half as long and compresses better. It is sufficient for a game
        without secrets between players.
        """
        text = obfuscation.obfuscate(self.text) if disguised else self.text.encode()
        return zip_entries(
            {SAVED_GAME: text, "moduledata": self.moduledata, "savedata": self.savedata},
            level=6 if disguised else _PLAIN_LEVEL,
        )

    @classmethod
    def decode(cls, source: Path | bytes, limit: int = MAX_ENTRY) -> SavedGame:
        """Parse the archive. A missing metadata file is treated as empty.

        Raises ArchiveError for an invalid archive, and CodecError for invalid contents.
        """
        with Archive(source) as archive:
            text = obfuscation.deobfuscate(archive.read(SAVED_GAME, limit))
            parts = [archive.read(n, 1 << 20) if n in archive else b"" for n in ("moduledata", "savedata")]
        return cls(parts[0], parts[1], text)


def other_build_file(names: Collection[str]) -> str:
    """Return the end of an error message about an archive without a build file.

    It names a subfolder that contains one, or the commands for a saved game. It is empty for other archives.
    """
    if SAVED_GAME in names:
        return "; it is a saved game or log, which 'hexwright show' and 'hexwright save show' show"
    folders = [name.rpartition("/")[0] for name in names if name.rpartition("/")[2] in BUILD_FILES]
    nearest = min(folders, key=lambda folder: (folder.count("/"), folder), default="")
    return f"; there is one in {nearest}" if nearest else ""


def _packed_entry(info: zipfile.ZipInfo) -> PackedEntry:
    year, month, day, hour, minute, second = info.date_time
    return PackedEntry(
        name=info.orig_filename,
        flags=info.flag_bits & ~0x8,
        method=info.compress_type,
        time=hour << 11 | minute << 5 | second // 2,
        date=max(year - 1980, 0) << 9 | month << 5 | day,
        crc=info.CRC,
        packed_size=info.compress_size,
        size=info.file_size,
        needed_version=info.extract_version & 0xFF,
        made_version=info.create_version & 0xFF,
        made_system=info.create_system & 0xFF,
        internal=info.internal_attr,
        external=info.external_attr,
        comment=info.comment,
        header_offset=info.header_offset,
    )


def _checked(infos: list[zipfile.ZipInfo], end: int) -> dict[str, zipfile.ZipInfo]:
    if len(infos) > raised(MAX_ENTRIES):
        raise ArchiveError("", len(infos), f"the archive has more than {raised(MAX_ENTRIES)} entries")
    found: dict[str, zipfile.ZipInfo] = {}
    total = 0
    for info in infos:
        name = info.filename
        reason = _bad_name(name.rstrip("/")) or _bad_info(info)
        if reason:
            raise ArchiveError(name, name, reason)
        total += info.file_size
        if total > raised(MAX_TOTAL):
            raise ArchiveError(name, total, f"the archive unpacks to more than {raised(MAX_TOTAL)} bytes")
        if not info.is_dir():
            found[name] = info
    _check_overlap(infos, end)
    return found


def _bad_name(name: str) -> str | None:
    if not name or len(name) > MAX_NAME:
        return f"the name is empty or longer than {MAX_NAME} characters"
    if name.startswith("/") or (len(name) > 1 and name[1] == ":"):
        return "the name is absolute"
    if any(part in ("", ".", "..") for part in name.replace("\\", "/").split("/")):
        return "the name points outside the archive"
    if not name.isprintable():
        return "the name contains control characters"
    return None


def _bad_info(info: zipfile.ZipInfo) -> str | None:
    if info.flag_bits & 0x1:
        return "the entry is encrypted"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "the entry uses a compression that VASSAL can't read"
    kind = (info.external_attr >> 16) & 0o170000
    if kind not in (0, 0o100000, 0o040000):
        return "the entry is a link or a device"
    if info.file_size > raised(MAX_ENTRY):
        return f"larger than {raised(MAX_ENTRY)} bytes"
    if info.file_size > RATIO_FROM and info.file_size > raised(MAX_RATIO) * max(info.compress_size, 1):
        return f"unpacks to more than {raised(MAX_RATIO)} times its size"
    return None


def _check_overlap(infos: list[zipfile.ZipInfo], end: int) -> None:
    for info in sorted(infos, key=lambda info: info.header_offset, reverse=True):
        if info.header_offset + 30 + len(info.filename) + info.compress_size > end:
            raise ArchiveError(info.filename, info.header_offset, "the entry overlaps the next entry")
        end = info.header_offset


def _last_entry(file: IO[bytes]) -> str | None:
    """Return the name of the last entry in an archive without a directory; None if there are no entries."""
    found = None
    at = 0
    for _ in range(MAX_ENTRIES):
        file.seek(at)
        header = file.read(30)
        if len(header) < 30 or not header.startswith(b"PK\x03\x04"):
            break
        size, length, extra = struct.unpack_from("<I4xHH", header, 18)
        found = file.read(length).decode("utf-8", "backslashreplace")
        at += 30 + length + extra + size
    return found


def _check_directory(file: IO[bytes]) -> None:
    # zipfile reads the whole directory into memory, so its size is checked before.
    file.seek(0, os.SEEK_END)
    length = file.tell()
    tail_at = max(0, length - 65_557)
    file.seek(tail_at)
    tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + 22:
        name = _last_entry(file)
        cut = f"the archive is cut short in or after its entry {name!r}"
        raise ArchiveError("", length, "not a zip archive" if name is None else cut)
    size: int = struct.unpack_from("<I", tail, at + 12)[0]
    if size == 0xFFFFFFFF and at >= 20 and tail[at - 20 : at - 16] == b"PK\x06\x07":
        file.seek(struct.unpack_from("<Q", tail, at - 12)[0])
        size = struct.unpack_from("<Q", file.read(56).ljust(56, b"\xff"), 40)[0]
    if size > raised(MAX_DIRECTORY):
        raise ArchiveError("", size, f"the archive's directory is larger than {raised(MAX_DIRECTORY)} bytes")
    file.seek(0)
