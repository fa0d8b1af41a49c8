"""Read and write saved games (.vsav) and logs (.vlog) as trees of commands.

All other code accesses these files through this one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from hexwright.vassal.codec.archive_limits import MAX_ENTRY
from hexwright.vassal.codec.buildfile.moduledata import Metadata
from hexwright.vassal.codec.commands import (
    BEGIN_SAVE,
    Command,
    Compound,
    as_log_step,
    decode,
    flatten_commands,
    from_log_step,
    is_logged,
)
from hexwright.vassal.codec.module_archive import SavedGame
from hexwright.vassal.codec.sequence_encoder import CodecError


@dataclass(frozen=True)
class SavedGameFile:
    """A saved game or log: the metadata of module and game, and the commands in file order."""

    moduledata: bytes
    savedata: bytes
    commands: tuple[Command, ...]
    stored_commands: str | None = field(default=None, compare=False, repr=False)
    """The encoded commands as the file contained them, or None if the object was created from commands."""

    @classmethod
    def of(
        cls, moduledata: bytes, savedata: bytes, game: Command, steps: tuple[Command, ...] = ()
    ) -> SavedGameFile:
        """Return a saved game, or a log if there are `steps`: the commands that follow the saved position."""
        first = game.commands if isinstance(game, Compound) else (game,)
        return cls(moduledata, savedata, (*first, *map(as_log_step, steps)))

    @classmethod
    def read(cls, source: Path | bytes, limit: int = MAX_ENTRY) -> SavedGameFile:
        """Parse a file, given by path or content; its obfuscated commands may have at most `limit` bytes.

        Raises ArchiveError and CodecError for a file that isn't a saved game.
        """
        saved = SavedGame.decode(source, limit)
        try:
            root = decode(saved.text)
        except RecursionError:
            raise CodecError("", saved.text[:40], "commands are nested too deeply") from None
        commands = root.commands if isinstance(root, Compound) else (root,)
        found = cls(saved.moduledata, saved.savedata, commands, saved.text)
        if BEGIN_SAVE not in found.setup_commands:
            raise CodecError("", saved.text[:40], "the file contains no saved game")
        return found

    def encode(self, *, disguised: bool = True) -> bytes:
        """Encode the file.

        Raises CodecError for text that VASSAL would misread.
        """
        saved = SavedGame(self.moduledata, self.savedata, Compound(self.commands).encode())
        return saved.encode(disguised=disguised)

    @cached_property
    def setup_commands(self) -> tuple[Command, ...]:
        """Return the commands that restore the saved position, as a flat sequence."""
        return tuple(
            part for command in self.commands if not is_logged(command) for part in flatten_commands(command)
        )

    @cached_property
    def steps(self) -> tuple[Command, ...]:
        """Return the command of each step of a log. A saved game has no steps."""
        return tuple(from_log_step(command) for command in self.commands if is_logged(command))

    @cached_property
    def module_metadata(self) -> Metadata | None:
        """Return the module's metadata, or None if the file has none."""
        return _metadata(self.moduledata)

    @cached_property
    def save_metadata(self) -> Metadata | None:
        """Return the metadata about the save itself, such as time and VASSAL version; None if the file has
        none.
        """
        return _metadata(self.savedata)

    def without_log(self) -> SavedGameFile:
        """Return the saved position at the beginning of a log."""
        return SavedGameFile(
            self.moduledata, self.savedata, tuple(c for c in self.commands if not is_logged(c))
        )


def _metadata(data: bytes) -> Metadata | None:
    try:
        return Metadata.decode(data) if data else None
    except CodecError:
        return None
