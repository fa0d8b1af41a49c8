"""Saved games (.vsav) and logs (.vlog) as trees of commands: the one place that reads and writes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

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
from hexwright.vassal.codec.module_archive import MAX_ENTRY, SavedGame
from hexwright.vassal.codec.sequence_encoder import CodecError


@dataclass(frozen=True)
class SavedGameFile:
    """Hold what a saved game or log says of module and game, and its commands as they lie in the file."""

    moduledata: bytes
    savedata: bytes
    commands: tuple[Command, ...]
    given: str | None = field(default=None, compare=False, repr=False)
    """The commands as they stand in the file that was read."""

    @classmethod
    def of(
        cls, moduledata: bytes, savedata: bytes, game: Command, steps: tuple[Command, ...] = ()
    ) -> SavedGameFile:
        """Return the file of a game, and of the steps that a log goes on with."""
        first = game.commands if isinstance(game, Compound) else (game,)
        return cls(moduledata, savedata, (*first, *map(as_log_step, steps)))

    @classmethod
    def read(cls, source: Path | bytes, limit: int = MAX_ENTRY) -> SavedGameFile:
        """Read a file, packed or in memory; its commands may be `limit` bytes long, disguised.

        Raises ArchiveError and CodecError for what is no saved game.
        """
        saved = SavedGame.decode(source, limit)
        try:
            root = decode(saved.text)
        except RecursionError:
            raise CodecError("", saved.text[:40], "commands nested too deep") from None
        commands = root.commands if isinstance(root, Compound) else (root,)
        found = cls(saved.moduledata, saved.savedata, commands, saved.text)
        if BEGIN_SAVE not in found.opening:
            raise CodecError("", saved.text[:40], "holds no saved game")
        return found

    def encode(self, *, disguised: bool = True) -> bytes:
        """Return the file; raises CodecError for text that the engine would misread."""
        saved = SavedGame(self.moduledata, self.savedata, Compound(self.commands).encode())
        return saved.encode(disguised=disguised)

    @cached_property
    def opening(self) -> tuple[Command, ...]:
        """Return what sets the game up, each command by itself."""
        return tuple(
            part for command in self.commands if not is_logged(command) for part in flatten_commands(command)
        )

    @cached_property
    def steps(self) -> tuple[Command, ...]:
        """Return what each step of a log does; none for a saved game."""
        return tuple(from_log_step(command) for command in self.commands if is_logged(command))

    @cached_property
    def module(self) -> Metadata | None:
        """Return which module the game belongs to, where the file says so."""
        return _metadata(self.moduledata)

    @cached_property
    def about(self) -> Metadata | None:
        """Return when and by what the game was saved, where the file says so."""
        return _metadata(self.savedata)

    def without_steps(self) -> SavedGameFile:
        """Return the game as a log finds it."""
        return SavedGameFile(
            self.moduledata, self.savedata, tuple(c for c in self.commands if not is_logged(c))
        )


def _metadata(data: bytes) -> Metadata | None:
    try:
        return Metadata.decode(data) if data else None
    except CodecError:
        return None
