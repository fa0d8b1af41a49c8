"""Write a piece once for all its copies, which differ in the state of their basic piece alone."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from builder.vassal.codec import sequence
from builder.vassal.codec.piece import AddPiece, Piece, nest
from builder.vassal.codec.traits import BasicPiece
from builder.vassal.codec.values import Point

_HOLE = "\0"
"""Stands in a mould's text where the state of the basic piece comes."""
_SPECIAL = re.compile("[\t'\\\\\0]")
"""What the engine writes otherwise in one company than in another."""


@dataclass(frozen=True, slots=True)
class Mould:
    """Hold a piece, and what all commands that add a copy of it have in common."""

    piece: Piece
    basic: BasicPiece
    shared: str | None
    """All that stands between id and state of the basic piece; None where that can't be told apart."""

    @classmethod
    def of(cls, piece: Piece) -> Self:
        """Take the mould of a piece; raises CodecError naming trait and field, TypeError for a stack."""
        basic = piece.basic
        if not isinstance(basic, BasicPiece):
            raise TypeError("a mould is taken of what stands on a basic piece")
        *outer, _ = piece.states()
        if not outer or any(part[:1] in ("'", "\\") or "\t" in part for part in outer):
            return cls(piece, basic, None)
        text = sequence.encode((piece.encode_type(), nest([*outer, _HOLE])), "/", ("type", "state"))
        return cls(piece, basic, text.removesuffix(_HOLE))

    def copy(self, identity: str, place: str, spot: Point, notes: Mapping[str, str]) -> AddCopy:
        """Return the command that adds a copy on a map, with properties that were noted on it.

        It knows its own id, as pieces of the engine do.
        """
        lying = dataclasses.replace(
            self.basic,
            map=place,
            x=spot.x,
            y=spot.y,
            properties=(("UniqueID", identity), *self.basic.properties, *notes.items()),
        )
        return AddCopy(self, identity, lying)


@dataclass(frozen=True, slots=True)
class AddCopy:
    """Hold the command that adds a copy: it reads as the AddPiece of the same piece, and costs less."""

    mould: Mould
    id: str
    basic: BasicPiece

    @property
    def piece(self) -> Piece:
        """Return the copy as a piece."""
        return Piece((self.basic, *self.mould.piece.traits[1:]))

    def encode(self) -> str:
        """Return ``+/id/type/state``; raises CodecError."""
        state = self.basic.encode_state()
        if self.mould.shared is None or not self.id.isalnum() or _SPECIAL.search(state):
            return AddPiece(self.piece, self.id).encode()
        state = state.replace("/", "\\/")
        return f"+/{self.id}/{self.mould.shared}{state}"
