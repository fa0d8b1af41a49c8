"""The state of a game, and VASSAL's changes to it (VASSAL.build.module.GameState)."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hexwright.emulator.beanshell.execution_budget import ExhaustedError
from hexwright.emulator.beanshell.java_values import java_text
from hexwright.emulator.board_grids import Point
from hexwright.emulator.expression_evaluator import Evaluator
from hexwright.emulator.live_maps import LiveMap, PieceOrStack
from hexwright.emulator.live_pieces import LivePiece, LiveStack
from hexwright.emulator.property_containers import GlobalPropertyValue, PropertyContainer
from hexwright.emulator.undo_journal import UndoJournal
from hexwright.inspect.analysis.key_bindings import key_identity
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.analysis.piece_definitions import PieceDefinition
from hexwright.rules.judging.judged_game import JudgedGame
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.piece_text import GamePiece
from hexwright.vassal.codec.trait_fields import Trait

if TYPE_CHECKING:
    from hexwright.emulator.beanshell.name_spaces import This
    from hexwright.emulator.live_decks import LiveDeck
    from hexwright.emulator.trait_behaviour import TraitBehaviour
    from hexwright.inspect.analysis.key_bindings import Identity


#: VASSAL makes ids from the time, so new pieces have greater ids than those of set-ups.
FIRST_ID: Final = 1_000_000_000_000
#: The number of changes of the mouse pointer that are kept.
LAST_POINTERS: Final = 16
#: Games with more pieces are rejected.
MAX_PIECES: Final = 20_000


def piece_weight(traits: int) -> int:
    """Return an estimate of the bytes that a piece with a number of traits takes."""
    return 2_000 + 700 * traits


class ThingPosition(NamedTuple):
    """A former position of a piece or stack: the map, the point, and the piece directly beneath it."""

    map: LiveMap | None
    point: Point
    under: str | None


class ModuleHolder(PropertyContainer):
    """The module as a source of properties."""

    def __init__(self, world: GameWorld) -> None:
        super().__init__()
        self.world = world
        self.texts: dict[str, str] = {}
        #: VASSAL's properties of the module, itself and its windows (GameModule.getProperty).
        self.own: dict[str, Any] = {}

    def get(self, name: str) -> Any:
        if name in ("PlayerSide", "playerSide"):
            return self.world.side or ""
        if name in ("PlayerName", "playerName", "PlayerId", "playerId"):
            return self.world.player
        found = self.values.get(name)
        if found is not None:
            return found.value
        told = self.texts.get(name, self.fixed.get(name))
        return told if told is not None else self.own.get(name)


Make = Callable[["GameWorld", LivePiece, Trait, int], "TraitBehaviour | None"]
"""A function that creates a trait's behaviour. Its last argument is the trait's index in the piece."""


class GameWorld:
    """The state of a game: its maps, pieces, properties and chat."""

    def __init__(self, module: ModuleView, make: Make) -> None:
        self.module = module
        #: Returns a trait's behaviour, or None for one without effect.
        self.make = make
        self.side: str | None = None
        self.player = "Player"
        self.holder = ModuleHolder(self)
        self.maps: dict[str, LiveMap] = {}
        self.things: dict[str, PieceOrStack] = {}
        self.journal = UndoJournal()
        self.chat: list[str] = []
        self.problems: dict[str, None] = {}
        self.unsupported: dict[str, None] = {}
        self.evaluator = Evaluator({}, self.problem)
        self.evaluator.module = self.holder
        self.reporting = True
        self.random = random.Random(0)
        self.answers: list[str] = []
        #: Variables that scripts keep in the window between keys, and between games.
        self.client: dict[str, Any] = {}
        self.pointers: deque[int] = deque(maxlen=LAST_POINTERS)
        self.hotkeys: Callable[[Identity], None] = lambda key: None
        #: The seats of other players, as a loaded game lists them, by player id.
        self.seats: dict[str, str] = {}
        #: The scripts' objects that follow changes of seat.
        self.seat_listeners: list[This] = []
        #: Whether steps of a log are left, and whether a log is being written; a test sets them.
        self.log_replayed = self.log_written = False
        #: When the key was pressed that scripts react to; a test sets it.
        self.key_time: int | None = None
        self.started = False
        #: The game as its own rules engine judges it, for a module that brings that engine along.
        self.judged: JudgedGame | None = None
        self.auto_report = True
        #: A mask's note of the players who may unmask: the module's option, in the notation of
        #: ObscurableOptions.
        self.unmaskable = "|0"
        #: Whether masked pieces are currently hidden from all players, as while a move is reported.
        self.hiding = False
        #: The pieces that the player selected last.
        self.selected: frozenset[str] = frozenset()
        #: Whether a piece with a Mat trait was ever created.
        self.mats = False
        #: Decks emptied by the current move; their hot keys are sent at its end.
        self.emptied: list[LiveDeck] = []
        self.slot: Callable[[str], GamePiece | None] = lambda path: None
        self.depth = 0
        self.later: list[Callable[[], object]] = []
        self.next_id = FIRST_ID
        self._expanded: dict[GamePiece, tuple[Trait, ...]] = {}

    # Chat and steps ------------------------------------------------------------------------------
    def problem(self, message: str) -> None:
        """Record a warning that VASSAL would show."""
        if len(self.problems) < 10_000:
            self.problems.setdefault(message if len(message) <= 1_000 else message[:1_000] + "…")

    def say(self, line: str) -> None:
        """Write a line to the chat. If the step is undone, the chat says so."""
        self.evaluator.spend(8)
        self.chat.append(line)
        self.journal.record(lambda: self.chat.append(f"* UNDO: {line}"), weight=len(line))

    def report_unsupported(self, what: str) -> None:
        """Record a feature that the emulator lacks."""
        self.unsupported.setdefault(what)

    def close_step(self, mark: int, whole: bool = False) -> None:
        """Combine the changes since a mark into a step, unless they belong to a larger step."""
        if self.depth == 0:
            self._hand_in(mark)
            self.journal.close(mark, whole)

    def _hand_in(self, mark: int) -> None:
        """Run the actions that scripts postponed to the end of a step.

        While the log is paused, the step's changes are added to the paused log.
        """
        pauses = self.journal.pauses
        if pauses:
            pauses[-1] = min(pauses[-1], mark)
        self.depth += 1
        try:
            while self.later:
                self.later.pop(0)()
        finally:
            self.depth -= 1
            self.later.clear()
            pauses.clear()

    def all_pieces(self) -> list[LivePiece]:
        """Return all pieces, in the order of their ids."""
        return [thing for _, thing in sorted(self.things.items()) if isinstance(thing, LivePiece)]

    # Properties ----------------------------------------------------------------------------------
    def set_value(self, target: GlobalPropertyValue, value: str) -> None:
        """Set a global property."""
        old = target.value
        target.value = value

        def undo() -> None:
            target.value = old

        self.journal.record(undo, weight=len(old))

    # Pieces --------------------------------------------------------------------------------------
    def new_id(self) -> str:
        """Return an unused piece id."""
        while str(self.next_id) in self.things:
            self.next_id += 1
        self.next_id += 1
        return str(self.next_id - 1)

    def expanded(self, piece: GamePiece) -> tuple[Trait, ...]:
        """Return a piece's traits with its prototypes expanded, innermost first."""
        found = self._expanded.get(piece)
        if found is None:
            design = PieceDefinition(self.module.place, piece.name, piece)
            found = tuple(placed.trait for placed in self.module.prototypes.expand(design))
            self._expanded[piece] = found
        return found

    def new_piece(self, piece: GamePiece, piece_id: str | None = None) -> LivePiece:
        """Return a new piece. It isn't on a map yet."""
        basic = piece.basic if isinstance(piece.basic, t.BasicPiece) else t.BasicPiece(name=piece.name)
        if basic.clone_key or basic.delete_key:
            self.report_unsupported("Clone and Delete commands of a Basic Piece, from before VASSAL 3.0")
        traits = tuple(reversed(self.expanded(piece)[1:]))
        if len(self.things) >= MAX_PIECES:
            raise ExhaustedError(f"{MAX_PIECES:,} pieces")
        self.evaluator.spend(40 + 12 * len(traits))
        self.evaluator.budget.hold(piece_weight(len(traits)))
        return LivePiece(self, piece_id or self.new_id(), basic, traits, piece)

    def new_stack(self, piece: LivePiece) -> LiveStack:
        """Return a new stack of one piece. It isn't on a map yet."""
        stack = LiveStack(self, self.new_id())
        home, at = piece.map, piece.position
        if piece.stack is None and piece.home is not None:
            piece.home.drop(piece)
        stack.at = at
        stack.pieces = [piece]
        piece.stack = stack
        piece.home = home
        return stack

    def position_of(self, thing: PieceOrStack) -> ThingPosition:
        """Return the current position of a piece or stack. After a move, this is its former position."""
        if isinstance(thing, LiveStack):
            return ThingPosition(thing.home, thing.at, None)
        under = None
        if thing.stack is not None:
            index = thing.stack.pieces.index(thing)
            under = thing.stack.pieces[index - 1].id if index else None
        return ThingPosition(thing.map, thing.position, under)

    def record_move(self, thing: PieceOrStack, before: ThingPosition | None) -> None:
        """Record that a piece or stack was moved."""
        if before is not None:
            self.journal.record(lambda: self._move_back(thing.id, before))

    def record_entry(self, thing: PieceOrStack) -> None:
        """Record that a piece or stack entered the game."""
        self.things[thing.id] = thing
        self.journal.record(lambda: self._vanish(thing))

    def remove(self, piece: LivePiece) -> None:
        """Remove a piece from the game."""
        before = self.position_of(piece)
        stack, home = piece.stack, piece.map
        index = stack.pieces.index(piece) if stack is not None else 0
        self._vanish(piece)

        def undo() -> None:
            self.things[piece.id] = piece
            if stack is not None and home is not None and stack.home is home and stack in home.things:
                stack.insert(piece, index)
            elif home is not None:
                piece.at = before.point
                home.add(piece)
                if stack is not None:
                    home.place_at(self.new_stack(piece), before.point)

        self.journal.record(undo)

    def _vanish(self, thing: PieceOrStack) -> None:
        self.things.pop(thing.id, None)
        if isinstance(thing, LivePiece) and thing.stack is not None:
            thing.stack.take(thing)
        if thing.home is not None:
            thing.home.drop(thing)
        thing.home = None

    def _move_back(self, thing_id: str, to: ThingPosition) -> None:
        """Move a piece or stack back as VASSAL's MovePiece does.

        It is merged with the pieces that are there now.
        """
        thing = self.things.get(thing_id)
        if thing is None:
            return
        if to.map is None:
            self._vanish(thing)
            self.things[thing_id] = thing
            return
        under = self.things.get(to.under or "")
        if isinstance(under, LivePiece) and under.map is to.map and under.position == to.point:
            to.map.merge(under, thing)
            return
        # A piece whose stack was undone has no stack from then on. Undoing a drop onto such a piece removes
        # the stack that the drop created, and the piece with it, as in VASSAL.
        alone = isinstance(thing, LivePiece) and thing.stack is None and to.map.stacking
        if not to.map.merge_at(thing, to.point):
            to.map.place_at(thing, to.point)
            if isinstance(thing, LivePiece) and alone and not thing.never_stacks:
                to.map.place_at(self.new_stack(thing), to.point)
        if to.under is None and isinstance(thing, LivePiece) and thing.stack is not None:
            thing.stack.insert(thing, 0)

    # Decks ---------------------------------------------------------------------------------------
    def decks(self) -> Iterator[LiveDeck]:
        """Yield the decks in play."""
        for live in self.maps.values():
            yield from live.decks

    def pile(self, name: str) -> LiveDeck | None:
        """Return the deck with the given name, or None (DrawPile.findDrawPile)."""
        return next((deck for deck in self.decks() if deck.title == name), None)

    def put_in_deck(self, deck: LiveDeck, piece: LivePiece) -> None:
        """Put a piece into a deck, unless the deck already contains it or is closed to the player."""
        if piece.stack is not deck and deck.accessible and deck.home is not None:
            deck.home.place_or_merge(piece, deck.at)

    def prepare_move(self, piece: LivePiece) -> None:
        """Prepare a piece's move: set its Old… properties, and mask or unmask it as its deck requires."""
        self.emptied.clear()
        self.put_old(piece)
        if piece.deck is not None:
            piece.deck.removed(piece)

    def check_emptied(self) -> None:
        """Send the hot keys of the decks that a move has emptied."""
        emptied, self.emptied = self.emptied, []
        for deck in emptied:
            key = key_identity(deck.design.empty_key) if deck.design.empty_key is not None else None
            if key is not None:
                self.hotkeys(key)

    # Moving --------------------------------------------------------------------------------------
    def put_old(self, piece: LivePiece) -> None:
        """Record a piece's location in its Old… properties (Decorator.putOldProperties)."""
        here = piece.map
        x, y = piece.position
        board = here.board_at((x, y)) if here is not None else None
        zone = here.zone_at((x, y)) if here is not None else None
        piece.set_persistent("OldX", str(x))
        piece.set_persistent("OldY", str(y))
        piece.set_persistent("OldMap", here.title if here is not None else "")
        piece.set_persistent("OldBoard", board.title if board is not None else "")
        piece.set_persistent("OldZone", zone.title if zone is not None else "")
        piece.set_persistent("OldLocationName", here.location((x, y)) if here is not None else "")
        piece.set_persistent("OldDeckName", piece.deck.title if piece.deck is not None else "")
        if self.mats:
            self.put_old_mat(piece)

    def put_old_mat(self, piece: LivePiece) -> None:
        """Record the mat on which a piece lies in the piece's OldMat… properties."""
        mat = piece.get("IsCargo") is True and piece.get("CurrentMatID") is not None
        for name in ("", "ID", "PieceName", "BasicName", "OffsetX", "OffsetY"):
            value = self.source_text(piece.get(f"CurrentMat{name}")) if mat and piece.map is not None else ""
            piece.set_persistent(f"OldMat{name}", value)

    def after_move(self, piece: LivePiece) -> None:
        """Send a piece the key that its map sends when a move ends."""
        here = piece.map
        if here is not None and here.move_key is not None:
            piece.key(here.move_key)

    def source_text(self, value: Any) -> str:
        """Return the value of a property as a string."""
        return "" if value is None else java_text(value)
