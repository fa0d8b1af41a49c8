"""The commands of saved games and logs, joined by ESC."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from builder.vassal.codec import sequence
from builder.vassal.codec.piece import AddPiece
from builder.vassal.codec.sequence import CodecError
from builder.vassal.codec.values import java_int

SEPARATOR = "\x1b"
MAX_DEPTH = 64


@dataclass(frozen=True, slots=True)
class RemovePiece:
    """Remove a piece (VASSAL.command.RemovePiece)."""

    id: str

    def encode(self) -> str:
        """Return ``-/id``."""
        return "-/" + self.id


@dataclass(frozen=True, slots=True)
class ChangePiece:
    """Give a piece another state (VASSAL.command.ChangePiece)."""

    id: str
    new: str
    old: str | None = None

    def encode(self) -> str:
        """Return ``D/id/new[/old]``."""
        parts = (self.id, self.new) if self.old is None else (self.id, self.new, self.old)
        return "D/" + sequence.encode(parts, "/", ("id", "new", "old"))


@dataclass(frozen=True, slots=True)
class MovePiece:
    """Move a piece (VASSAL.command.MovePiece); ``under`` is the piece that it comes to lie upon."""

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

    def encode(self) -> str:
        """Return ``M/id/map/x/y/under/map/x/y/under/player``."""
        new = (_null(self.id), _null(self.map), str(self.x), str(self.y), _null(self.under))
        old = (_null(self.old_map), str(self.old_x), str(self.old_y), _null(self.old_under))
        return "M/" + sequence.encode((*new, *old, self.player), "/")


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """Name a board and its column and row among the boards of a map."""

    name: str
    column: int = 0
    row: int = 0
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class SetBoards:
    """Lay out the boards of a map (VASSAL.build.module.map.BoardPicker.SetBoards)."""

    map: str
    boards: tuple[BoardChoice, ...]

    def encode(self) -> str:
        """Return ``<map>BoardPicker`` and each board with column and row, joined by tabs."""
        parts = [self.map + "BoardPicker"]
        for board in self.boards:
            name = (board.name, "rev") if board.reversed else (board.name,)
            parts += [sequence.encode(name, "/"), str(board.column), str(board.row)]
        return sequence.encode(parts, "\t")


@dataclass(frozen=True, slots=True)
class AddPlayer:
    """Put a player on a side (VASSAL.build.module.PlayerRoster.Add)."""

    id: str
    name: str
    side: str

    def encode(self) -> str:
        """Return ``PLAYER``, id, name and side, joined by tabs."""
        return "PLAYER\t" + sequence.encode((self.id, self.name, self.side), "\t")


@dataclass(frozen=True, slots=True)
class SetGlobalProperty:
    """Set a global property at load (VASSAL.build.module.properties.GlobalProperty).

    ``property_id`` is the engine's id of the component; ``container`` names map or zone.
    """

    property_id: str
    value: str
    container: str = ""

    def encode(self) -> str:
        """Return ``GlobalProperty<TAB>;id;value;container``."""
        return sequence.encode(("GlobalProperty\t", self.property_id, self.value, self.container), ";")


@dataclass(frozen=True, slots=True)
class SetTurn:
    """Set a turn counter (VASSAL.build.module.turn.TurnTracker)."""

    tracker: str
    state: str

    def encode(self) -> str:
        """Return ``TURN<id>`` and the state, joined by a tab."""
        return sequence.encode(("TURN" + self.tracker, self.state), "\t")


@dataclass(frozen=True, slots=True)
class Log:
    """Wrap what one step of a log does (VASSAL.build.module.BasicLogger.LogCommand)."""

    command: Command

    def encode(self) -> str:
        """Return ``LOG<TAB>`` and the command."""
        return "LOG\t" + self.command.encode()


@dataclass(frozen=True, slots=True)
class Other:
    """Keep any other command as it stands: ``begin_save``, ``end_save``, chat, notes, clocks."""

    text: str

    def encode(self) -> str:
        """Return the text."""
        return self.text


BEGIN_SAVE = Other("begin_save")
END_SAVE = Other("end_save")


@dataclass(frozen=True, slots=True)
class Compound:
    """Join commands into one; the engine carries out the first, then the others in turn."""

    commands: tuple[Command, ...]

    def encode(self) -> str:
        """Return the commands joined by ESC; raises CodecError."""
        return sequence.encode([command.encode() for command in self.commands], SEPARATOR)


Command: TypeAlias = (
    AddPiece
    | RemovePiece
    | ChangePiece
    | MovePiece
    | SetBoards
    | AddPlayer
    | SetGlobalProperty
    | SetTurn
    | Log
    | Other
    | Compound
)


def decode(text: str, depth: int = 0) -> Command:
    """Read a command, however nested; what is not understood is kept as Other.

    Raises CodecError for a command nested deeper than ``MAX_DEPTH``, and for a broken piece.
    """
    if depth > MAX_DEPTH:
        raise CodecError("", text[:80], f"commands nested deeper than {MAX_DEPTH}")
    if SEPARATOR in text:
        parts = sequence.decode(text, SEPARATOR)
        if parts != [text]:
            return Compound(tuple(decode(part, depth + 1) for part in parts))
    if text.startswith("LOG\t"):
        return Log(decode(text[4:], depth + 1))
    return _decode_one(text)


def _decode_one(text: str) -> Command:
    if text.startswith("+/"):
        return AddPiece.decode(text)
    if text.startswith("-/"):
        return RemovePiece(text[2:])
    if text.startswith("D/"):
        parts = sequence.decode(text[2:], "/")
        if len(parts) in (2, 3):
            return ChangePiece(*parts)
    elif text.startswith("M/"):
        return _decode_move(text)
    elif text.startswith("PLAYER\t"):
        parts = sequence.decode(text[7:], "\t")
        if len(parts) == 3:
            return AddPlayer(*parts)
    elif text.startswith("GlobalProperty\t;"):
        parts = sequence.decode(text, ";")
        if len(parts) == 4:
            return SetGlobalProperty(*parts[1:])
    elif text.startswith("TURN"):
        parts = sequence.decode(text, "\t")
        if len(parts) == 2:
            return SetTurn(parts[0][4:], parts[1])
    elif "BoardPicker\t" in text:
        return _decode_boards(text)
    return Other(text)


def _decode_move(text: str) -> Command:
    parts = sequence.decode(text[2:], "/")
    if len(parts) != 10:
        return Other(text)
    try:
        x, y, old_x, old_y = (java_int(parts[i]) for i in (2, 3, 6, 7))
    except ValueError:
        return Other(text)
    word = [None if part == "null" else part for part in parts]
    return MovePiece(word[0], word[1], x, y, word[4], word[5], old_x, old_y, word[8], parts[9])


def _decode_boards(text: str) -> Command:
    head, *parts = sequence.decode(text, "\t")
    if not head.endswith("BoardPicker") or len(parts) % 3:
        return Other(text)
    boards: list[BoardChoice] = []
    for i in range(0, len(parts), 3):
        name = sequence.decode(parts[i], "/")
        try:
            column, row = java_int(parts[i + 1]), java_int(parts[i + 2])
        except ValueError:
            return Other(text)
        boards.append(BoardChoice(name[0], column, row, name[1:] == ["rev"]))
    return SetBoards(head.removesuffix("BoardPicker"), tuple(boards))


def _null(text: str | None) -> str:
    return "null" if text is None else text
