"""Encode the many pieces of a set-up quickly: stacks, and copies of a piece at different positions."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Self

from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.field_values import PixelPoint
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece, nest_parts
from hexwright.vassal.codec.stacks_and_decks import Stack
from hexwright.vassal.codec.traits import BasicPiece

_HOLE = "\0"
"""A placeholder for the part of the encoded text that differs between copies."""
_SPECIAL = re.compile(r"[\t'\\]")
"""A pattern for characters that VASSAL escapes in different ways, depending on the text around them."""
_PLAIN = re.compile("[0-9A-Za-z@]*")
"""A pattern for text in a stack's state that never needs escaping: the ids of pieces, and the layer."""

NotedProperties = tuple[tuple[str, str], ...]
"""The names and values of a copy's persistent properties, in order."""
CommandFrame = tuple[str, str]
"""The text between the two occurrences of a copy's id in a command, and the text after the second one."""


@dataclass(frozen=True, slots=True)
class PieceTemplate:
    """A piece, and the encoded text that all its copies share."""

    piece: GamePiece
    basic: BasicPiece
    types: tuple[str, ...]
    """The types of all traits, outermost first."""
    outer: tuple[str, ...]
    """The states of all traits except the basic piece, outermost first."""
    common_text: str | None
    """The text from the command's id to the basic piece's state; None if copies can't share it."""
    _written: dict[tuple[str, PixelPoint, NotedProperties], CommandFrame | None] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """The command frames created so far, keyed by map, position and properties.

    Many copies share a position.
    """

    @classmethod
    def of(cls, piece: GamePiece) -> Self:
        """Return the template of a piece.

        Raises CodecError for a piece that can't be encoded, and TypeError for a stack.
        """
        basic = piece.basic
        if not isinstance(basic, BasicPiece):
            raise TypeError("only a piece with the Basic Piece trait has a template")
        types, (*outer, _) = piece.types(), piece.states()
        shared = None
        if outer and not any(part[:1] in ("'", "\\") or "\t" in part for part in outer):
            text = sequence_encoder.encode(
                (nest_parts(types), nest_parts([*outer, _HOLE])), "/", ("type", "state")
            )
            shared = text.removesuffix(_HOLE)
        return cls(piece, basic, tuple(types), tuple(outer), shared)

    def add_copy(self, identity: str, place: str, spot: PixelPoint, notes: Mapping[str, str]) -> AddPieceCopy:
        """Return the command that adds a copy with persistent properties to a map.

        The copy contains its own id, like the pieces that VASSAL creates.
        """
        return AddPieceCopy(self, identity, place, spot, tuple(notes.items()))

    def basic_piece_at(
        self, identity: str, place: str, spot: PixelPoint, notes: NotedProperties
    ) -> BasicPiece:
        """Return the basic piece of a copy at a position."""
        kept = (("UniqueID", identity), *self.basic.properties, *notes)
        return dataclasses.replace(self.basic, map=place, x=spot.x, y=spot.y, properties=kept)

    def command_frame(self, place: str, spot: PixelPoint, notes: NotedProperties) -> CommandFrame | None:
        """Return the text around the ids for a copy at a position, or None if that text depends on the id."""
        where = (place, spot, notes)
        if where not in self._written:
            self._written[where] = self._around(*where)
        return self._written[where]

    def _around(self, place: str, spot: PixelPoint, notes: NotedProperties) -> CommandFrame | None:
        state = self.basic_piece_at(_HOLE, place, spot, notes).encode_state()
        if self.common_text is None or _SPECIAL.search(state) or state.count(_HOLE) != 1:
            return None
        before, behind = state.replace("/", "\\/").split(_HOLE)
        return f"/{self.common_text}{before}", behind


@dataclass(frozen=True, slots=True)
class AddPieceCopy:
    """The command that adds a copy. It equals an AddPiece command but is encoded faster."""

    template: PieceTemplate
    id: str
    place: str
    spot: PixelPoint
    notes: NotedProperties

    @property
    def basic(self) -> BasicPiece:
        """Return the basic piece of the copy."""
        return self.template.basic_piece_at(self.id, self.place, self.spot, self.notes)

    @property
    def piece(self) -> GamePiece:
        """Return the copy as a piece."""
        return GamePiece((self.basic, *self.template.piece.traits[1:]))

    @property
    def states(self) -> tuple[str, ...]:
        """Return the states of all traits, outermost first; raises CodecError."""
        return (*self.template.outer, self.basic.encode_state())

    def encode(self) -> str:
        """Return the command as text, ``+/id/type/state``; raises CodecError."""
        around = self.template.command_frame(self.place, self.spot, self.notes) if self.id.isalnum() else None
        if around is None:
            return AddPiece(self.piece, self.id).encode()
        before, behind = around
        return f"+/{self.id}{before}{self.id}{behind}"


@dataclass(frozen=True, slots=True)
class AddStack:
    """The command that adds a stack. It equals an AddPiece command but is encoded faster."""

    stack: Stack
    id: str

    @property
    def piece(self) -> GamePiece:
        """Return the stack as a piece."""
        return GamePiece.of(self.stack)

    def encode(self) -> str:
        """Return the command as text, ``+/id/type/state``; raises CodecError."""
        stack = self.stack
        before = _before_pieces(stack.map, stack.x, stack.y)
        plain = stack.contents and _PLAIN.fullmatch("".join(stack.contents)) and self.id.isalnum()
        if before is None or not plain or stack.source is not None:
            return AddPiece(self.piece, self.id).encode()
        return f"+/{self.id}/{Stack.ID}/{before}{';'.join(stack.contents)}"


@cache
def _before_pieces(map_name: str, x: int, y: int) -> str | None:
    """Return the text before the piece ids in a stack's state; None if escaping may change the text."""
    state = Stack(map_name, x, y, (_HOLE,)).encode_state()
    return None if _SPECIAL.search(state) else state.replace("/", "\\/").removesuffix(_HOLE)
