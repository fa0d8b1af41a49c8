"""Read a folder that `hexwright unpack` wrote like the archive that it is packed to."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from hexwright.support.file_limits import raised
from hexwright.support.named_files import open_regular
from hexwright.vassal.codec import obfuscation
from hexwright.vassal.codec.archive_limits import MAX_ENTRY
from hexwright.vassal.codec.archive_rewriting import ArchiveChanges, rewritten_archive
from hexwright.vassal.codec.module_archive import BUILD_FILES, SAVED_GAME, Archive, ArchiveError
from hexwright.vassal.codec.module_folder import ModuleFolder
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.unpacked.buildfile_layout import is_laid_out, restore_build_file
from hexwright.vassal.codec.unpacked.entry_file_names import entry_name
from hexwright.vassal.codec.unpacked.saved_game_text import HEADER, restore_saved_game

TEXT_SUFFIX: Final = ".txt"


class UnpackedFolder(ModuleFolder):
    """A folder with a laid-out build file, and with a text beside each saved game that can be read.

    It has the entries that `pack` writes: the build file restored, and saved games with the commands of their
    texts. A saved game keeps its bytes if its text has the same commands. The constructor raises ArchiveError
    as that of `ModuleFolder` does, and for a build file that can't be restored.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._paths = {entry_name(name): name for name in self._sizes}
        sizes = {entry: self._sizes[name] for entry, name in self._paths.items()}
        self._texts = {
            name: name + TEXT_SUFFIX
            for name in sizes
            if name + TEXT_SUFFIX in sizes and self._is_text(self._paths[name + TEXT_SUFFIX])
        }
        for text in self._texts.values():
            del sizes[text]
        self._sizes = sizes
        self._restored: dict[str, bytes] = {}
        self._saved = lru_cache(maxsize=1)(self._saved_game)
        for name in BUILD_FILES:
            if name in sizes:
                self._restored[name] = _restored(name, self._content(name))
                sizes[name] = len(self._restored[name])

    def size(self, name: str) -> int:
        """Return the size of an entry in bytes; raises ArchiveError if there is no such entry."""
        return len(self._saved(name)) if name in self._texts else super().size(name)

    def head(self, name: str, count: int) -> bytes:
        """Return the first `count` bytes of an entry; raises ArchiveError if it can't be read."""
        if name in self._restored:
            return self._restored[name][:count]
        return (self._saved(name) if name in self._texts else self._content(name))[:count]

    def _is_text(self, path: str) -> bool:
        return self._read(path, len(HEADER)) == HEADER.encode()

    def _content(self, name: str) -> bytes:
        super().size(name)
        return self._read(self._paths[name], raised(MAX_ENTRY) + 1)

    def _read(self, path: str, count: int) -> bytes:
        try:
            with open_regular(self._path / path) as file:
                return file.read(count)
        except OSError as error:
            raise ArchiveError(path, path, f"can't be read: {error.strerror}") from None

    def _saved_game(self, name: str) -> bytes:
        packed, text = self._content(name), self._content_of_text(name)
        try:
            return saved_game_with_commands(packed, text)
        except CodecError as error:
            raise ArchiveError(self._texts[name], text[:40], error.reason) from None

    def _content_of_text(self, name: str) -> bytes:
        return self._read(self._paths[self._texts[name]], raised(MAX_ENTRY) + 1)


def saved_game_with_commands(packed: bytes, text: bytes) -> bytes:
    """Return a saved game with the commands of its text: the same bytes if it has them already.

    Raises CodecError for a text that can't be read, or an archive that isn't a saved game.
    """
    try:
        commands = restore_saved_game(text.decode())
    except UnicodeDecodeError as error:
        raise CodecError("", text[:40], f"the file isn't valid UTF-8: {error.reason}") from None
    with Archive(packed) as archive:
        stored = archive.read(SAVED_GAME)
        if obfuscation.deobfuscate(stored) == commands:
            return packed
        key = int(stored[5:7], 16) if stored.startswith(obfuscation.HEADER) else None
        new = obfuscation.obfuscate(commands, key) if key is not None else commands.encode()
        return b"".join(rewritten_archive(archive, ArchiveChanges({SAVED_GAME: new})))


def is_unpacked(path: Path) -> bool:
    """Whether a folder was written by `hexwright unpack`: its build file is laid out."""
    for name in BUILD_FILES:
        try:
            with open_regular(path / name) as file:
                return is_laid_out(file.read(2000))
        except OSError:
            continue
    return False


def _restored(name: str, data: bytes) -> bytes:
    try:
        return restore_build_file(data) if is_laid_out(data) else data
    except CodecError as error:
        raise ArchiveError(name, name, error.reason) from None
