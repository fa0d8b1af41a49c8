"""Play a module in the virtual VASSAL."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from builder.vassal.buildfile import components as c
from builder.vassal.codec.sequence import CodecError
from builder.vassal.codec.values import Key
from validators.engine import loading
from validators.engine.decks import LiveDeck
from validators.engine.dragging import drag, movable, with_cargo
from validators.engine.expressions import ExhaustedError, ExpressionError, RecursionLimitError, Source
from validators.engine.holders import Holder
from validators.engine.maps import LiveMap
from validators.engine.menus import menu_of
from validators.engine.pieces import LivePiece
from validators.engine.script.values import text
from validators.engine.toolbar import Toolbar
from validators.engine.turns import Tracker
from validators.engine.world import World
from validators.engine_bridge.errors import EngineFault
from validators.engine_bridge.seen import (
    ChatLine,
    DeckSeen,
    MenuItem,
    PieceSeen,
    PlaceSeen,
    Problem,
    SetUpSeen,
    Status,
    TurnSeen,
)
from validators.reading.keys import Identity, identity
from validators.reading.module import Module, open_module

Where = str | tuple[int, int]
Ids = str | Iterable[str]
OBSERVER: Final = "<observer>"


class Game:
    """Be a module in play, with the names of `validators.engine_bridge.Engine`.

    `unsupported` names what the module uses and this engine does not do. Every method raises
    `EngineFault` for what can't be done: an unknown name, nothing to undo, a disabled button.
    """

    def __init__(self, module: Module, seed: int = 0) -> None:
        self.module = module
        try:
            self._world, self._toolbar = loading.build(module)
        except (loading.UnplayableError, CodecError, RecursionError) as fault:
            raise EngineFault(f"the module can't be played: {fault}") from None
        self._world.random = random.Random(seed)
        self._read = 0

    @classmethod
    def open(cls, path: Path | str, seed: int = 0) -> Game:
        """Open a .vmod or the folder of a module; raises EngineFault for what can't be played."""
        file = Path(path)
        if not file.exists():
            raise EngineFault(f"there is no file {file.name}")
        return cls(open_module([file]), seed)

    def __enter__(self) -> Game:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the module's file."""
        self.module.close()

    @property
    def world(self) -> World:
        """Return the state itself."""
        return self._world

    @property
    def toolbar(self) -> Toolbar:
        """Return the buttons and turn counters."""
        return self._toolbar

    @property
    def unsupported(self) -> tuple[str, ...]:
        """Return what the module uses and this engine does not do, as far as it was met."""
        return tuple(sorted(self._world.unsupported))

    @property
    def chat(self) -> tuple[str, ...]:
        """Return the lines of the chat since the game began."""
        return tuple(self._world.chat)

    # Games ---------------------------------------------------------------------------------------
    def setups(self) -> tuple[SetUpSeen, ...]:
        """Return the predefined set-ups in the menu's order."""
        found = []
        for node in self.module.all(c.PredefinedSetup):
            setup = node.component
            if isinstance(setup, c.PredefinedSetup) and not setup.is_menu:
                found.append(SetUpSeen(setup.name or "", setup.file if setup.use_file else None))
        return tuple(found)

    def start(self, title: str, side: str | None = None) -> Status:
        """Start a predefined set-up, on a side, as `OBSERVER`, or on the first side."""
        setup = next((s for s in self.setups() if s.title == title), None)
        if setup is None:
            raise EngineFault(f"no set-up is called {title!r}")
        if setup.file is None:
            return self.new_game(side)
        holder = self.module.entries.get(setup.file)
        if holder is None or holder.archive is None:
            raise EngineFault(f"the set-up's file {setup.file} is not in the module")
        try:
            data = holder.archive.read(setup.file, loading.MAX_SETUP)
        except CodecError as fault:
            raise EngineFault(f"the set-up's file can't be read: {fault.reason}") from None
        return self._begin(side, data)

    def new_game(self, side: str | None = None) -> Status:
        """Start a game without a set-up."""
        return self._begin(side, None)

    def load(self, file: Path, side: str | None = None) -> Status:
        """Load a .vsav."""
        if not file.is_file():
            raise EngineFault(f"there is no file {file.name}")
        return self._begin(side, file.read_bytes())

    def _begin(self, side: str | None, data: bytes | None) -> Status:
        world = self._world
        loading.clear(world, self._toolbar)
        self._read = 0
        self._take_side(side)
        try:
            if data is None:
                loading.new_game(world)
            else:
                loading.load(world, self._toolbar, data)
        except (loading.UnplayableError, CodecError) as fault:
            loading.clear(world, self._toolbar)
            raise EngineFault(f"the game can't be loaded: {fault}") from None
        world.journal.clear()
        for node in self._toolbar.startups:
            if node.component.get("whenToApply") != "sideChange":
                self._bounded(partial(self._start_up, node.component, partial(self._toolbar.mass, node)))
        world.journal.clear()
        return self.status()

    def _start_up(self, component: object, send: Callable[[], None]) -> None:
        assert isinstance(component, c.StartupGlobalKeyCommand)
        if component.hotkey_or_key_command == "sendHotkey":
            name = identity(component.global_hotkey) if component.global_hotkey is not None else None
            if name is not None:
                self._toolbar.fire(name)
        else:
            send()

    def _take_side(self, side: str | None) -> None:
        sides = self.module.sides
        if side is None and sides:
            side = sides[0]
        if side is not None and side != OBSERVER and sides and side not in sides:
            raise EngineFault(f"no side is called {side!r}")
        self._world.side = side

    def close_game(self) -> None:
        """End the game without saving."""
        loading.clear(self._world, self._toolbar)
        self._world.started = False

    def status(self) -> Status:
        """Tell how the game stands."""
        world = self._world
        return Status(world.started, len(world.all_pieces()), world.side, 0)

    def sides(self) -> tuple[str, ...]:
        """Return the sides of the module."""
        return self.module.sides

    def change_side(self, side: str) -> str:
        """Change to another side, or to `OBSERVER`; return the side then held."""
        before = self._world.side
        self._take_side(side)
        for deck in self._world.decks():
            deck.recount()
        world, mark = self._world, self._world.journal.mark()
        world.say(f"* {world.player} switched sides from {before} to {side}.")
        world.close_step(mark)
        return side

    def seed(self, seed: int) -> None:
        """Make the dice repeatable from here on."""
        self._world.random = random.Random(seed)

    def answer(self, given: str) -> None:
        """Prepare the answer to the next prompt."""
        self._world.answers.append(given)

    def undo(self) -> None:
        """Undo the last step."""
        if not self._world.journal.undo():
            raise EngineFault("there is nothing to undo")

    # Pieces --------------------------------------------------------------------------------------
    def pieces(self, properties: Iterable[str] = (), ids: Ids | None = None) -> tuple[PieceSeen, ...]:
        """Return all pieces, or those with some ids, with some properties."""
        wanted = tuple(properties)
        self._world.evaluator.work = 0
        found = self._world.all_pieces() if ids is None else self._chosen(ids)
        return tuple(self._seen(piece, wanted) for piece in found)

    def piece(self, name: str, properties: Iterable[str] = (), at: str | None = None) -> PieceSeen:
        """Return the only piece of a name (at a location)."""
        found = [p for p in self.pieces(properties) if p.name == name and at in (None, p.location)]
        if len(found) != 1:
            raise EngineFault(f"{len(found)} pieces are named {name!r}" + ("" if at is None else f" at {at}"))
        return found[0]

    def _seen(self, piece: LivePiece, properties: tuple[str, ...]) -> PieceSeen:
        here, (x, y) = piece.map, piece.position
        zone = here.zone_at((x, y)) if here is not None else None
        return PieceSeen(
            piece.id,
            piece.name,
            piece.basic.gpid or None,
            here.title if here is not None else None,
            x,
            y,
            here.location((x, y)) if here is not None else None,
            zone.title if zone is not None else "",
            piece.stack.id if piece.stack is not None else None,
            piece.stack.pieces.index(piece) if piece.stack is not None else 0,
            piece.deck.title if piece.deck is not None else None,
            {name: _text(piece.get(name)) for name in properties},
        )

    def _piece(self, piece_id: str) -> LivePiece:
        found = self._world.things.get(piece_id)
        if not isinstance(found, LivePiece):
            raise EngineFault(f"no piece has the id {piece_id}")
        return found

    def _chosen(self, ids: Ids) -> list[LivePiece]:
        return [self._piece(i) for i in ([ids] if isinstance(ids, str) else ids)]

    def _map(self, name: str) -> LiveMap:
        found = self._world.maps.get(name)
        if found is None:
            raise EngineFault(f"no map is called {name!r}")
        return found

    def drag(self, ids: Ids, map_name: str, to: Where) -> tuple[str, ...]:
        """Drag pieces together and drop them; return the ids of those that could be taken hold of."""
        over = self._map(map_name)
        point = over.find(to) if isinstance(to, str) else to
        if point is None:
            raise EngineFault(f"no place of the map {map_name} is called {to!r}")
        taken = with_cargo([piece for piece in self._chosen(ids) if movable(piece)])
        if taken and (over.board_at(point) is not None or self._on_sheet(over, point)):
            # A drag is logged even where it changes nothing but the Old… properties.
            self._step(lambda: drag(self._world, taken, over, point), whole=True)
        return tuple(piece.id for piece in taken)

    def place(self, slot: str, map_name: str, to: Where) -> str:
        """Drag a new piece from the palette, by gpid or entry name; return its id."""
        design = loading.design_of(self.module, slot)
        if design is None:
            raise EngineFault(f"no slot is called {slot!r}, or its piece can't be read")
        over = self._map(map_name)
        point = over.find(to) if isinstance(to, str) else to
        if point is None or not self._on_sheet(over, point):
            raise EngineFault(f"no place of the map {map_name} is called {to!r}")
        piece = self._world.new_piece(design)
        self._step(lambda: drag(self._world, [piece], over, point), whole=True)
        return piece.id

    @staticmethod
    def _on_sheet(over: LiveMap, point: tuple[int, int]) -> bool:
        edge = over.component
        right = max((b.left + b.width for b in over.boards), default=0) + edge.edge_width
        bottom = max((b.top + b.height for b in over.boards), default=0) + edge.edge_height
        return 0 <= point[0] < right and 0 <= point[1] < bottom

    def key(self, ids: Ids, key: str) -> bool:
        """Give pieces a key command: a name, 'keys:ctrl F' or '70,130'; tell whether any acted."""
        name = _key(key)
        if name is None:
            raise EngineFault(f"no key is meant by {key!r}")
        mark = self._world.journal.mark()

        self._world.selected = frozenset(piece.id for piece in self._chosen(ids))

        def give() -> None:
            for piece in self._chosen(ids):
                piece.remember()
                piece.key(name)

        return self._step(give, mark)

    def _bounded(self, do: Callable[[], None]) -> None:
        """Do something; what runs in circles or without end becomes a problem."""
        world = self._world
        world.evaluator.work = 0
        depth = world.evaluator.limiter.depth
        try:
            do()
        except RecursionLimitError:
            world.problem("Infinite loop")
        except RecursionError:
            world.problem("nested too deep")
        except ExhaustedError as fault:
            world.problem(str(fault))
        finally:
            world.evaluator.limiter.depth = depth

    def keys_of(self, piece_id: str) -> tuple[str, ...]:
        """Return the key commands that a piece hears, in the forms that `key` takes."""
        keys = self._piece(piece_id).keys
        return tuple(sorted(key if isinstance(key, str) else f"{key[0]},{key[1]}" for key in keys))

    def _step(self, do: Callable[[], None], mark: int | None = None, whole: bool = False) -> bool:
        world = self._world
        begun = world.journal.mark() if mark is None else mark
        world.depth += 1
        try:
            self._bounded(do)
        finally:
            world.depth -= 1
            world.reporting = True
        acted = world.journal.counted(begun)
        world.close_step(begun, whole)
        return acted

    # Menus and decks -----------------------------------------------------------------------------
    def menu(self, piece_id: str) -> tuple[MenuItem, ...]:
        """Return the lines of a piece's menu, as the player at the table has them."""
        return tuple(
            MenuItem(line.words, line.why_not == "", _told(line.key))
            for line in menu_of(self._piece(piece_id))
        )

    def decks(self) -> tuple[DeckSeen, ...]:
        """Return the decks in play."""
        decks = self._world.decks()
        return tuple(
            DeckSeen(d.title, d.home.title if d.home is not None else None, *d.at, len(d.pieces))
            for d in decks
        )

    def _deck(self, name: str) -> LiveDeck:
        found = self._world.pile(name)
        if found is None:
            there = ", ".join(sorted(deck.title for deck in self._world.decks())) or "none"
            raise EngineFault(f"no deck is called {name!r}; there are: {there}")
        return found

    def deck_menu(self, deck: str) -> tuple[MenuItem, ...]:
        """Return the lines of a deck's menu; none where the deck is closed to the player."""
        return tuple(MenuItem(line.words, True, _told(line.key)) for line in self._deck(deck).menu())

    def deck_command(self, deck: str, words: str) -> None:
        """Choose a line of a deck's menu by its words; `answer` what it asks beforehand."""
        found = self._deck(deck)
        for line in found.menu():
            if line.words == words:
                self._bounded(partial(found.step, line.do))
                return
        raise EngineFault(f"the menu of the deck {deck} has no line {words!r}")

    def draw_from_deck(self, deck: str, map_name: str, to: Where) -> tuple[str, ...]:
        """Drag what a deck gives to a place; return the ids of the pieces."""
        found, over = self._deck(deck), self._map(map_name)
        point = over.find(to) if isinstance(to, str) else to
        if point is None or not self._on_sheet(over, point):
            raise EngineFault(f"no place of the map {map_name} is called {to!r}")
        taken = [piece for piece in found.draw() if movable(piece)] if found.accessible else []
        if taken:
            self._step(lambda: drag(self._world, taken, over, point), whole=True)
        return tuple(piece.id for piece in taken)

    # Toolbar, turns, properties ------------------------------------------------------------------
    def press(self, button: str) -> None:
        """Press the toolbar button with this text or tooltip."""
        found = self._toolbar.find(button)
        if found is None:
            raise EngineFault(f"no button is called {button!r}")
        if not self._toolbar.enabled(found):
            raise EngineFault(f"the button {button!r} is disabled")
        self._bounded(lambda: self._toolbar.press(found))

    def hotkey(self, key: str) -> None:
        """Fire a hot key or a named key command at the module."""
        name = _key(key)
        if name is not None:
            self._bounded(lambda: self._toolbar.fire(name))

    def _tracker(self, name: str | None) -> Tracker:
        for tracker in self._toolbar.trackers:
            if name in (None, tracker.name):
                return tracker
        raise EngineFault(f"no turn counter is called {name!r}" if name else "there is no turn counter")

    def turn(self, name: str | None = None) -> TurnSeen:
        """Return what a turn counter shows; the first one when unnamed."""
        tracker = self._tracker(name)
        return TurnSeen(tracker.name, tracker.shown(), dict(tracker.values()))

    def next_turn(self, name: str | None = None) -> TurnSeen:
        """Advance a turn counter by its button."""
        tracker = self._tracker(name)
        self._bounded(lambda: tracker.turn(True))
        return self.turn(name)

    def previous_turn(self, name: str | None = None) -> TurnSeen:
        """Turn a turn counter back by its button."""
        tracker = self._tracker(name)
        if not tracker.component.fwd_only:
            self._bounded(lambda: tracker.turn(False))
        return self.turn(name)

    def _source(self, piece: str | None, map_name: str | None, zone: str | None) -> Source:
        if piece is not None:
            return self._piece(piece)
        if map_name is None:
            return self._world.holder
        over = self._map(map_name)
        if zone is None:
            return over
        if zone not in over.zones:
            raise EngineFault(f"no zone of {map_name} is called {zone!r}")
        return over.zones[zone]

    def property(
        self, name: str, *, piece: str | None = None, map_name: str | None = None, zone: str | None = None
    ) -> str | None:
        """Return a property as a piece (by id), a zone, a map or the module sees it; None if unset."""
        source = self._source(piece, map_name, zone)
        found: list[str | None] = []
        self._bounded(lambda: found.append(_text(source.get(name))))
        return found[0] if found else None

    def globals(self) -> Mapping[str, str | None]:
        """Return all Global Properties of the module and its maps by name."""
        found: dict[str, str | None] = {}
        for holder in (*(m.holder for m in self._world.maps.values()), self._world.holder):
            found.update({name: value.value for name, value in holder.values.items()})
        return found

    def set_property(
        self, name: str, value: str, *, map_name: str | None = None, zone: str | None = None
    ) -> None:
        """Set a Global Property of the module, a map or a zone; it can be undone."""
        holder: Holder = self._world.holder if map_name is None else self._map(map_name).holder
        if zone is not None and map_name is not None:
            holder = self._map(map_name).zones.get(zone, holder)
        target = holder.find(name)
        if target is None:
            raise EngineFault(f"no property is called {name!r}")
        mark = self._world.journal.mark()
        self._world.set_value(target, value)
        self._world.close_step(mark)

    def evaluate(
        self,
        expression: str,
        *,
        piece: str | None = None,
        map_name: str | None = None,
        zone: str | None = None,
    ) -> str:
        """Evaluate an expression such as '{Turn + 1}' as a piece, a zone, a map or the module sees it."""
        source = self._source(piece, map_name, zone)
        self._world.evaluator.work = 0
        try:
            return self._world.evaluator.once(expression, source)
        except (ExpressionError, ExhaustedError) as fault:
            raise EngineFault(f"the expression can't be evaluated: {fault}") from None

    # Telling -------------------------------------------------------------------------------------
    def take_chat(self) -> tuple[ChatLine, ...]:
        """Return the chat lines since the last call."""
        lines = self._world.chat[self._read :]
        self._read = len(self._world.chat)
        return tuple(ChatLine(line, "msg") for line in lines)

    def take_problems(self) -> tuple[Problem, ...]:
        """Return what the engine would have warned of since the last call."""
        taken = tuple(Problem("log", "warning", line, "", "") for line in self._world.problems)
        self._world.problems.clear()
        return taken

    def locate(self, map_name: str, places: Iterable[Where]) -> tuple[PlaceSeen, ...]:
        """Return what many places of a map are called, and where a piece dropped there would snap to."""
        over = self._map(map_name)
        found = []
        for place in places:
            point = over.find(place) if isinstance(place, str) else place
            if point is None:
                raise EngineFault(f"no place of the map {map_name} is called {place!r}")
            zone = over.zone_at(point)
            name = over.location(point)
            found.append(PlaceSeen(*point, name, zone.title if zone else None, *over.snap(point)))
        return tuple(found)


def _text(value: object) -> str | None:
    return None if value is None else text(value)


def _told(key: Identity | None) -> str | None:
    return key if key is None or isinstance(key, str) else f"{key[0]},{key[1]}"


def _key(given: str) -> Identity | None:
    if given.startswith("keys:"):
        words = given[5:].lower().split()
        bits = {"ctrl": 130, "shift": 65, "alt": 520, "meta": 260}
        modifiers = sum(bits.get(word, 0) for word in words[:-1])
        last = words[-1].upper() if words else ""
        codes = {"DELETE": 127, "ENTER": 10, "SPACE": 32, "ESCAPE": 27, "ESC": 27}
        code = codes.get(last) or (111 + int(last[1:]) if last[1:].isdigit() and last[0] == "F" else 0)
        return identity(Key(code or (ord(last) if len(last) == 1 else 0), modifiers))
    head, comma, tail = given.partition(",")
    if comma and head.isdigit() and tail.isdigit():
        return identity(Key(int(head), int(tail)))
    return given or None
