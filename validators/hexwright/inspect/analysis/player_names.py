"""Find the names of the players in a saved game or log, and replace them by the players' seats.

Names of players are private. A file gives them where players take sides, and in the lines of the chat: what
they write, reports of their dice, and what the modules of hexwright report of them.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from hexwright.support.linear_regex import LinearRegex
from hexwright.vassal.codec.commands import AddPlayer, ChatText, flatten_commands
from hexwright.vassal.codec.piece_text import AddPiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile

OBSERVER: Final = "an observer"
"""A player without a side who writes in the chat."""
PLAYER: Final = "a player"
"""A player whose side the file doesn't tell."""

_TAGS: Final = re.compile(
    r"</?(?:b|i|u|s|br|p|div|span|font|img|a|h[1-6]|html|body|table|tr|td|center)(?:\s[^<>]{0,400})?/?>", re.I
)
#: Prefixes of chat lines that set their style.
_STYLES: Final = re.compile(r"^\*?\s*[~!?#`|]\s?")
_CHAT: Final = re.compile(r"^<([^<>]{1,80})> - ")
#: Dice reports of VASSAL end with the player's name in angle brackets.
_REPORT: Final = re.compile(r"<([^<>/\s][^<>]{0,79})>$")
#: Other lines that begin or end with a player's name.
_SENTENCES: Final = tuple(
    LinearRegex(text)
    for text in (
        r"(?P<who>.{1,80}?) rolls \d{0,3}[dD]\d{1,4}\b.{0,400}",
        r"(?P<who>.{1,80}?) (joined the game as|switched sides from) .{1,400}",
        r"(?P<who>.{1,80}?) (went back one phase\.|points at .{1,400})",
        r"Rules set by (?P<who>.{1,80}?)\. .{0,400}",
    )
)
_UNDO: Final = "UNDO: "
_TAKEN_BACK: Final = "Taken back: "
#: Those who roll in reports that name no player.
_ROLES: Final = frozenset(("Attacker", "Attackers", "Defender", "Defenders", "The attacker", "The defender"))


class PlayerNames:
    """The names of a file's players, each with the seat that is told instead.

    `public` contains names of the game that the chat may use like a player's name, such as sides and units;
    names of pieces in the file are added. If `shown` is true, nothing is replaced.
    """

    def __init__(self, game: SavedGameFile, public: Iterable[str] = (), *, shown: bool = False) -> None:
        self.shown = shown
        self.seats: Mapping[str, str] = {} if shown else _seats(game, frozenset(public))

    def hide(self, line: str) -> str:
        """Return a line with each player's name replaced by the player's seat."""
        for name, seat in self.seats.items():
            for at in reversed(list(words_at(line, name))):
                line = line[:at] + seat + line[at + len(name) :]
            line = line.replace(f"<{seat}>", seat)
        return line

    def seat(self, player: AddPlayer) -> str:
        """Return the side that a player takes, with the player's name if names are shown."""
        return f"{player.side} ({player.name})" if self.shown else player.side


def _seats(game: SavedGameFile, public: frozenset[str]) -> dict[str, str]:
    """Return, for each player's name, the seat that replaces it; the longest names first."""
    commands = [*game.setup_commands, *(part for step in game.steps for part in flatten_commands(step))]
    taken = [part for part in commands if isinstance(part, AddPlayer)]
    sides = frozenset(part.side for part in taken)
    public |= _ROLES | sides | {part.piece.name for part in commands if isinstance(part, AddPiece)}
    found: dict[str, str] = {}
    for player in taken:
        seat = OBSERVER if player.side.startswith("<") else f"the player of {player.side}"
        _add(found, player.name, seat, sides)
    for part in commands:
        if isinstance(part, ChatText):
            for name, seat in _named_in(plain_text(part.text)):
                _add(found, name, seat, public)
    return dict(sorted(found.items(), key=lambda item: -len(item[0])))


def _add(found: dict[str, str], name: str, seat: str, public: frozenset[str]) -> None:
    name = name.strip()
    if name and name not in public and any(map(str.isalnum, name)):
        found.setdefault(name, seat)


def _named_in(line: str) -> Iterator[tuple[str, str]]:
    """Yield the players whom a line of the chat names, each with a seat for one whose side is unknown."""
    line = line.removeprefix(_TAKEN_BACK)
    # A player without a side may also write in the chat.
    if (talk := _CHAT.match(line)) is not None:
        yield talk[1], OBSERVER
        return
    if (report := _REPORT.search(line)) is not None:
        yield report[1], PLAYER
    for sentence in _SENTENCES:
        if (told := sentence.fullmatch(line)) is not None:
            yield told["who"], PLAYER


def words_at(line: str, name: str) -> Iterator[int]:
    """Yield the positions at which a name occurs in a line as a whole word."""
    at = line.find(name)
    while at >= 0:
        before, after = line[:at][-1:], line[at + len(name) : at + len(name) + 1]
        if not before.isalnum() and not after.isalnum():
            yield at
        at = line.find(name, at + len(name))


def plain_text(line: str) -> str:
    """Return a chat line as plain text, without style prefixes and tags."""
    text, undone = html.unescape(_TAGS.sub("", line)), 0
    while (text := _STYLES.sub("", text.strip()).removeprefix("* ")).startswith(_UNDO):
        text, undone = text.removeprefix(_UNDO), undone + 1
    text = text.removeprefix("*** ").removeprefix("* ").removeprefix("- ").strip()
    return _TAKEN_BACK * undone + text
