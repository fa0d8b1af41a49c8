"""Saved games and logs as items: the locations of the pieces, and the settings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from hexwright.inspect.analysis.location_names import LocationNames
from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.analysis.piece_definitions import PieceDefinition
from hexwright.inspect.show.editor_labels import UNKNOWN, LabelledFact
from hexwright.inspect.show.item_tree import PieceItem, TreeItem
from hexwright.inspect.show.value_wording import count_words, quoted_text, value_as_words
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile.moduledata import Metadata
from hexwright.vassal.codec.commands import (
    AddPlayer,
    Command,
    FieldCommand,
    SetBoards,
    SetGlobalProperty,
    SetTurn,
    UnknownCommand,
)
from hexwright.vassal.codec.piece_text import AddPiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.stacks_and_decks import Deck, Stack

#: Larger saved games are not read.
MAX_SAVE = 64 << 20
#: Commands that start and end a game, and those that VASSAL writes for internal use.
_FRAME = ("begin_save", "end_save", "null")


@dataclass(frozen=True)
class SavedGameView:
    """The commands of a saved game or log: those that set the game up, and those that a log adds step by
    step.
    """

    file: str
    commands: tuple[Command, ...]
    steps: tuple[Command, ...]
    metadata: Metadata | None
    module_metadata: Metadata | None = None

    @cached_property
    def pieces(self) -> tuple[AddPiece, ...]:
        """Return the pieces, without stacks and decks."""
        return tuple(x for x in self._added if isinstance(x.piece.basic, t.BasicPiece))

    @cached_property
    def _added(self) -> tuple[AddPiece, ...]:
        return tuple(x for x in self.commands if isinstance(x, AddPiece))

    @cached_property
    def stacks(self) -> tuple[Stack, ...]:
        """Return the stacks of pieces, without decks."""
        return tuple(x.piece.basic for x in self._added if isinstance(x.piece.basic, Stack))

    @cached_property
    def decks(self) -> tuple[Deck, ...]:
        """Return the decks."""
        return tuple(x.piece.basic for x in self._added if isinstance(x.piece.basic, Deck))

    @cached_property
    def boards(self) -> dict[str, SetBoards]:
        """Return the boards, keyed by map."""
        return {x.map: x for x in self.commands if isinstance(x, SetBoards)}

    def facts(self) -> tuple[LabelledFact, ...]:
        """Return the facts of the game that aren't about pieces."""
        found: list[LabelledFact] = []
        if self.metadata is not None and self.metadata.description:
            found.append(LabelledFact("description", "Description", self.metadata.description))
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
                    found.append(LabelledFact(key, name, quoted_text(command.value)))
                case SetTurn():
                    name = f"Turn counter '{command.tracker}'"
                    found.append(LabelledFact(f"turn.{command.tracker}", name, quoted_text(command.state)))
                case AddPlayer():
                    # Players' names are private, and their ids are their passwords.
                    found.append(LabelledFact("player", "Seat taken", quoted_text(command.side)))
                case FieldCommand():
                    word = command.WORD.strip("\t;")
                    named = [
                        f"{label} {quoted_text(value)}" for label, value in command.labelled_fields.items()
                    ]
                    found.append(
                        LabelledFact(f"command.{word}", f"Command '{word}'", value_as_words(tuple(named)))
                    )
                case UnknownCommand() if command.text and command.text not in _FRAME:
                    found.append(_other(command))
                case _:
                    continue
        return _numbered(found)


def read_saved(source: Path | bytes, file: str) -> SavedGameView:
    """Read a saved game or a log, given by path or content. Raises CodecError if it is damaged."""
    game = SavedGameFile.read(source, MAX_SAVE)
    return SavedGameView(file, game.setup_commands, game.steps, game.save_metadata, game.module_metadata)


class PieceLocator:
    """The locations of pieces in a saved game. If the module is given, its grids name them."""

    def __init__(self, saved: SavedGameView, module: ModuleView | None) -> None:
        boards = {name: command.boards for name, command in saved.boards.items()}
        self._locations = LocationNames(module, boards) if module is not None else None
        self._decks = {(d.map, d.x, d.y): d.name for d in saved.decks}
        self._known: dict[tuple[str, int, int], str] = {}

    def location_of(self, piece: AddPiece) -> tuple[str, str]:
        """Return the map of a piece and its location on that map.

        The map is empty for a piece off the map.
        """
        basic = piece.piece.basic
        if not isinstance(basic, t.BasicPiece) or basic.map in ("null", ""):
            return "", "off the map"
        point = (basic.map, basic.x, basic.y)
        if point not in self._known:
            named = self._locations.name(*point) if self._locations else f"{basic.x}, {basic.y}"
            self._known[point] = self._decks.get(point, named)
        return basic.map, self._known[point]


@dataclass(eq=False)
class SavedItem(TreeItem):
    """A saved game or a log."""

    saved: SavedGameView | None = None
    module: ModuleView | None = None

    @classmethod
    def of(
        cls, saved: SavedGameView, module: ModuleView | None, trail: tuple[str, ...], title: str = ""
    ) -> SavedItem:
        """Return the item of a saved game."""
        summary = count_words(len(saved.pieces), "piece")
        if saved.steps:
            summary += f", {count_words(len(saved.steps), 'step')} of a log"
        return cls(title or saved.file, trail, saved.file, "set-up", "", summary, 0, saved, module)

    @cached_property
    def facts(self) -> tuple[LabelledFact, ...]:
        """Return the facts of the game that aren't about pieces."""
        assert self.saved is not None
        data = self.saved.module_metadata
        if self.module is not None or data is None:
            return self.saved.facts()
        made = LabelledFact("module", "Module", " ".join(part for part in (data.name, data.version) if part))
        return (made, *self.saved.facts())

    @cached_property
    def children(self) -> tuple[TreeItem, ...]:
        """Return the pieces, grouped by map and location."""
        assert self.saved is not None
        where = PieceLocator(self.saved, self.module)
        found: list[SavedPiece] = []
        for added in self.saved.pieces:
            name = added.piece.name
            design = PieceDefinition(ModulePlace(self.saved.file, (*self.trail, name)), name, added.piece)
            map_name, spot = where.location_of(added)
            found.append(
                SavedPiece(name, (*self.trail, name), name, "piece", "", spot, 0, design, map_name, spot)
            )
        return tuple(sorted(found, key=lambda item: (item.map_name, item.spot)))


@dataclass(eq=False)
class SavedPiece(PieceItem):
    """A piece of a saved game."""

    map_name: str = ""
    spot: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names by which a path may refer to the piece."""
        return (*super().names, self.spot)


def _other(command: UnknownCommand) -> LabelledFact:
    word = command.text.partition("\t")[0].partition(";")[0][:40]
    return LabelledFact(f"other.{word}", f"Command '{word}'", quoted_text(command.text), False, UNKNOWN)


def _numbered(found: list[LabelledFact]) -> tuple[LabelledFact, ...]:
    seen: Counter[str] = Counter()
    out: list[LabelledFact] = []
    for fact in found:
        seen[fact.key] += 1
        key = f"{fact.key}.{seen[fact.key]}" if seen[fact.key] > 1 else fact.key
        out.append(LabelledFact(key, fact.label, fact.words, fact.is_default, fact.mark, fact.is_state))
    return tuple(out)


__all__ = [
    "MAX_SAVE",
    "PieceLocator",
    "SavedGameView",
    "SavedItem",
    "SavedPiece",
    "piece_state_summary",
    "read_saved",
]


def piece_state_summary(item: PieceItem) -> str:
    """Return the state of a piece in play: levels of its layers, values of its properties."""
    said: list[str] = []
    for placed in item.design.traits if item.design is not None else ():
        trait = placed.trait
        if isinstance(trait, t.Layer) and abs(trait.level) > 1:
            said.append(f"{trait.name or 'layer'} {trait.level}")
    return ", ".join(said)
