"""Saved games and logs as items: the locations of the pieces, and the settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from hexwright.inspect.analysis.log_position import LogPosition, PlacedPiece
from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.analysis.piece_definitions import PieceDefinition
from hexwright.inspect.analysis.player_names import PlayerNames
from hexwright.inspect.analysis.public_view import PublicView, number_order
from hexwright.inspect.show.editor_labels import UNKNOWN, LabelledFact
from hexwright.inspect.show.item_tree import PieceItem, TreeItem
from hexwright.inspect.show.value_wording import count_words, quoted_text, value_as_words
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.commands import (
    FIELD_COMMANDS,
    AddPlayer,
    Command,
    FieldCommand,
    SetBoards,
    SetGlobalProperty,
    SetTurn,
    UnknownCommand,
)
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.stacks_and_decks import Deck

#: Larger saved games are not read.
MAX_SAVE = 64 << 20
#: Commands that start and end a game, and those that VASSAL writes for internal use.
_FRAME = ("begin_save", "end_save", "null")


@dataclass(frozen=True)
class SavedGameView:
    """A saved game, or a log at its beginning, as far as it may be told.

    Without a `module`, the view of pieces doesn't know private windows and grids. `reveal` tells what players
    hide from each other, and `named` tells players' names. Passwords are never told.
    """

    file: str
    game: SavedGameFile
    module: ModuleView | None = field(default=None, compare=False)
    reveal: bool = False
    named: bool = False

    @property
    def commands(self) -> tuple[Command, ...]:
        """Return the commands that set the game up."""
        return self.game.setup_commands

    @property
    def steps(self) -> tuple[Command, ...]:
        """Return the commands that a log adds step by step."""
        return self.game.steps

    @cached_property
    def position(self) -> LogPosition:
        """Return the position of the pieces."""
        return LogPosition(self.game)

    @cached_property
    def view(self) -> PublicView:
        """Return what all players may see of the pieces."""
        return PublicView(self.module, self.position.boards, reveal=self.reveal)

    @cached_property
    def players(self) -> PlayerNames:
        """Return the names of the players, which are replaced in what is told."""
        sides = self.module.sides if self.module is not None else ()
        return PlayerNames(self.game, sides, shown=self.named)

    @cached_property
    def pieces(self) -> tuple[PlacedPiece, ...]:
        """Return the pieces, without stacks and decks."""
        return tuple(self.position.pieces.values())

    @cached_property
    def stacks(self) -> tuple[tuple[str, ...], ...]:
        """Return the stacks that hold pieces, each as the ids of its pieces from the bottom up."""
        return tuple(tuple(stack) for stack in self.position.stacks.values() if stack)

    @cached_property
    def decks(self) -> tuple[Deck, ...]:
        """Return the decks."""
        return tuple(self.position.decks.values())

    def facts(self) -> tuple[LabelledFact, ...]:
        """Return the facts of the game that aren't about pieces."""
        found: list[LabelledFact] = []
        about, hide = self.game.save_metadata, self.players.hide
        if about is not None and about.description:
            found.append(LabelledFact("description", "Description", hide(about.description)))
        for command in self.commands:
            match command:
                case SetBoards():
                    names = tuple(
                        f"{b.name}{' reversed' if b.reversed else ''}"
                        + (f" at {b.column}, {b.row}" if len(command.boards) > 1 else "")
                        for b in command.boards
                    )
                    found.append(
                        LabelledFact(
                            f"boards.{command.map}", f"Boards of '{command.map}'", value_as_words(names)
                        )
                    )
                case SetGlobalProperty():
                    where = f" of '{command.container}'" if command.container else ""
                    key = f"global.{command.container}.{command.property_id}"
                    name = f"Global property '{command.property_id}'{where}"
                    found.append(LabelledFact(key, name, quoted_text(hide(command.value))))
                case SetTurn():
                    name = f"Turn counter '{command.tracker}'"
                    state = quoted_text(hide(command.state))
                    found.append(LabelledFact(f"turn.{command.tracker}", name, state))
                case AddPlayer():
                    seat = quoted_text(self.players.seat(command))
                    found.append(LabelledFact("player", "Seat taken", seat))
                case FieldCommand():
                    word = command.WORD.strip("\t;")
                    named = [
                        f"{label} {quoted_text(hide(value))}"
                        for label, value in command.labelled_fields.items()
                    ]
                    found.append(
                        LabelledFact(f"command.{word}", f"Command '{word}'", value_as_words(tuple(named)))
                    )
                case UnknownCommand() if command.text and command.text not in _FRAME:
                    found.append(_other(command, hide))
                case _:
                    continue
        return _numbered(found)


@dataclass(eq=False)
class SavedItem(TreeItem):
    """A saved game or a log."""

    saved: SavedGameView | None = None

    @classmethod
    def of(cls, saved: SavedGameView, trail: tuple[str, ...], title: str = "") -> SavedItem:
        """Return the item of a saved game."""
        summary = count_words(len(saved.pieces), "piece")
        if saved.steps:
            summary += f", {count_words(len(saved.steps), 'step')} of a log"
        return cls(title or saved.file, trail, saved.file, "set-up", "", summary, 0, saved)

    @cached_property
    def facts(self) -> tuple[LabelledFact, ...]:
        """Return the facts of the game that aren't about pieces."""
        assert self.saved is not None
        data = self.saved.game.module_metadata
        if self.saved.module is not None or data is None:
            return self.saved.facts()
        made = LabelledFact("module", "Module", " ".join(part for part in (data.name, data.version) if part))
        return (made, *self.saved.facts())

    @cached_property
    def children(self) -> tuple[TreeItem, ...]:
        """Return the pieces, grouped by map and location."""
        assert self.saved is not None
        view, found = self.saved.view, []
        for lying in self.saved.pieces:
            concealed = view.concealment(lying) is not None
            name = view.name(lying) if concealed else lying.name
            place = ModulePlace(self.saved.file, (*self.trail, name))
            design = None if concealed else PieceDefinition(place, name, lying.piece)
            map_name, spot = view.place(lying)
            found.append(
                SavedPiece(name, (*self.trail, name), name, "piece", "", spot, 0, design, map_name, spot)
            )
        return tuple(sorted(found, key=lambda item: (item.map_name, number_order(item.spot))))


@dataclass(eq=False)
class SavedPiece(PieceItem):
    """A piece of a saved game."""

    map_name: str = ""
    spot: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names by which a path may refer to the piece."""
        return (*super().names, self.spot)


def _other(command: UnknownCommand, hide: Callable[[str], str]) -> LabelledFact:
    word = command.text.partition("\t")[0].partition(";")[0][:40]
    secret = any(command.text.startswith(kind.WORD) for kind in FIELD_COMMANDS if kind.SECRET_FIELDS)
    words = f"{len(command.text)} characters, not shown" if secret else quoted_text(hide(command.text))
    return LabelledFact(f"other.{word}", f"Command '{word}'", words, False, UNKNOWN)


def _numbered(found: list[LabelledFact]) -> tuple[LabelledFact, ...]:
    seen: Counter[str] = Counter()
    out: list[LabelledFact] = []
    for fact in found:
        seen[fact.key] += 1
        key = f"{fact.key}.{seen[fact.key]}" if seen[fact.key] > 1 else fact.key
        out.append(LabelledFact(key, fact.label, fact.words, fact.is_default, fact.mark, fact.is_state))
    return tuple(out)


def piece_state_summary(item: PieceItem) -> str:
    """Return the state of a piece in play: levels of its layers, values of its properties."""
    said: list[str] = []
    for placed in item.design.traits if item.design is not None else ():
        trait = placed.trait
        if isinstance(trait, t.Layer) and abs(trait.level) > 1:
            said.append(f"{trait.name or 'layer'} {trait.level}")
    return ", ".join(said)
