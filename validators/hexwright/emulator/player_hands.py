"""A player's actions on pieces and decks, with the same methods as `hexwright.engine_driver.Engine`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from hexwright.emulator import world_loading
from hexwright.emulator.beanshell.java_values import java_text
from hexwright.emulator.bounded_game import BoundedGame
from hexwright.emulator.key_input import key_text, parse_key
from hexwright.emulator.live_decks import LiveDeck
from hexwright.emulator.live_maps import LiveMap
from hexwright.emulator.live_pieces import LivePiece
from hexwright.emulator.piece_dragging import drag_pieces, is_movable, pieces_with_cargo
from hexwright.emulator.piece_menus import piece_menu
from hexwright.engine_driver.engine_errors import EngineError
from hexwright.engine_driver.engine_replies import DeckReply, MenuItem, PieceReply
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.inspect.analysis.module_view import ModuleView

Where = str | tuple[int, int]
Ids = str | Iterable[str]


class PlayerHands(BoundedGame):
    """A player's actions on the pieces and decks of the maps.

    Raises `EngineError` if an action isn't possible.
    """

    module: ModuleView

    # Pieces --------------------------------------------------------------------------------------
    def pieces(self, properties: Iterable[str] = (), ids: Ids | None = None) -> tuple[PieceReply, ...]:
        """Return all pieces, or the pieces with the given ids, each with the values of some properties."""
        wanted = tuple(properties)
        found = self._world.all_pieces() if ids is None else self._chosen(ids)
        return self._asked(lambda: tuple(self._seen(piece, wanted) for piece in found))

    def piece(self, name: str, properties: Iterable[str] = (), at: str | None = None) -> PieceReply:
        """Return the only piece that has the given name and, if `at` is given, is at that location."""
        found = [p for p in self.pieces(properties) if p.name == name and at in (None, p.location)]
        if len(found) != 1:
            raise EngineError(f"{len(found)} pieces are named {name!r}" + ("" if at is None else f" at {at}"))
        return found[0]

    def _seen(self, piece: LivePiece, properties: tuple[str, ...]) -> PieceReply:
        here, (x, y) = piece.map, piece.position
        zone = here.zone_at((x, y)) if here is not None else None
        return PieceReply(
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
            {name: as_text(piece.get(name)) for name in properties},
        )

    def _piece(self, piece_id: str) -> LivePiece:
        found = self._world.things.get(piece_id)
        if not isinstance(found, LivePiece):
            raise EngineError(f"no piece has the id {piece_id}")
        return found

    def _chosen(self, ids: Ids) -> list[LivePiece]:
        return [self._piece(i) for i in ([ids] if isinstance(ids, str) else ids)]

    def _map(self, name: str) -> LiveMap:
        found = self._world.maps.get(name)
        if found is None:
            raise EngineError(f"no map is called {name!r}")
        return found

    def drag(self, ids: Ids, map_name: str, to: Where) -> tuple[str, ...]:
        """Drag pieces together and drop them; return the ids of the pieces that could be dragged."""
        over = self._map(map_name)
        point = self._point(over, to)
        if point is None:
            raise EngineError(f"no place on the map {map_name} is called {to!r}")
        taken = self._asked(
            lambda: pieces_with_cargo([piece for piece in self._chosen(ids) if is_movable(piece)])
        )
        if taken and (over.board_at(point) is not None or self._on_sheet(over, point)):
            # The engine selects what it drags. A drag is logged even if it changes only the Old… properties.
            self._world.selected = frozenset(piece.id for piece in taken)
            self._step(lambda: drag_pieces(self._world, taken, over, point), whole=True)
        return tuple(piece.id for piece in taken)

    def place(self, slot: str, map_name: str, to: Where) -> str:
        """Drag a new piece from the palette to a map and return its id.

        `slot` is a gpid or the name of an entry.
        """
        design = world_loading.slot_definition(self.module, slot)
        if design is None:
            raise EngineError(f"no slot is called {slot!r}, or its piece can't be read")
        over = self._map(map_name)
        point = self._point(over, to)
        if point is None or not self._on_sheet(over, point):
            raise EngineError(f"no place on the map {map_name} is called {to!r}")
        piece = self._asked(lambda: self._world.new_piece(design))
        self._step(lambda: drag_pieces(self._world, [piece], over, point), whole=True)
        return piece.id

    def _point(self, over: LiveMap, to: Where) -> tuple[int, int] | None:
        return self._asked(lambda: over.find(to)) if isinstance(to, str) else to

    @staticmethod
    def _on_sheet(over: LiveMap, point: tuple[int, int]) -> bool:
        edge = over.component
        right = max((b.left + b.width for b in over.boards), default=0) + edge.edge_width
        bottom = max((b.top + b.height for b in over.boards), default=0) + edge.edge_height
        return 0 <= point[0] < right and 0 <= point[1] < bottom

    def key(self, ids: Ids, key: str) -> bool:
        """Send pieces a key command: a name, 'keys:ctrl F' or '70,130'. Return whether any piece reacted."""
        name = parse_key(key)
        if name is None:
            raise EngineError(f"{key!r} is not a key or a key command")
        return self.give(ids, name)

    def give(self, ids: Ids, name: Identity) -> bool:
        """Select pieces and send them a key command; return whether any piece reacted."""
        mark = self._world.journal.mark()

        self._world.selected = frozenset(piece.id for piece in self._chosen(ids))

        def give() -> None:
            for piece in self._chosen(ids):
                piece.remember()
                piece.key(name)

        return self._step(give, mark)

    def keys_of(self, piece_id: str) -> tuple[str, ...]:
        """Return the key commands that a piece responds to, in the forms that `key` accepts."""
        return tuple(sorted(key_text(key) or "" for key in self._piece(piece_id).keys))

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
        self._bounded(lambda: world.close_step(begun, whole))
        return acted

    # Menus and decks -----------------------------------------------------------------------------
    def menu(self, piece_id: str) -> tuple[MenuItem, ...]:
        """Return the lines of a piece's menu as the current player sees them."""
        lines = self._asked(lambda: list(piece_menu(self._piece(piece_id))))
        return tuple(MenuItem(line.words, line.disabled_reason == "", key_text(line.key)) for line in lines)

    def decks(self) -> tuple[DeckReply, ...]:
        """Return the decks in play."""
        decks = self._world.decks()
        return tuple(
            DeckReply(d.title, d.home.title if d.home is not None else None, *d.at, len(d.pieces))
            for d in decks
        )

    def _deck(self, name: str) -> LiveDeck:
        found = self._world.pile(name)
        if found is None:
            there = ", ".join(sorted(deck.title for deck in self._world.decks())) or "none"
            raise EngineError(f"no deck is called {name!r}; the module's decks: {there}")
        return found

    def deck_menu(self, deck: str) -> tuple[MenuItem, ...]:
        """Return the lines of a deck's menu. The result is empty if the deck is closed to the player."""
        return tuple(MenuItem(line.words, True, key_text(line.key)) for line in self._deck(deck).menu())

    def deck_open(self, deck: str) -> bool:
        """Return whether the current player may use a deck."""
        return self._deck(deck).accessible

    def deck_command(self, deck: str, words: str) -> None:
        """Choose a line of a deck's menu by its text. If the line opens a prompt, call `answer` first."""
        found = self._deck(deck)
        for line in found.menu():
            if line.words == words:
                self._bounded(partial(found.step, line.do))
                return
        raise EngineError(f"the menu of the deck {deck} has no line {words!r}")

    def draw_from_deck(self, deck: str, map_name: str, to: Where) -> tuple[str, ...]:
        """Drag the drawn cards of a deck to a place; return the ids of the pieces."""
        found, over = self._deck(deck), self._map(map_name)
        point = self._point(over, to)
        if point is None or not self._on_sheet(over, point):
            raise EngineError(f"no place on the map {map_name} is called {to!r}")
        taken: list[LivePiece] = []
        if found.accessible:
            taken = self._asked(lambda: [piece for piece in found.draw() if is_movable(piece)])
        if taken:
            self._step(lambda: drag_pieces(self._world, taken, over, point), whole=True)
        return tuple(piece.id for piece in taken)


def as_text(value: object) -> str | None:
    """Return the value of a property in the engine driver's notation."""
    return None if value is None else java_text(value)
