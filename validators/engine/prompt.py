"""Play a module by typed lines: what `hexwright drive` shows and does."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator

from validators.engine.game import Game
from validators.engine_bridge.errors import EngineFault
from validators.engine_bridge.seen import PieceSeen

HELP = """\
start [SET-UP] [SIDE]    begin a set-up, by number or title; without one, list them
pieces [WORDS]           list the pieces whose name, place or id holds the words
drag PIECE PLACE [MAP]   drag a piece: a hex, a region, a zone, or X,Y in pixels
key PIECE KEY            give a key command: a name, or "keys:ctrl F"
keys PIECE               list the key commands that a piece hears
next [COUNTER]           advance the turn counter; back takes it back
press BUTTON             press a button of a toolbar; buttons lists them
hotkey KEY               fire a hot key at the toolbars
get PROPERTY [PIECE]     show a property
set PROPERTY VALUE       set a Global Property
eval EXPRESSION [PIECE]  evaluate an expression such as '{Turn + 1}'
side [SIDE]              show or change the side
chat [COUNT]             show the last lines of the chat
undo                     undo the last step
unsupported              name what this engine does not do
quit                     leave
A PIECE is an id, a name as `pieces` lists it, or name@place; put what holds blanks into quotation marks."""

_NAMES = ("BasicName", "FullName", "UnitId")
"""The properties that a piece is called by, where a module has them."""


class Prompt:
    """Do typed lines in a game, each giving the lines to show."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.done = False
        self._commands: dict[str, Callable[[list[str]], Iterator[str]]] = {
            "start": self._start,
            "pieces": self._pieces,
            "drag": self._drag,
            "key": self._key,
            "keys": self._keys,
            "next": self._next,
            "back": self._back,
            "press": self._press,
            "buttons": self._buttons,
            "hotkey": self._hotkey,
            "get": self._get,
            "set": self._set,
            "eval": self._eval,
            "side": self._side,
            "chat": self._chat,
            "undo": self._undo,
            "unsupported": self._unsupported,
            "help": lambda words: iter(HELP.split("\n")),
            "quit": self._quit,
            "exit": self._quit,
        }

    def do(self, line: str) -> Iterator[str]:
        """Do one line; yield what to show, the chat and the engine's warnings included.

        Raises EngineFault for what can't be done.
        """
        try:
            words = shlex.split(line, comments=True)
        except ValueError as fault:
            raise EngineFault(f"{fault}; put texts into quotation marks in pairs") from None
        if not words:
            return
        command = self._commands.get(words[0])
        if command is None:
            raise EngineFault(f"no command is called {words[0]!r}; type help")
        yield from command(words[1:])
        if words[0] != "chat":
            yield from (line.text for line in self.game.take_chat())
        yield from (f"! {problem.text}" for problem in self.game.take_problems())

    # Helpers -------------------------------------------------------------------------------------
    def _piece(self, wanted: str) -> PieceSeen:
        name, _, place = wanted.partition("@")
        everything = self.game.pieces(_NAMES)
        found = [p for p in everything if p.id == wanted]
        if not found:
            found = [
                p
                for p in everything
                if name in (p.name, *p.properties.values()) and (not place or p.location == place)
            ]
        if len(found) != 1:
            where = ", ".join(f"{p.id} in {p.location}" for p in found[:6])
            raise EngineFault(f"{len(found)} pieces are called {wanted!r}" + (f": {where}" if where else ""))
        return found[0]

    @staticmethod
    def _need(words: list[str], count: int, usage: str) -> None:
        if len(words) < count:
            raise EngineFault(f"usage: {usage}")

    # Commands ------------------------------------------------------------------------------------
    def _start(self, words: list[str]) -> Iterator[str]:
        setups = self.game.setups()
        if not words:
            yield from (f"{number}  {setup.title}" for number, setup in enumerate(setups, 1))
            yield "sides: " + ", ".join(self.game.sides())
            return
        title = words[0]
        if title.isdigit() and 0 < int(title) <= len(setups):
            title = setups[int(title) - 1].title
        status = self.game.start(title, words[1] if words[1:] else None)
        yield f"{title}: {status.pieces} pieces; you play {status.side or 'no side'}"

    def _pieces(self, words: list[str]) -> Iterator[str]:
        for p in self.game.pieces(_NAMES):
            names = dict.fromkeys(name for name in (p.name, *p.properties.values()) if name)
            row = f"{p.id}  {', '.join(names)}  {p.map or 'nowhere'}: {p.location or ''}"
            if all(word.lower() in row.lower() for word in words):
                yield row

    def _drag(self, words: list[str]) -> Iterator[str]:
        self._need(words, 2, "drag PIECE PLACE [MAP]")
        piece = self._piece(words[0])
        x, comma, y = words[1].partition(",")
        pixels = comma and x.strip().isdigit() and y.strip().isdigit()
        where = (int(x), int(y)) if pixels else words[1]
        if not self.game.drag(piece.id, words[2] if words[2:] else piece.map or "Map", where):
            yield f"{piece.name} can't be taken hold of"
            return
        after = next((p for p in self.game.pieces() if p.id == piece.id), None)
        yield f"{piece.name} is gone" if after is None else f"{after.name} is in {after.location}"

    def _key(self, words: list[str]) -> Iterator[str]:
        self._need(words, 2, "key PIECE KEY")
        if not self.game.key(self._piece(words[0]).id, words[1]):
            yield "nothing came of it"

    def _keys(self, words: list[str]) -> Iterator[str]:
        self._need(words, 1, "keys PIECE")
        yield from self.game.keys_of(self._piece(words[0]).id)

    def _next(self, words: list[str]) -> Iterator[str]:
        yield self.game.next_turn(words[0] if words else None).shown

    def _back(self, words: list[str]) -> Iterator[str]:
        yield self.game.previous_turn(words[0] if words else None).shown

    def _press(self, words: list[str]) -> Iterator[str]:
        self._need(words, 1, "press BUTTON")
        self.game.press(" ".join(words))
        yield from ()

    def _buttons(self, words: list[str]) -> Iterator[str]:
        for button in self.game.toolbar.buttons:
            yield f"{button.text or button.tooltip}" + (f"  ({button.map})" if button.map else "")

    def _hotkey(self, words: list[str]) -> Iterator[str]:
        self._need(words, 1, "hotkey KEY")
        self.game.hotkey(words[0])
        yield from ()

    def _get(self, words: list[str]) -> Iterator[str]:
        self._need(words, 1, "get PROPERTY [PIECE]")
        value = self.game.property(words[0], piece=self._piece(words[1]).id if words[1:] else None)
        yield "(not set)" if value is None else value

    def _set(self, words: list[str]) -> Iterator[str]:
        self._need(words, 2, "set PROPERTY VALUE")
        self.game.set_property(words[0], words[1])
        yield from ()

    def _eval(self, words: list[str]) -> Iterator[str]:
        self._need(words, 1, "eval EXPRESSION [PIECE]")
        yield self.game.evaluate(words[0], piece=self._piece(words[1]).id if words[1:] else None)

    def _side(self, words: list[str]) -> Iterator[str]:
        if words:
            self.game.change_side(words[0])
        yield self.game.status().side or "no side"

    def _chat(self, words: list[str]) -> Iterator[str]:
        count = int(words[0]) if words and words[0].isdigit() else 20
        yield from self.game.chat[-count:] if count else ()

    def _undo(self, words: list[str]) -> Iterator[str]:
        self.game.undo()
        yield from ()

    def _unsupported(self, words: list[str]) -> Iterator[str]:
        yield from self.game.unsupported or ("nothing",)

    def _quit(self, words: list[str]) -> Iterator[str]:
        self.done = True
        yield from ()
