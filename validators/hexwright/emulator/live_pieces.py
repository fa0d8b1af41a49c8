"""Pieces and stacks in play (VASSAL.counters.Decorator, BasicPiece, Stack)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from hexwright.emulator import script_commands
from hexwright.emulator.beanshell.execution_budget import ExhaustedError
from hexwright.emulator.beanshell.java_builder_classes import JPoint
from hexwright.emulator.beanshell.java_lists import JList
from hexwright.emulator.beanshell.java_values import box_value, java_text
from hexwright.emulator.board_grids import Point
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.piece_text import GamePiece
from hexwright.vassal.codec.trait_fields import Trait

if TYPE_CHECKING:
    from hexwright.emulator.game_world import GameWorld
    from hexwright.emulator.live_decks import LiveDeck
    from hexwright.emulator.live_maps import LiveMap
    from hexwright.emulator.trait_behaviour import TraitBehaviour

# ruff: noqa: N802  (methods behind j_ have Java's names)


class LivePiece:
    """A piece: its traits from the outermost inward, and the data of its BasicPiece."""

    java_names = ("GamePiece", "Decorator", "BasicPiece", "PropertySource", "EditablePiece")

    def __init__(
        self,
        world: GameWorld,
        piece_id: str,
        basic: t.BasicPiece,
        traits: tuple[Trait, ...],
        design: GamePiece,
    ) -> None:
        self.world = world
        self.design = design
        self.id = piece_id
        self.basic = basic
        self.stack: LiveStack | None = None
        self.home: LiveMap | None = None
        self.at: Point = (basic.x, basic.y)
        #: Never mutated, so that snapshots can share it.
        self.persistent: dict[str, str] = dict(basic.properties)
        self.snapshot: dict[str, Any] | None = None
        self.acting: tuple[TraitBehaviour, ...] = tuple(
            made
            for number, trait in enumerate(traits)
            if (made := world.make(world, self, trait, number)) is not None
        )
        self.answers: dict[str, tuple[TraitBehaviour, ...]] = {}
        found: dict[str, list[TraitBehaviour]] = {}
        for trait in self.acting:
            for name in trait.names:
                found.setdefault(name, []).append(trait)
        self.answers = {name: tuple(group) for name, group in found.items()}
        keys: set[Identity] = set()
        for trait in self.acting:
            keys |= trait.keys
        self.keys = frozenset(keys)
        self.remembers = any(trait.remembers for trait in self.acting)
        #: The attributes of each trait that change in play.
        self.states = tuple((trait, name) for trait in self.acting for name in trait.state)

    # Position ------------------------------------------------------------------------------------
    @property
    def map(self) -> LiveMap | None:
        """Return the map that the piece is on."""
        return self.stack.home if self.stack is not None else self.home

    @property
    def position(self) -> Point:
        """Return the point at which the piece is on its map."""
        return self.stack.at if self.stack is not None else self.at

    @property
    def deck(self) -> LiveDeck | None:
        """Return the deck that holds the piece."""
        return self.stack if self.stack is not None and self.stack.is_deck else None  # type: ignore[return-value]

    @property
    def never_stacks(self) -> bool:
        """Return whether the piece can't join a stack."""
        return self.get("NoStack") is True

    # Names and properties ------------------------------------------------------------------------
    @property
    def basic_name(self) -> str:
        """Return the piece's basic name."""
        return str(self.get("BasicName"))

    @property
    def name(self) -> str:
        """Return the piece's name, including the additions of layers and labels."""
        return self.name_from(0)

    def name_from(self, number: int) -> str:
        """Return the name with the additions of the trait at an index and of the traits inside it."""
        for at in range(number, len(self.acting)):
            trait = self.acting[at]
            if trait.renames:
                return trait.rename(at)
        return self.basic_name

    def get(self, name: str) -> Any:
        """Return the value of a property as seen by this piece; None if it is undefined."""
        for trait in self.answers.get(name, ()):
            found, value = trait.get(name)
            if found:
                return value
        built_in = _BUILT_IN.get(name)
        if built_in is not None:
            return built_in(self)
        value = self.persistent.get(name)
        if value is not None:
            return value
        here = self.map
        if here is None:
            return self.world.holder.get(name)
        return here.holder_at(self.position).get(name)

    def set_persistent(self, name: str, value: str, counts: bool = False) -> None:
        """Set a persistent property of the basic piece. By default, this change alone makes no undo step."""
        old = self.persistent.get(name)
        if old == value:
            return
        self.persistent = {**self.persistent, name: value}

        def undo() -> None:
            if old is None:
                self.persistent = {known: kept for known, kept in self.persistent.items() if known != name}
            else:
                self.persistent = {**self.persistent, name: old}

        self.world.journal.record(undo, counts, weight=len(value))

    # Keys ----------------------------------------------------------------------------------------
    def key(self, key: Identity) -> None:
        """Send the piece a key command. The undo journal records the changes."""
        if key in self.keys:
            self.world.evaluator.spend()
            self.event(0, key)

    def event(self, number: int, key: Identity) -> None:
        """Send a key to the trait at an index, and to the traits inside it."""
        acting = self.acting
        try:
            while number < len(acting):
                trait = acting[number]
                if trait.inner_first and (key in trait.keys):
                    self.event(number + 1, key)
                    trait.perform(key)
                    return
                if trait.blocks(key):
                    return
                if key in trait.keys:
                    trait.perform(key)
                number += 1
        except ExhaustedError as fault:
            fault.at(f"{acting[number].trait.TITLE} of the piece {self.basic.name!r}")
            raise

    def remember(self) -> None:
        """Store the property values before a command, for the reports of the command."""
        if not self.remembers:
            return
        kept: dict[str, Any] = {name: self.get(name) for name in self.answers}
        for name in _REMEMBERED:
            kept[name] = self.get(name)
        kept["PieceName"] = kept["LocalizedName"] = self.name
        kept.update(self.persistent)
        self.snapshot = kept

    # Methods that scripts may call ---------------------------------------------------------------
    def j_getProperty(self, name: Any) -> Any:
        return box_value(self.get(java_text(name)))

    def j_getLocalizedProperty(self, name: Any) -> Any:
        return self.j_getProperty(name)

    def j_setProperty(self, name: Any, value: Any) -> None:
        script_commands.set_property(self, java_text(name), value)

    def j_setPersistentProperty(self, name: Any, value: Any) -> None:
        # Scripts send it as a change of the piece, which is a step.
        self.set_persistent(java_text(name), java_text(value), counts=True)

    def j_keyEvent(self, stroke: Any) -> Any:
        return script_commands.send_key(self, stroke)

    def j_getMap(self) -> LiveMap | None:
        return self.map

    def j_getPosition(self) -> JPoint:
        return JPoint(*self.position)

    def j_getParent(self) -> LiveStack | None:
        return self.stack

    def j_getId(self) -> str:
        return self.id

    def j_getName(self) -> str:
        return self.name

    def j_getLocalizedName(self) -> str:
        return self.name

    def j_getType(self) -> str:
        return self.design.encode_type()


class LiveStack:
    """A stack. Its pieces are listed from the bottom up."""

    java_names: tuple[str, ...] = ("Stack", "GamePiece")
    #: Attributes of a subclass of stacks that change in play; their values are never mutated.
    state: ClassVar[tuple[str, ...]] = ()
    #: Whether it is a deck, which accepts any piece.
    is_deck: ClassVar[bool] = False

    def __init__(self, world: GameWorld, stack_id: str) -> None:
        self.world = world
        self.id = stack_id
        self.pieces: list[LivePiece] = []
        self.home: LiveMap | None = None
        self.at: Point = (0, 0)

    def insert(self, piece: LivePiece, index: int) -> None:
        """Move a piece into the stack."""
        index = max(0, min(index, len(self.pieces)))
        if piece.stack is self:
            old = self.pieces.index(piece)
            if index > old:
                self.pieces.insert(index + 1, piece)
                del self.pieces[old]
            else:
                del self.pieces[old]
                self.pieces.insert(index, piece)
            return
        if piece.stack is not None:
            piece.stack.take(piece)
        elif piece.home is not None:
            piece.home.drop(piece)
        piece.stack = self
        piece.home = self.home
        self.pieces.insert(index, piece)

    def take(self, piece: LivePiece) -> None:
        """Remove a piece from the stack. If the stack is then empty, it is removed from the map."""
        self.pieces.remove(piece)
        piece.at = self.at
        piece.home = self.home
        piece.stack = None
        if not self.pieces:
            self.emptied()

    def emptied(self) -> None:
        """Remove the empty stack from the map."""
        if self.home is not None:
            self.home.drop(self)

    def get(self, name: str) -> Any:
        """Return None, because a stack has no properties."""
        return None

    def j_getProperty(self, name: Any) -> Any:
        return None

    def j_asList(self) -> JList:
        made = JList()
        made.items = list(self.pieces)
        return made

    def j_getPieceCount(self) -> int:
        return len(self.pieces)

    def j_getPieceAt(self, index: int) -> LivePiece:
        return self.pieces[index]

    def j_topPiece(self) -> LivePiece | None:
        return self.pieces[-1] if self.pieces else None

    def j_bottomPiece(self) -> LivePiece | None:
        return self.pieces[0] if self.pieces else None

    def j_indexOf(self, piece: Any) -> int:
        return self.pieces.index(piece) if piece in self.pieces else -1

    def j_getMap(self) -> LiveMap | None:
        return self.home

    def j_getPosition(self) -> JPoint:
        return JPoint(*self.at)

    def j_getId(self) -> str:
        return self.id

    def j_getName(self) -> str:
        return ", ".join(piece.name for piece in reversed(self.pieces))


def _location(piece: LivePiece) -> str:
    return piece.map.location(piece.position) if piece.map is not None else ""


def _zone(piece: LivePiece) -> str:
    zone = piece.map.zone_at(piece.position) if piece.map is not None else None
    return zone.title if zone is not None else ""


def _board(piece: LivePiece) -> str:
    board = piece.map.board_at(piece.position) if piece.map is not None else None
    return board.title if board is not None else ""


def _stack_place(piece: LivePiece) -> str:
    stack = piece.stack
    return "1" if stack is None else str(len(stack.pieces) - stack.pieces.index(piece))


_BUILT_IN: dict[str, Callable[[LivePiece], Any]] = {
    "BasicName": lambda p: p.basic.name,
    "LocalizedBasicName": lambda p: p.basic.name,
    "PieceName": lambda p: p.name,
    "LocalizedPieceName": lambda p: p.name,
    "LocationName": _location,
    "CurrentMap": lambda p: p.map.title if p.map is not None else "",
    "CurrentBoard": _board,
    "CurrentZone": _zone,
    "CurrentX": lambda p: str(p.position[0]),
    "CurrentY": lambda p: str(p.position[1]),
    "PieceUID": lambda p: p.id,
    "Selected": lambda p: p.id in p.world.selected,
    "DeckName": lambda p: p.deck.title if p.deck is not None else "",
    "DeckPosition": lambda p: "0" if p.deck is None else _stack_place(p),
    "StackPos": _stack_place,
    "StackSize": lambda p: "1" if p.stack is None else str(len(p.stack.pieces)),
}

_REMEMBERED = ("BasicName", "LocationName", "CurrentZone", "CurrentMap", "CurrentX", "CurrentY", "StackPos")
