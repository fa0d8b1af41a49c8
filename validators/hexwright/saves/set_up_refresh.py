"""Renew the pieces of a saved game as text: what isn't renewed keeps its bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Final

from hexwright.inspect.analysis.drawing_order import DrawingOrder
from hexwright.inspect.analysis.log_position import LogPosition, PlacedPiece
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.analysis.public_view import is_concealed
from hexwright.saves.deck_refresh import NO_DECKS, DeckOptions, DeckRefresh, refresh_decks
from hexwright.saves.piece_refresh import PaletteSlots, RefreshOptions, is_same_piece, refreshed_piece
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.commands import END_SAVE
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece, split_add_piece
from hexwright.vassal.codec.saved_game_editing import changed_saved_game
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.trait_fields import Trait

_PIECE: Final = "+/"


class _DrawnPlaces:
    """The places of pieces in the drawing order of all maps."""

    def __init__(self, module: ModuleView, position: LogPosition) -> None:
        self._module, self._position = module, position

    @cached_property
    def _places(self) -> Mapping[str, int]:
        order = DrawingOrder(self._module)
        drawn = (one.id for name in order.maps for one in order.pieces(self._position, name))
        return {piece: n for n, piece in enumerate(drawn)}

    def ordered(self, pieces: tuple[str, ...]) -> tuple[str, ...]:
        """Return pieces with the lowest first, and those on no map last."""
        return tuple(sorted(pieces, key=lambda piece: self._places.get(piece, len(self._places))))


class LeftReason(Enum):
    """Why a piece is left as it is."""

    NO_SLOT = "the module has no piece with its id"
    NO_NAME = "the module has no piece with its id, and none with its name"
    CONCEALED = "a player has masked or hidden it"
    OFF_MAP = "it isn't on a map"
    UNREADABLE = "it can't be read"
    UNWRITABLE = "it can't be written"


@dataclass(frozen=True, slots=True)
class LeftPiece:
    """A piece that was left as it is, with its game piece id and the reason."""

    lying: PlacedPiece
    gpid: str
    reason: LeftReason


@dataclass(slots=True)
class SetUpRefresh:
    """A saved game with renewed pieces."""

    data: bytes
    position: LogPosition
    renewed: int = 0
    """The number of pieces that VASSAL's Refresh would make anew, with those that stay the same."""
    changed: int = 0
    """The number of pieces that aren't as they were."""
    by_name: list[PlacedPiece] = field(default_factory=list)
    left: list[LeftPiece] = field(default_factory=list)
    decks: DeckRefresh | None = None
    """The decks; None if they weren't to be renewed."""


def refresh_saved_game(
    data: bytes, slots: PaletteSlots, options: RefreshOptions, decks: DeckOptions = NO_DECKS
) -> SetUpRefresh:
    """Return a saved game with its pieces, and by `decks` its decks, as the module defines them.

    Pieces keep their ids, so that stacks, decks and attachments stay as they are. As in VASSAL, a mat lists
    its cargo in the order in which the map draws it. Pieces that a player has masked or hidden are left
    unless they are in a deck, and so are pieces on no map. Raises
    CodecError for a file that isn't a saved game, or can't be written back exactly.
    """
    position = LogPosition(SavedGameFile.read(data))
    found = SetUpRefresh(data, position)
    made: dict[str, GamePiece] = {}
    texts: dict[str, Sequence[str]] = {}
    drawn = _DrawnPlaces(slots.module, position)
    for lying in position.pieces.values():
        renewed = _renewed(lying, slots, options, drawn, found)
        if renewed is not None:
            made[lying.id], text = renewed
            texts[lying.id] = (text,)
    found.changed = len(made)
    added: list[str] = []
    if decks.renew:
        found.decks = refresh_decks(position, slots.module, decks, made)
        for key, one in found.decks.made.items():
            texts[key] = (AddPiece(one, key).encode(),) if one is not None else ()
        added = [one.encode() for one in found.decks.added]
    if texts or added:
        found.data = changed_saved_game(data, lambda command: _replaced(command, texts, added))
    return found


def _replaced(command: str, texts: Mapping[str, Sequence[str]], added: Sequence[str]) -> Sequence[str]:
    if command == END_SAVE.text:
        return (*added, command)
    if not command.startswith(_PIECE):
        return (command,)
    return texts.get(split_add_piece(command)[0], (command,))


def _renewed(
    lying: PlacedPiece,
    slots: PaletteSlots,
    options: RefreshOptions,
    drawn: _DrawnPlaces,
    found: SetUpRefresh,
) -> tuple[GamePiece, str] | None:
    """Return the renewed piece and the command that adds it; None if the piece stays as it is."""
    basic = lying.piece.basic
    if not isinstance(basic, t.BasicPiece):
        found.left.append(LeftPiece(lying, "", LeftReason.UNREADABLE))
        return None
    reason = _hindrance(lying)
    match = None if reason else slots.match(basic.gpid, lying.piece.name, use_name=options.use_name)
    if match is None:
        missing = LeftReason.NO_NAME if options.use_name else LeftReason.NO_SLOT
        found.left.append(LeftPiece(lying, basic.gpid, reason or missing))
        return None
    try:
        made = _with_ordered_cargo(refreshed_piece(lying.piece, match, options), lying, drawn)
        text = None if is_same_piece(lying.piece, made) else AddPiece(made, lying.id).encode()
    except CodecError:
        found.left.append(LeftPiece(lying, basic.gpid, LeftReason.UNWRITABLE))
        return None
    found.renewed += 1
    if match.by_name:
        found.by_name.append(lying)
    return None if text is None else (made, text)


def _with_ordered_cargo(made: GamePiece, lying: PlacedPiece, drawn: _DrawnPlaces) -> GamePiece:
    """Return a piece whose mat lists its cargo from the lowest piece up; VASSAL puts it back so."""

    def ordered(trait: Trait) -> Trait:
        if not isinstance(trait, t.Mat) or len(trait.cargo) < 2:
            return trait
        cargo = drawn.ordered(trait.cargo)
        return trait if cargo == trait.cargo else replace(trait, cargo=cargo)

    return made if lying.deck is not None else GamePiece(tuple(map(ordered, made.traits)))


def _hindrance(lying: PlacedPiece) -> LeftReason | None:
    if not lying.spot[0]:
        return LeftReason.OFF_MAP
    if lying.deck is None and is_concealed(lying.piece):
        return LeftReason.CONCEALED
    return None
