"""Play a module with typed commands: the prompt of `hexwright drive`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from difflib import get_close_matches

from hexwright.emulator import piece_dragging, piece_menus
from hexwright.emulator.emulated_game import EmulatedGame
from hexwright.emulator.key_input import key_words, named_keystroke, parse_key
from hexwright.emulator.live_pieces import LivePiece
from hexwright.emulator.live_toolbar import LiveButton, strip_html
from hexwright.emulator.player_hands import Where
from hexwright.engine_driver.engine_errors import EngineError
from hexwright.engine_driver.engine_replies import PieceReply
from hexwright.inspect.analysis.key_bindings import Identity

HELP = """\
start [SET-UP] [SIDE]       start a set-up, by number or title; without one, list the set-ups
new [SIDE] [MAP=BOARD …]    start the empty game, like VASSAL's New Game
side [SIDE]                 show or change the side
pieces [WORDS]              list the pieces whose name, place or id contains the words
menu PIECE                  list the lines of a piece's menu, and why some are disabled
do PIECE WORDS              choose a line of that menu
drag PIECE PLACE [MAP]      drag a piece: to a hex, a region, a zone, or X,Y in pixels
take NAME PLACE [MAP]       drag a new piece from the palettes
decks                       list the decks with their numbers of cards
deck DECK [WORDS [ANSWER]]  list a deck's menu, or choose a line of it; ANSWER answers its prompt
draw DECK PLACE [MAP]       drag the next card, or the chosen ones, from a deck
next [TRACKER]              advance the turn tracker; 'back' sets it back
buttons                     list the buttons of the toolbars
press BUTTON                press a button by text or tooltip; BUTTON@MAP if several maps have it
answer TEXT                 set the answer to the next prompt in advance
undo                        undo the last step
chat [COUNT]                show the last lines of the chat
get PROPERTY [PIECE]        show a property
set PROPERTY VALUE          set a Global Property
eval EXPRESSION [PIECE]     evaluate an expression such as '{Turn + 1}'
keys PIECE [all]            list the keys of a piece's menu; with 'all', also keys that aren't in the menu
key PIECE KEY               send a piece a key: Ctrl+F, Delete, or a named key command
hotkey KEY                  send a hot key to the toolbars
unsupported                 list the module's features that the emulator lacks
quit                        leave
A PIECE is a name as `pieces` lists it, name@place, or an id; put names with spaces in quotation marks."""

_NAMES = ("BasicName", "FullName", "UnitId")
"""The properties that may contain a piece's name, if the module defines them."""
#: The prefix of a chat line that sets its colour (VASSAL.tools.QuickColors).
_COLOUR = re.compile(r"^(\* )\s*[|!?~`]")


class DrivePrompt:
    """An interpreter of typed commands in a game; each command yields the lines to print."""

    def __init__(self, game: EmulatedGame) -> None:
        self.game = game
        self.done = False
        self._commands: dict[str, Callable[[list[str]], Iterator[str]]] = {
            "start": self._start,
            "new": self._new,
            "side": self._side,
            "pieces": self._pieces,
            "menu": self._menu,
            "do": self._do,
            "drag": self._drag,
            "take": self._take,
            "decks": self._decks,
            "deck": self._deck,
            "draw": self._draw,
            "next": self._next,
            "back": self._back,
            "buttons": self._buttons,
            "press": self._press,
            "answer": self._answer,
            "undo": self._undo,
            "chat": self._chat,
            "get": self._get,
            "set": self._set,
            "eval": self._eval,
            "keys": self._keys,
            "key": self._key,
            "hotkey": self._hotkey,
            "unsupported": self._unsupported,
            "help": lambda words: iter(HELP.split("\n")),
            "quit": self._quit,
            "exit": self._quit,
        }

    def do(self, line: str) -> Iterator[str]:
        """Execute one command. Yield the lines to print, including the chat and VASSAL's warnings.

        Raises EngineError if the command can't be executed.
        """
        try:
            words = shlex.split(line, comments=True)
        except ValueError as fault:
            raise EngineError(f"{fault}; close every quotation mark") from None
        if not words:
            return
        command = self._commands.get(words[0])
        if command is None:
            near = get_close_matches(words[0], self._commands, 1)
            meant_ = f"; did you mean {near[0]}?" if near else "; type 'help'"
            raise EngineError(f"no command is called {words[0]!r}{meant_}")
        yield from command(words[1:])
        if words[0] != "chat":
            yield from (_plain(line.text) for line in self.game.take_chat())
        yield from (f"! {problem.text}" for problem in self.game.take_problems())

    def begin(self, title: str | None = None, side: str | None = None) -> Iterator[str]:
        """Start the requested set-up or the first one. If the module has no set-ups, start an empty game."""
        words = [title] if title is not None else [setup.title for setup in self.game.setups()[:1]]
        return self.do(shlex.join([*(("start", *words) if words else ("new",)), *([side] if side else [])]))

    # Helpers -------------------------------------------------------------------------------------
    def _seen(self, wanted: str) -> PieceReply:
        name, _, place = wanted.partition("@")
        everything = self.game.pieces(_NAMES)
        found = [p for p in everything if p.id == wanted]
        if not found:
            found = [
                p
                for p in everything
                if name in (p.name, *p.properties.values()) and (not place or p.location == place)
            ]
        if not found:
            names = {name for p in everything for name in (p.name, *p.properties.values()) if name}
            near = get_close_matches(name, names, 3)
            hint = (
                f"; did you mean {' or '.join(repr(one) for one in near)}?"
                if near
                else "; the 'pieces' command lists the pieces"
            )
            raise EngineError(f"no piece is called {wanted!r}{hint}")
        if len(found) > 1:
            where = ", ".join(f"{p.id} in {p.location}" for p in found[:6])
            more = f" and {len(found) - 6} more" if len(found) > 6 else ""
            raise EngineError(
                f"{len(found)} pieces are called {wanted!r}: {where}{more}; use the id of one of them"
            )
        return found[0]

    def _live(self, piece: PieceReply) -> LivePiece:
        found = self.game.world.things[piece.id]
        assert isinstance(found, LivePiece)
        return found

    @staticmethod
    def _need(words: list[str], count: int, usage: str) -> None:
        if len(words) < count:
            raise EngineError(f"usage: {usage}")

    @staticmethod
    def _where(given: str) -> Where:
        x, comma, y = given.partition(",")
        if comma and (across := _number(x)) is not None and (down := _number(y)) is not None:
            return across, down
        return given

    def _map(self, words: list[str], otherwise: str | None) -> str:
        maps = self.game.world.maps
        if words:
            return words[0]
        return otherwise if otherwise in maps else next(iter(maps), "Map")

    def _arrived(self, ids: tuple[str, ...]) -> Iterator[str]:
        after = {p.id: p for p in self.game.pieces()}
        for one in ids:
            piece = after.get(one)
            if piece is None:
                yield "the piece has left the game"
            elif piece.deck is not None:
                yield f"{piece.name} is in the deck {piece.deck}"
            else:
                yield f"{piece.name} is in {piece.location}"

    # Games ---------------------------------------------------------------------------------------
    def _start(self, words: list[str]) -> Iterator[str]:
        setups = self.game.setups()
        if not words:
            yield from (f"{number}  {setup.title}" for number, setup in enumerate(setups, 1))
            yield "new  the empty game"
            yield "sides: " + (", ".join(self.game.sides()) or "none")
            return
        title = words[0]
        number = _number(title)
        if number is not None and 0 < number <= len(setups):
            title = setups[number - 1].title
        titles = [setup.title for setup in setups]
        if title not in titles:
            near = get_close_matches(title, titles, 1)
            hint = f"; did you mean {near[0]!r}?" if near else "; the 'start' command lists the set-ups"
            raise EngineError(f"no set-up is called {title!r}{hint}")
        self.game.start(title, self._side_named(words[1:]))
        yield from self._begun(title)

    def _new(self, words: list[str]) -> Iterator[str]:
        boards = dict(word.split("=", 1) for word in words if "=" in word)
        self.game.new_game(self._side_named([word for word in words if "=" not in word]), boards)
        yield from self._begun("a new game")

    def _side_named(self, words: list[str]) -> str | None:
        sides = self.game.sides()
        if words and sides and words[0] not in sides:
            near = [side for side in sides if side.lower() == words[0].lower()]
            return near[0] if near else words[0]
        return words[0] if words else None

    def _begun(self, title: str) -> Iterator[str]:
        status, sides = self.game.status(), self.game.sides()
        others = f" (of {', '.join(sides)})" if len(sides) > 1 else ""
        yield f"{title}: {status.pieces} pieces; you play {status.side or 'no side'}{others}"
        yield from self.game.notes

    def _side(self, words: list[str]) -> Iterator[str]:
        if words:
            side = self._side_named(words)
            assert side is not None
            self.game.change_side(side)
        yield self.game.status().side or "no side"

    # Pieces --------------------------------------------------------------------------------------
    def _pieces(self, words: list[str]) -> Iterator[str]:
        for p in self.game.pieces(_NAMES):
            hidden = self._live(p).get("Obscured") is True
            known = (p.name,) if hidden else (p.name, *p.properties.values())
            names = dict.fromkeys(name for name in known if name) or {"(nameless)": None}
            place = f"the deck {p.deck}" if p.deck is not None else p.location or ""
            row = f"{p.id}  {', '.join(names)}  {p.map or 'nowhere'}: {place}"
            if all(word.lower() in row.lower() for word in words):
                yield row

    def _menu(self, words: list[str]) -> Iterator[str]:
        self._need(words, 1, "menu PIECE")
        piece = self._live(self._seen(words[0]))
        lines = piece_menus.piece_menu(piece)
        for line in lines:
            yield f"{line.words}{f'  (disabled: {line.disabled_reason})' if line.disabled_reason else ''}"
        if not lines:
            why = piece_menus.menu_closed_reason(piece)
            yield f"no menu: {why}" if why else "nothing"

    def _do(self, words: list[str]) -> Iterator[str]:
        self._need(words, 2, "do PIECE WORDS")
        seen = self._seen(words[0])
        piece, wanted = self._live(seen), " ".join(words[1:])
        lines = piece_menus.piece_menu(piece)
        line = next((one for one in lines if one.words == wanted), None)
        line = line or next((one for one in lines if one.words.lower() == wanted.lower()), None)
        if line is None:
            offered = ", ".join(one.words for one in lines)
            why = (
                f"it offers: {offered}"
                if lines
                else piece_menus.menu_closed_reason(piece) or "it has no menu"
            )
            raise EngineError(f"{seen.name} has no line {wanted!r} in its menu; {why}")
        if line.disabled_reason:
            raise EngineError(f"{seen.name} can't do {line.words!r}: {line.disabled_reason}")
        assert line.key is not None
        yield from self._give(seen, line.key)

    def _give(self, seen: PieceReply, key: Identity) -> Iterator[str]:
        piece = self._live(seen)
        if not self.game.give(seen.id, key):
            why = piece_menus.ignored_key_reason(piece, key)
            yield f"no effect: {why}" if why else "no effect"

    def _drag(self, words: list[str]) -> Iterator[str]:
        self._need(words, 2, "drag PIECE PLACE [MAP]")
        piece = self._seen(words[0])
        taken = self.game.drag(piece.id, self._map(words[2:], piece.map), self._where(words[1]))
        if taken:
            yield from self._arrived(taken[:1])
        else:
            yield f"{piece.name} can't be dragged: {piece_dragging.immovable_reason(self._live(piece))}"

    def _take(self, words: list[str]) -> Iterator[str]:
        self._need(words, 2, "take NAME PLACE [MAP]")
        made = self.game.place(words[0], self._map(words[2:], None), self._where(words[1]))
        yield from self._arrived((made,))

    # Decks ---------------------------------------------------------------------------------------
    def _decks(self, words: list[str]) -> Iterator[str]:
        decks = self.game.decks()
        yield from (f"{deck.name}  {deck.count}  {deck.map}" for deck in decks)
        if not decks:
            yield "no decks"

    def _deck(self, words: list[str]) -> Iterator[str]:
        self._need(words, 1, "deck DECK [WORDS [ANSWER]]")
        lines = self.game.deck_menu(words[0])
        if words[1:]:
            for answer in words[2:]:
                self.game.answer(answer)
            offered = {line.text.lower(): line.text for line in lines}
            self.game.deck_command(words[0], offered.get(words[1].lower(), words[1]))
            return
        yield from (line.text for line in lines)
        if not lines:
            closed = not self.game.deck_open(words[0])
            yield "no menu: the deck belongs to the other side" if closed else "nothing"

    def _draw(self, words: list[str]) -> Iterator[str]:
        self._need(words, 2, "draw DECK PLACE [MAP]")
        deck = next((deck for deck in self.game.decks() if deck.name == words[0]), None)
        over = self._map(words[2:], deck.map if deck is not None else None)
        taken = self.game.draw_from_deck(words[0], over, self._where(words[1]))
        yield from self._arrived(taken)
        if not taken:
            closed = not self.game.deck_open(words[0])
            yield f"nothing was drawn: the deck {'belongs to the other side' if closed else 'is empty'}"

    # Toolbar -------------------------------------------------------------------------------------
    def _next(self, words: list[str]) -> Iterator[str]:
        yield self.game.next_turn(words[0] if words else None).shown

    def _back(self, words: list[str]) -> Iterator[str]:
        yield self.game.previous_turn(words[0] if words else None).shown

    def _called(self, button: LiveButton) -> str:
        shown = _plain(self.game.shown(button)).strip()
        return shown or _plain(button.tooltip).strip() or button.name

    def _buttons(self, words: list[str]) -> Iterator[str]:
        for button in self.game.toolbar.buttons:
            called, tip = self._called(button), _plain(button.tooltip).strip()
            told = [called or "(a button without text)"]
            if tip and tip != called:
                told.append(f"— {tip}")
            if button.map:
                told.append(f"on {button.map}")
            if isinstance(button.hotkey, tuple):
                told.append(f"[{key_words(button.hotkey)}]")
            if not self.game.toolbar.enabled(button):
                told.append("(off)")
            yield "  ".join(told)

    def _press(self, words: list[str]) -> Iterator[str]:
        self._need(words, 1, "press BUTTON")
        wanted, _, over = " ".join(words).partition("@")
        button = self.game.toolbar.find(" ".join(words)) or self._button(wanted, over)
        if not self.game.toolbar.enabled(button):
            raise EngineError(f"the button {wanted!r} is disabled because the property {button.gate} is true")
        self.game.push(button)
        yield from ()

    def _button(self, wanted: str, over: str) -> LiveButton:
        buttons = [b for b in self.game.toolbar.buttons if over in ("", b.map)]
        called = {self._called(button): button for button in reversed(buttons)}
        called |= {_plain(b.tooltip).strip(): b for b in reversed(buttons) if b.tooltip} | called
        for name, button in called.items():
            if name.lower() == wanted.strip().lower():
                return button
        near = get_close_matches(wanted, called, 1)
        hint = f"; did you mean {near[0]!r}?" if near else "; the 'buttons' command lists the buttons"
        raise EngineError(f"no button is called {wanted!r}{hint}")

    def _answer(self, words: list[str]) -> Iterator[str]:
        self._need(words, 1, "answer TEXT")
        self.game.answer(" ".join(words))
        yield from ()

    def _undo(self, words: list[str]) -> Iterator[str]:
        self.game.undo()
        yield from ()

    def _chat(self, words: list[str]) -> Iterator[str]:
        number = _number(words[0]) if words else None
        count = 20 if number is None else number
        yield from map(_plain, self.game.chat[-count:] if count else ())

    # Properties and keys -------------------------------------------------------------------------
    def _get(self, words: list[str]) -> Iterator[str]:
        self._need(words, 1, "get PROPERTY [PIECE]")
        value = self.game.property(words[0], piece=self._seen(words[1]).id if words[1:] else None)
        yield "(not set)" if value is None else value

    def _set(self, words: list[str]) -> Iterator[str]:
        self._need(words, 2, "set PROPERTY VALUE")
        self.game.set_property(words[0], words[1])
        yield from ()

    def _eval(self, words: list[str]) -> Iterator[str]:
        self._need(words, 1, "eval EXPRESSION [PIECE]")
        yield self.game.evaluate(words[0], piece=self._seen(words[1]).id if words[1:] else None)

    def _keys(self, words: list[str]) -> Iterator[str]:
        self._need(words, 1, "keys PIECE [all]")
        piece = self._live(self._seen(words[0]))
        lines = piece_menus.piece_menu(piece)
        yield from dict.fromkeys(
            f"{line.words}  [{key_words(line.key)}]" for line in lines if isinstance(line.key, tuple)
        )
        listed = {line.key for line in lines if isinstance(line.key, tuple)}
        inside = sorted(key_words(key) for key in piece.keys if key not in listed)
        if words[1:] == ["all"]:
            yield from inside
        elif inside:
            name = shlex.quote(words[0])
            yield f"{len(inside)} more keys that are in no menu; list them with: keys {name} all"

    def _key(self, words: list[str]) -> Iterator[str]:
        self._need(words, 2, "key PIECE KEY")
        piece = self._seen(words[0])
        key, plain = parse_key(words[1]), named_keystroke(words[1])
        heard = self._live(piece).keys
        if key not in heard and plain in heard:
            key = plain
        if key is not None:
            yield from self._give(piece, key)

    def _hotkey(self, words: list[str]) -> Iterator[str]:
        self._need(words, 1, "hotkey KEY")
        self.game.hotkey(words[0])
        yield from ()

    def _unsupported(self, words: list[str]) -> Iterator[str]:
        yield from self.game.unsupported or ("nothing",)

    def _quit(self, words: list[str]) -> Iterator[str]:
        self.done = True
        yield from ()


def _number(given: str) -> int | None:
    """Return a typed integer, or None for other input."""
    bare = given.strip()
    return int(bare) if bare.isascii() and bare.isdigit() and len(bare) < 10 else None


def _plain(line: str) -> str:
    """Return a chat line or a button's text without colour codes and HTML tags."""
    line = _COLOUR.sub(r"\1", line)
    return strip_html(line) if "<" in line or "&" in line else line
