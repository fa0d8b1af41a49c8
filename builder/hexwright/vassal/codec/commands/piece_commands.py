"""The commands that move and change pieces, and that lay out boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.field_values import java_int


@dataclass(frozen=True, slots=True)
class RemovePiece:
    """The command that removes a piece (VASSAL.command.RemovePiece)."""

    id: str

    WORD: ClassVar[str] = "-/"

    @classmethod
    def decode(cls, text: str) -> RemovePiece:
        """Parse the command."""
        return cls(text[2:])

    def encode(self) -> str:
        """Return the command as text: ``-/id``."""
        return "-/" + self.id


@dataclass(frozen=True, slots=True)
class ChangePiece:
    """The command that changes the state of a piece (VASSAL.command.ChangePiece)."""

    id: str
    new: str
    old: str | None = None

    WORD: ClassVar[str] = "D/"

    @classmethod
    def decode(cls, text: str) -> ChangePiece | None:
        """Parse the command; return None for a string with a different number of parts."""
        parts = sequence_encoder.decode(text[2:], "/")
        return cls(*parts) if len(parts) in (2, 3) else None

    def encode(self) -> str:
        """Return the command as text: ``D/id/new[/old]``."""
        parts = (self.id, self.new) if self.old is None else (self.id, self.new, self.old)
        return "D/" + sequence_encoder.encode(parts, "/", ("id", "new", "old"))


@dataclass(frozen=True, slots=True)
class MovePiece:
    """The command that moves a piece (VASSAL.command.MovePiece).

    ``under`` is the id of the piece directly below it.
    """

    id: str | None
    map: str | None
    x: int
    y: int
    under: str | None
    old_map: str | None
    old_x: int
    old_y: int
    old_under: str | None
    player: str = ""
    WORD: ClassVar[str] = "M/"

    @classmethod
    def decode(cls, text: str) -> MovePiece | None:
        """Parse the command; return None for a string with a different number of parts."""
        parts = sequence_encoder.decode(text[2:], "/")
        if len(parts) != 10:
            return None
        try:
            x, y, old_x, old_y = (java_int(parts[i]) for i in (2, 3, 6, 7))
        except ValueError:
            return None
        word = [None if part == "null" else part for part in parts]
        return cls(word[0], word[1], x, y, word[4], word[5], old_x, old_y, word[8], parts[9])

    def encode(self) -> str:
        """Return the command as text: ``M/id/map/x/y/under/map/x/y/under/player``."""
        new = (_null(self.id), _null(self.map), str(self.x), str(self.y), _null(self.under))
        old = (_null(self.old_map), str(self.old_x), str(self.old_y), _null(self.old_under))
        return "M/" + sequence_encoder.encode((*new, *old, self.player), "/")


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """A board with its column and row in the layout of a map."""

    name: str
    column: int = 0
    row: int = 0
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class SetBoards:
    """The command that lays out the boards of a map (VASSAL.build.module.map.BoardPicker.SetBoards)."""

    map: str
    boards: tuple[BoardChoice, ...]

    @classmethod
    def decode(cls, text: str) -> SetBoards | None:
        """Parse the command; return None for any other command."""
        head, *parts = sequence_encoder.decode(text, "\t")
        if not head.endswith("BoardPicker") or len(parts) % 3:
            return None
        boards: list[BoardChoice] = []
        for i in range(0, len(parts), 3):
            name = sequence_encoder.decode(parts[i], "/")
            try:
                column, row = java_int(parts[i + 1]), java_int(parts[i + 2])
            except ValueError:
                return None
            boards.append(BoardChoice(name[0], column, row, name[1:] == ["rev"]))
        return cls(head.removesuffix("BoardPicker"), tuple(boards))

    def encode(self) -> str:
        """Return the command as text: ``<map>BoardPicker``, then each board with its column and row, joined
        by tabs.
        """
        parts = [self.map + "BoardPicker"]
        for board in self.boards:
            name = (board.name, "rev") if board.reversed else (board.name,)
            parts += [sequence_encoder.encode(name, "/"), str(board.column), str(board.row)]
        return sequence_encoder.encode(parts, "\t")


def _null(text: str | None) -> str:
    return "null" if text is None else text


PIECES: tuple[type[RemovePiece | ChangePiece | MovePiece], ...] = (RemovePiece, ChangePiece, MovePiece)


def decode_piece_command(text: str) -> RemovePiece | ChangePiece | MovePiece | SetBoards | None:
    """Parse a string as one of the commands of this file; return None for any other command."""
    for kind in PIECES:
        if text.startswith(kind.WORD):
            return kind.decode(text)
    return SetBoards.decode(text) if "BoardPicker\t" in text else None
