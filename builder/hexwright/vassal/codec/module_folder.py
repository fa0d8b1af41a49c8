"""Read modules that were unpacked into a folder, such as a repository.

The limits for archives also apply here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from hexwright.support.file_limits import raised
from hexwright.support.named_files import open_regular
from hexwright.vassal.codec.archive_limits import MAX_ENTRIES, MAX_ENTRY, MAX_NAME, MAX_TOTAL
from hexwright.vassal.codec.module_archive import (
    BUILD_FILE,
    BUILD_FILES,
    Archive,
    ArchiveError,
    other_build_file,
)


class ModuleFolder(Archive):
    """A folder that is read like an archive: its files are the entries.

    Links, and names that start with a dot, are skipped. The constructor raises ArchiveError for a folder
    without a build file, or with more content than `archive_limits` allows.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._sizes: dict[str, int] = {}
        if not any((path / name).is_file() for name in BUILD_FILES):
            patterns = [f"{depth}/{name}" for depth in ("*", "*/*") for name in BUILD_FILES]
            below = (file.relative_to(path) for pattern in patterns for file in path.glob(pattern))
            hint = other_build_file([file.as_posix() for file in below])
            raise ArchiveError("", path.name, f"the folder contains no {BUILD_FILE}{hint}")
        total = 0
        try:
            for name, size in _files(path, ""):
                if len(self._sizes) >= raised(MAX_ENTRIES):
                    raise ArchiveError("", name, f"the folder contains more than {raised(MAX_ENTRIES)} files")
                total += size
                if total > raised(MAX_TOTAL):
                    what = f"the folder contains more than {raised(MAX_TOTAL)} bytes"
                    raise ArchiveError(name, total, what)
                self._sizes[name] = size
        except OSError as error:
            raise ArchiveError("", path.name, f"can't be read: {error.strerror}") from None

    def close(self) -> None:
        """Do nothing, because no file is left open."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the sorted paths of the files, relative to the folder and separated by /."""
        return tuple(sorted(self._sizes))

    @property
    def repeated(self) -> tuple[str, ...]:
        """Return nothing, because a folder contains each name once."""
        return ()

    def __contains__(self, name: str) -> bool:
        return name in self._sizes

    def size(self, name: str) -> int:
        """Return the size of a file in bytes; raises ArchiveError if there is no such file."""
        try:
            return self._sizes[name]
        except KeyError:
            raise ArchiveError(name, name, "no such entry") from None

    def head(self, name: str, count: int) -> bytes:
        """Return the first ``count`` bytes of a file; raises ArchiveError if it can't be read."""
        self.size(name)
        try:
            with open_regular(self._path / name) as file:
                return file.read(min(count, raised(MAX_ENTRY) + 1))
        except OSError as error:
            raise ArchiveError(name, name, f"can't be read: {error.strerror}") from None


def open_archive(path: Path) -> Archive:
    """Return a reader for an archive file or a folder; raises ArchiveError."""
    if not path.is_dir():
        return Archive(path)
    from hexwright.vassal.codec.unpacked.unpacked_folder import UnpackedFolder, is_unpacked

    return UnpackedFolder(path) if is_unpacked(path) else ModuleFolder(path)


def folder_entries(path: Path) -> dict[str, bytes]:
    """Return the content of all files in a folder, keyed by path, ready for packing; raises ArchiveError."""
    folder = ModuleFolder(path)
    return {name: folder.read(name) for name in folder.names}


def _files(folder: Path, before: str) -> Iterator[tuple[str, int]]:
    with os.scandir(folder) as found:
        for entry in sorted(found, key=lambda entry: entry.name):
            name = before + entry.name
            if entry.name.startswith(".") or entry.is_symlink():
                continue
            if len(name) > MAX_NAME or not name.isprintable() or "\\" in name:
                continue  # No archive can contain such a name, so no module can refer to it.
            if entry.is_dir(follow_symlinks=False):
                yield from _files(folder / entry.name, f"{name}/")
            elif entry.is_file(follow_symlinks=False):
                yield name, entry.stat(follow_symlinks=False).st_size
