"""Find the names of the players in a saved game or log, and replace them by the players' seats.

Names of players are private. A file gives them where players take sides, and in the lines of the chat: what
they write, reports of their dice, and what the modules of hexwright report of them.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from hexwright.diagnostics.diagnostic import InputError
from hexwright.inspect.analysis.word_search import MAX_NAME, WordSearch
from hexwright.support.file_limits import REMEDY, raised
from hexwright.support.linear_regex import LinearRegex
from hexwright.support.message_wording import single_line
from hexwright.vassal.codec.commands import AddPlayer, ChatText, flatten_commands
from hexwright.vassal.codec.piece_text import AddPiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile

OBSERVER: Final = "an observer"
"""A player without a side who writes in the chat."""
PLAYER: Final = "a player"
"""A player whose side the file doesn't tell."""

MAX_NAMES: Final = 500_000
"""The maximum number of characters of all players' names together."""
MAX_SEAT: Final = 60
"""The number of characters after which a seat is cut off, because a side's name is the file's."""
MAX_LINE: Final = 20_000
"""The number of characters after which a line of a story is cut off."""

_TAGS: Final = re.compile(
    r"</?(?:b|i|u|s|br|p|div|span|font|img|a|h[1-6]|html|body|table|tr|td|center)(?:\s[^<>]{0,400})?/?>", re.I
)
#: Signs that set the style of a chat line.
_STYLES: Final = frozenset("~!?#`|")
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
        self._search = WordSearch(self.seats)

    def hide(self, line: str) -> str:
        """Return a text on one line, with each player's name replaced by the player's seat.

        Names are found in the text as it is given, so that a seat which contains a name isn't replaced again.
        A text is cut off after `MAX_LINE` characters.
        """
        line = single_line(line)
        parts: list[str] = []
        length = done = 0
        for at, names in self._search.occurrences(line):
            if at < done:
                continue
            name, seat = names[-1], self.seats[names[-1]]
            begin, end = at, at + len(name)
            if line[begin - 1 : begin] == "<" and line[end : end + 1] == ">" and begin > done:
                begin, end = begin - 1, end + 1
            parts += (line[done:begin], seat)
            length += begin - done + len(seat)
            done = end
            if length > MAX_LINE:
                break
        parts.append(line[done:])
        told = "".join(parts)
        return told if len(told) <= MAX_LINE else f"{told[:MAX_LINE]}…"

    def seat(self, player: AddPlayer) -> str:
        """Return the side that a player takes, with the player's name if names are shown."""
        return f"{player.side} ({player.name})" if self.shown else player.side


def _seats(game: SavedGameFile, public: frozenset[str]) -> dict[str, str]:
    """Return, for each player's name, the seat that replaces it.

    Raises InputError (N022) for names that are too long, one by one or together.
    """
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
    if sum(map(len, found)) > raised(MAX_NAMES):
        what = f"the names of the players have more than {raised(MAX_NAMES):,} characters together"
        raise InputError.single("N022", what, hint=f"add --players, which shows the names; or {REMEDY}")
    return found


def _add(found: dict[str, str], name: str, seat: str, public: frozenset[str]) -> None:
    name = single_line(name.strip())
    if len(name) > MAX_NAME:
        what = f"a player's name has {len(name):,} characters; the limit is {MAX_NAME}"
        raise InputError.single("N022", what, hint="add --players, which shows the names")
    if name and name not in public and any(map(str.isalnum, name)):
        found.setdefault(name, seat if len(seat) <= MAX_SEAT else f"{seat[:MAX_SEAT]}…")


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


def plain_text(line: str) -> str:
    """Return a chat line as plain text, without style prefixes and tags."""
    text = html.unescape(_TAGS.sub("", line)).strip()
    at, undone = _after_prefix(text, 0), 0
    while text.startswith(_UNDO, at):
        at, undone = _after_prefix(text, at + len(_UNDO)), undone + 1
    text = text[at:].removeprefix("*** ").removeprefix("* ").removeprefix("- ").strip()
    return single_line(_TAKEN_BACK * undone + text)


def _after_prefix(text: str, at: int) -> int:
    """Return the position after spaces and the sign that sets a line's style, if there are any."""
    at = _after_spaces(text, at)
    sign = _after_spaces(text, at + text.startswith("*", at))
    if text[sign : sign + 1] in _STYLES:
        at = sign + 1 + text[sign + 1 : sign + 2].isspace()
    return at + 2 * text.startswith("* ", at)


def _after_spaces(text: str, at: int) -> int:
    while text[at : at + 1].isspace():
        at += 1
    return at
