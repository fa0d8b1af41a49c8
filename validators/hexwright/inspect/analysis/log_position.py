"""Log positions: the position in a saved game, and the changes that each step of a log makes to it.

Commands are applied as VASSAL applies them (VASSAL.command), but only to locations, states and properties.
Effects that need a module's components, such as drawing masks, are ignored.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from hexwright.diagnostics.diagnostic import InputError
from hexwright.support.file_limits import REMEDY, raised
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.commands import (
    AddPlayer,
    BoardChoice,
    ChangePiece,
    ChangeProperty,
    ChatText,
    Command,
    MovePiece,
    PublicNote,
    RemovePiece,
    RemovePlayer,
    ScenarioNote,
    SetBoards,
    SetGlobalProperty,
    SetTurn,
    UndoMark,
    flatten_commands,
)
from hexwright.vassal.codec.piece_template import AddPieceCopy, AddStack
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece, decode_part, split_parts
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.stacks_and_decks import Deck, Stack

MAX_CARRIED = 1_000_000
"""The maximum number of counters that a file moves by moving their stacks; each of them is written once."""

Spot = tuple[str, int, int]
"""A map's name and a point on the map; the name is empty for a piece that isn't on any map."""
NOWHERE: Spot = ("", 0, 0)


@dataclass(frozen=True)
class PlacedPiece:
    """A piece with its location at a given moment; ``states`` are those of its traits, outermost first."""

    id: str
    piece: GamePiece = field(compare=False)
    spot: Spot
    states: tuple[str, ...] = field(repr=False)
    deck: str | None = None
    """The name of the deck that holds the piece; None for a piece outside all decks."""
    face_down: bool = False
    """Whether the piece is in a deck whose cards lie face down."""

    @cached_property
    def properties(self) -> Mapping[str, str]:
        """Return the piece's own properties that are known without the module, such as markers, values and
        levels.
        """
        found: dict[str, str] = {}
        for trait in self.piece.traits:
            match trait:
                case t.BasicPiece():
                    found.update(trait.properties)
                    found["BasicName"] = trait.name
                case t.Marker():
                    found.update(zip(trait.names, trait.values, strict=False))
                case t.DynamicProperty():
                    found[trait.name] = trait.value
                case t.Layer() if trait.name:
                    found[f"{trait.name}_Level"] = str(abs(trait.level))
                    found[f"{trait.name}_Active"] = str(trait.level > 0).lower()
                case _:
                    continue
        return found

    @property
    def name(self) -> str:
        """Return the basic name of the piece."""
        return self.piece.name


@dataclass
class StepChanges:
    """The changes made by one step of a log: values before and after the step."""

    before: dict[str, PlacedPiece | None] = field(default_factory=dict)
    """The affected pieces before the step; None for pieces that the step adds."""
    after: dict[str, PlacedPiece | None] = field(default_factory=dict)
    """The affected pieces after the step; None for pieces that the step removes."""
    chat_lines: list[str] = field(default_factory=list)
    values: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    """The values of properties before and after the step, keyed by container and property name."""
    turns: dict[str, tuple[str, str]] = field(default_factory=dict)
    undone: bool = False
    """Whether the step undid an earlier step."""
    players: set[str] = field(default_factory=set)
    """The sides that players joined or left."""

    def value(self, name: str) -> tuple[str, str] | None:
        """Return the values of a property of the game before and after the step; None if the step didn't
        set it.
        """
        return next((pair for (_, key), pair in self.values.items() if key == name), None)


class LogPosition:
    """The position of a game stored in a file, which the steps of a log update."""

    def __init__(self, file: SavedGameFile) -> None:
        self.pieces: dict[str, PlacedPiece] = {}
        self.stacks: dict[str, dict[str, None]] = {}
        """The members of each stack by its id, from the bottom up."""
        self.decks: dict[str, Deck] = {}
        self.values: dict[tuple[str, str], str] = {}
        self.turns: dict[str, str] = {}
        self.players: dict[str, AddPlayer] = {}
        self.boards: dict[str, tuple[BoardChoice, ...]] = {}
        self.notes: dict[str, str] = {}
        self.history: list[tuple[str, str]] = []
        """The names and values of all properties that were set, in order."""
        self.unread = 0
        """The number of commands that couldn't be applied because the piece is missing or the state doesn't
        fit its traits.
        """
        self._stack_of: dict[str, str] = {}
        self._spots: dict[str, Spot] = {}
        self._named: dict[str, dict[str, str]] = {}
        self._carried = 0
        self._deed = StepChanges()
        later: list[Command] = []
        for part in file.setup_commands:
            # Stacks and decks name their pieces, which may come after them.
            waits = isinstance(part, AddPiece | AddStack) and not isinstance(part.piece.basic, t.BasicPiece)
            (later.append if waits else self._apply_command)(part)
        for part in later:
            self._apply_command(part)

    def value(self, name: str) -> str:
        """Return a property of the game; an empty string if it isn't set.

        Module properties take precedence over map properties.
        """
        found = self._named.get(name, {})
        return found["Module"] if "Module" in found else next(iter(found.values()), "")

    def step(self, command: Command) -> StepChanges:
        """Apply a step of the log and return its changes."""
        deed = self._deed = StepChanges()
        for part in flatten_commands(command):
            self._apply_command(part)
        for piece_id in [i for i, was in deed.before.items() if was == self.pieces.get(i)]:
            del deed.before[piece_id]
        deed.after = {piece_id: self.pieces.get(piece_id) for piece_id in deed.before}
        deed.values = {key: pair for key, pair in deed.values.items() if pair[0] != pair[1]}
        return deed

    def _copy(self, part: AddPieceCopy) -> None:
        # Pieces from the compiler may contain traits as texts.
        types, states, basic = part.template.types, part.states, part.basic
        outer = (decode_part(*texts) for texts in zip(types[-2::-1], states[-2::-1], strict=True))
        self._put_state(PlacedPiece(part.id, GamePiece((basic, *outer)), _spot(basic), states))

    def _apply_command(self, part: Command) -> None:
        match part:
            case AddPiece():
                self._add(part)
            case AddStack():
                self._add(AddPiece(part.piece, part.id))
            case AddPieceCopy():
                self._copy(part)
            case ChangePiece():
                self._change(part.id, part.new)
            case MovePiece():
                self._move(part)
            case RemovePiece():
                self._remove(part.id)
            case SetBoards():
                self.boards[part.map] = part.boards
            case SetGlobalProperty():
                self._set(part.container or "Module", part.property_id, part.value)
            case ChangeProperty():
                self._set(part.container or "Module", part.name, part.new)
            case SetTurn():
                self._deed.turns[part.tracker] = (self.turns.get(part.tracker, ""), part.state)
                self.turns[part.tracker] = part.state
            case ChatText():
                self._deed.chat_lines.append(part.text)
            case AddPlayer():
                self.players[part.id] = part
                self._deed.players.add(part.side)
            case RemovePlayer():
                if part.id in self.players:
                    self._deed.players.add(self.players.pop(part.id).side)
            case ScenarioNote() | PublicNote():
                self.notes[part.WORD.strip()] = part.text
            case UndoMark():
                self._deed.undone = True
            case _:
                return

    def _set(self, container: str, name: str, value: str) -> None:
        was = self.values.get((container, name), "")
        self._deed.values[container, name] = (self._deed.values.get((container, name), (was, ""))[0], value)
        self.values[container, name] = value
        self._named.setdefault(name, {})[container] = value
        self.history.append((name, value))

    # Pieces ---------------------------------------------------------------------------------------
    def _put_state(self, lying: PlacedPiece) -> None:
        self._deed.before.setdefault(lying.id, self.pieces.get(lying.id))
        self.pieces[lying.id] = lying

    def _add(self, part: AddPiece) -> None:
        basic, piece_id = part.piece.basic, part.id or ""
        match basic:
            case Stack():
                self._stack(piece_id, (_map(basic.map), basic.x, basic.y), basic.pieces)
            case Deck():
                self.decks[piece_id] = basic
                self._gather_stack(piece_id, (_map(basic.map), basic.x, basic.y), basic.cards)
            case t.BasicPiece():
                states = tuple(part.piece.states())
                self._put_state(PlacedPiece(piece_id, part.piece, _spot(basic), states))
            case _:
                self.unread += 1

    def _change(self, piece_id: str, state: str) -> None:
        if piece_id in self.stacks:
            stack = Stack.decode(Stack.ID, state)
            self._stack(piece_id, (_map(stack.map), stack.x, stack.y), stack.pieces)
            return
        if piece_id in self.decks:
            deck = Deck.decode(self.decks[piece_id].encode_type(), state)
            self.decks[piece_id] = deck
            self._gather_stack(piece_id, (_map(deck.map), deck.x, deck.y), deck.cards)
            return
        lying = self.pieces.get(piece_id)
        if lying is None:
            self.unread += 1
            return
        traits = list(lying.piece.traits)
        try:
            states = tuple(split_parts(state, len(traits)))
        except CodecError:
            states = ()
        if len(states) != len(traits):
            self.unread += 1
            return
        for at, (was, now) in enumerate(zip(lying.states, states, strict=True)):
            if was != now:
                traits[-1 - at] = decode_part(traits[-1 - at].encode_type(), now)
        piece = GamePiece(tuple(traits))
        # A piece in a stack has the stack's place.
        basic = piece.basic
        inside = piece_id in self._stack_of or not isinstance(basic, t.BasicPiece)
        spot = lying.spot if inside or not isinstance(basic, t.BasicPiece) else _spot(basic)
        self._put_state(dataclasses.replace(lying, piece=piece, spot=spot, states=states))

    def _remove(self, piece_id: str) -> None:
        if piece_id in self.pieces:
            self._deed.before.setdefault(piece_id, self.pieces[piece_id])
            del self.pieces[piece_id]
            self._leave_stack(piece_id)
        elif piece_id in self.stacks:
            for member in self.stacks.pop(piece_id):
                self._stack_of.pop(member, None)
        elif piece_id in self.decks:
            del self.decks[piece_id]
        else:
            self.unread += 1

    def _move(self, part: MovePiece) -> None:
        spot = (_map(part.map), part.x, part.y) if part.map is not None else NOWHERE
        moved = part.id or ""
        if moved in self.stacks:
            self._carried += len(self.stacks[moved])
            if self._carried > raised(MAX_CARRIED):
                what = f"the file moves stacks of more than {raised(MAX_CARRIED):,} counters in all"
                raise InputError.single("N022", what, hint=REMEDY)
            self._stack(moved, spot, tuple(self.stacks[moved]))
            return
        if moved not in self.pieces:
            self.unread += 1
            return
        self._leave_stack(moved)
        home = self._home_under(part.under, spot)
        self._lay_piece(moved, spot, self.decks.get(home))
        if home:
            self._stack_of[moved] = home
        if home in self.stacks:
            self.stacks[home][moved] = None

    def _home_under(self, under: str | None, spot: Spot) -> str:
        """Return the stack or deck at a spot that is `under`, or contains it; an empty string for none."""
        known = under is not None and (under in self.stacks or under in self.decks)
        home = (under if known else self._stack_of.get(under or "")) or ""
        return home if self._spots.get(home) == spot else ""

    def _stack(self, stack_id: str, spot: Spot, members: Iterable[str]) -> None:
        for old in self.stacks.get(stack_id, ()):
            self._stack_of.pop(old, None)
        self.stacks[stack_id] = {}
        self._gather_stack(stack_id, spot, members)
        self.stacks[stack_id] = {member: None for member in members if member in self.pieces}

    def _gather_stack(self, home: str, spot: Spot, members: Iterable[str]) -> None:
        self._spots[home] = spot
        for member in members:
            if member not in self.pieces:
                continue  # A stack may still name removed pieces; VASSAL skips them.
            self._leave_stack(member)
            self._lay_piece(member, spot, self.decks.get(home))
            self._stack_of[member] = home

    def _leave_stack(self, piece_id: str) -> None:
        home = self._stack_of.pop(piece_id, None)
        members = self.stacks.get(home) if home is not None else None
        if members is not None:
            members.pop(piece_id, None)

    def _lay_piece(self, piece_id: str, spot: Spot, deck: Deck | None) -> None:
        lying = self.pieces[piece_id]
        name, down = (None, False) if deck is None else (deck.name, deck.faces_down)
        if (lying.spot, lying.deck, lying.face_down) != (spot, name, down):
            self._put_state(dataclasses.replace(lying, spot=spot, deck=name, face_down=down))


def _map(name: str | None) -> str:
    return "" if name in (None, "null") else name or ""


def _spot(basic: t.BasicPiece) -> Spot:
    name = _map(basic.map)
    return (name, basic.x, basic.y) if name else NOWHERE
