"""Where the pieces of a module start: in its pre-defined set-ups, or in its at-start stacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hexwright.diagnostics.diagnostic import InputError
from hexwright.emulator.live_boards import LiveBoard, lay_boards
from hexwright.inspect.analysis.log_position import LogPosition, PlacedPiece
from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.inspect.analysis.module_setups import MAX_SETUP
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.inspect.analysis.piece_pictures import PicturePart, picture_parts_of
from hexwright.makers.module_import.import_notes import ImportNotes
from hexwright.support.message_wording import join_with_or, printable_line
from hexwright.support.progress_stages import ProgressListener
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.commands import BoardChoice
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.sequence_encoder import CodecError, reason_of
from hexwright.vassal.codec.trait_fields import Trait

PieceKey = tuple[str, str, str]
"""What identifies a piece in set-ups and palettes: its gpid, basic name and basic picture."""
Boards = tuple[BoardChoice, ...]


@dataclass(frozen=True, slots=True)
class StartingPiece:
    """A piece of a set-up: what it is, what it shows, and where it lies."""

    key: PieceKey
    pictures: tuple[PicturePart, ...]
    map: str
    spot: tuple[int, int]
    deck: str = ""


@dataclass(frozen=True, slots=True)
class StartingPosition:
    """A set-up: its pieces from the bottom of each stack up, and the boards on its maps."""

    title: str
    place: ModulePlace
    pieces: tuple[StartingPiece, ...]
    boards: Mapping[str, Boards] = field(default_factory=dict)


def piece_key(traits: Sequence[Trait], gpid: str | None = None) -> PieceKey:
    """Return the key of a piece; `gpid` is that of its slot."""
    basic = traits[0] if traits else None
    if not isinstance(basic, t.BasicPiece):
        return gpid or "", "", ""
    return gpid or basic.gpid, basic.name, basic.image


class PositionReader:
    """Reads set-ups one after another, and keeps the traits of each kind of piece once."""

    def __init__(self, module: ModuleView, notes: ImportNotes) -> None:
        self.module = module
        self.notes = notes
        self.kinds: dict[PieceKey, tuple[Trait, ...]] = {}
        """The traits of the pieces in set-ups, by their keys; of each key, those of its first piece."""

    def read_all(self, progress: ProgressListener, only: Sequence[str] = ()) -> tuple[StartingPosition, ...]:
        """Return all set-ups that can be read; if there are none, the at-start stacks as one.

        With `only`, set-ups are left out that have none of these texts in their names. Raises InputError
        (J011) if no set-up has.
        """
        set_ups = [
            node
            for node in self.module.all(c.PredefinedSetup)
            if isinstance(node.component, c.PredefinedSetup)
            and node.component.use_file
            and not node.component.is_menu
            and node.component.file
        ]
        if only:
            wanted = [text.casefold() for text in only]
            names = {node: node.component.get("name", "") for node in set_ups}
            set_ups = [node for node in set_ups if any(text in names[node].casefold() for text in wanted)]
            if not set_ups:
                what = f"no set-up has {join_with_or(only)} in its name"
                hint = f"the set-ups are {join_with_or(names.values(), 'and')}"
                raise InputError.single("J011", printable_line(what), None, printable_line(hint))
        found: list[StartingPosition] = []
        for number, node in enumerate(set_ups, 1):
            progress.stage(f"set-up {number} of {len(set_ups)}")
            position = self._read(node)
            if position is not None:
                found.append(position)
        return tuple(found) or tuple(self._at_start())

    def _read(self, node: ComponentNode) -> StartingPosition | None:
        component = node.component
        assert isinstance(component, c.PredefinedSetup)
        holder = self.module.entries.get(component.file)
        if holder is None or holder.archive is None:
            self.notes.add("set-up left out: its saved game isn't in the module", node.place)
            return None
        try:
            game = SavedGameFile.read(holder.archive.read(component.file, MAX_SETUP), MAX_SETUP)
        except (CodecError, RecursionError) as error:
            reason = reason_of(error)
            self.notes.add(f"set-up left out: its saved game can't be read: {reason}", node.place)
            return None
        position = LogPosition(game)
        pieces = tuple(self._piece(lying) for lying in _bottom_up(position))
        return StartingPosition(component.name, node.place, pieces, position.boards)

    def _piece(self, lying: PlacedPiece) -> StartingPiece:
        traits = lying.piece.traits
        key = piece_key(traits)
        self.kinds.setdefault(key, traits)
        where, x, y = lying.spot
        return StartingPiece(key, picture_parts_of(traits), where, (x, y), lying.deck or "")

    # At-start stacks --------------------------------------------------------------------------------------
    def _at_start(self) -> Iterator[StartingPosition]:
        pieces: list[StartingPiece] = []
        boards: dict[str, Boards] = {}
        laid: dict[str, list[LiveBoard]] = {}
        for window in self.module.maps:
            name = window.component.get("mapName", "")
            first = self.module.boards_by_map.get(window, ())[:1]
            boards[name] = tuple(BoardChoice(node.component.get("name", "")) for node in first)
            laid[name] = lay_boards(self.module, window, boards[name])
        designs = {id(design.component): design for design in self.module.pieces}
        for node in self.module.all(c.SetupStack):
            around = next((a for a in node.ancestors() if isinstance(a.component, c.Map)), None)
            name = around.component.get("mapName", "") if around is not None else ""
            spot = _at_start_spot(node, laid.get(name, ()))
            if spot is None:
                told = "at-start stack left out: its place isn't on the boards of a new game"
                self.notes.add(told, node.place)
                continue
            slots = (designs.get(id(child.component)) for child in node.children)
            for design in (one for one in slots if one is not None):
                traits = tuple(placed.trait for placed in self.module.expanded(design))
                key = piece_key(traits, design.gpid)
                self.kinds.setdefault(key, traits)
                pieces.append(StartingPiece(key, picture_parts_of(traits), name, spot))
        if pieces:
            yield StartingPosition("New game", self.module.place, tuple(pieces), boards)


def _bottom_up(position: LogPosition) -> Iterator[PlacedPiece]:
    """Yield the pieces of a position, those of a stack from the bottom up."""
    stacked = {member for members in position.stacks.values() for member in members}
    for members in position.stacks.values():
        yield from (position.pieces[member] for member in members if member in position.pieces)
    yield from (lying for name, lying in position.pieces.items() if name not in stacked)


def _at_start_spot(node: ComponentNode, boards: Sequence[LiveBoard]) -> tuple[int, int] | None:
    stack = node.component
    assert isinstance(stack, c.SetupStack)
    wanted = stack.owning_board
    for board in boards:
        if wanted in ("", "<any>", "null", board.title):
            if stack.use_grid_location and stack.location and (at := board.locate(stack.location)):
                return at
            return stack.x + board.left, stack.y + board.top
    return None
