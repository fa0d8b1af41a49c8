"""The work of laying out the saved games of a module as text: in workers, because hundreds take long."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from hexwright.support.file_limits import raised
from hexwright.support.named_files import read_regular
from hexwright.vassal.codec import obfuscation
from hexwright.vassal.codec.archive_limits import MAX_ENTRY
from hexwright.vassal.codec.module_archive import SAVED_GAME, Archive
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.unpacked.saved_game_text import lay_out_saved_game
from hexwright.vassal.codec.unpacked.unpacked_folder import TEXT_SUFFIX, saved_game_with_commands


class LaidOutSave(NamedTuple):
    """A saved game in the folder: whether it has a text, and whether it is restored from it."""

    path: str
    has_text: bool
    is_restored: bool


@dataclass(frozen=True, slots=True)
class LayingOutJob:
    """Writes the text of saved games beside them, and reads both again. A task is a path in the folder."""

    folder: Path

    def do(self, path: str) -> LaidOutSave:
        file = self.folder / path
        packed = read_regular(file, raised(MAX_ENTRY))
        try:
            with Archive(packed) as saved:
                text = lay_out_saved_game(obfuscation.deobfuscate(saved.read(SAVED_GAME)))
        except CodecError:
            text = None
        if text is None:
            return LaidOutSave(path, False, True)
        beside = self.folder / (path + TEXT_SUFFIX)
        beside.write_bytes(text.encode())
        try:
            again = saved_game_with_commands(packed, read_regular(beside, raised(MAX_ENTRY)))
        except CodecError:
            return LaidOutSave(path, True, False)
        return LaidOutSave(path, True, again == packed)

    def part_for(self, path: str) -> LayingOutJob:
        return self

    def key(self, path: str) -> str:
        return f"the saved game {path}"
