"""Copies of a piece are written as the piece itself would be."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwright.vassal.codec.field_values import PixelPoint
from hexwright.vassal.codec.piece_template import AddStack, PieceTemplate
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.stacks_and_decks import Stack
from hexwright.vassal.codec.traits import BasicPiece, CalculatedProperty, Delete, Marker, UnknownTrait
from tests.vassal.codec import strategies

AWKWARD = strategies.texts(strategies.ALPHABET + "\t'\0")


def written_whole(
    piece: GamePiece, identity: str, place: str, spot: PixelPoint, notes: dict[str, str]
) -> str:
    """Return the command that adds a copy, with the whole chain written anew."""
    basic = piece.basic
    assert isinstance(basic, BasicPiece)
    kept = (("UniqueID", identity), *basic.properties, *notes.items())
    lying = dataclasses.replace(basic, map=place, x=spot.x, y=spot.y, properties=kept)
    return AddPiece(GamePiece((lying, *piece.traits[1:])), identity).encode()


@given(
    st.lists(st.tuples(AWKWARD, AWKWARD), max_size=3),
    AWKWARD,
    st.lists(st.tuples(st.sampled_from(("7", "1/2", "")), AWKWARD, AWKWARD), min_size=1, max_size=2),
)
def test_copies_are_what_the_piece_would_be(
    outer: list[tuple[str, str]], name: str, copies: list[tuple[str, str, str]]
) -> None:
    piece = GamePiece.of(BasicPiece(name=name), *(UnknownTrait(kind, state) for kind, state in outer))
    for identity, place, note in copies:
        told = (identity, place, PixelPoint(3, 40), {"Note": note})
        try:
            whole = written_whole(piece, *told)
        except CodecError:
            with pytest.raises(CodecError):
                PieceTemplate.of(piece).add_copy(*told).encode()
        else:
            assert PieceTemplate.of(piece).add_copy(*told).encode() == whole


def test_a_plain_piece_is_written_once() -> None:
    piece = GamePiece.of(BasicPiece(name="a/b", gpid="5"), Marker.of({"Side": "red"}), Delete())
    mould = PieceTemplate.of(piece)
    assert mould.common_text is not None
    copy = mould.add_copy("12", "Map", PixelPoint(1, 2), {"Spent": "3"})
    assert copy.encode() == written_whole(piece, "12", "Map", PixelPoint(1, 2), {"Spent": "3"})
    assert copy.piece.basic.encode_state() == "Map;1;2;5;2;UniqueID;12;Spent;3"
    assert copy.encode().startswith(f"+/12/{mould.common_text}")


def test_pieces_that_the_engine_cannot_carry_are_refused_with_their_template() -> None:
    with pytest.raises(CodecError, match="would merge with"):
        PieceTemplate.of(GamePiece.of(BasicPiece(), CalculatedProperty("Odds", "{1}\\"), Delete()))


def test_no_mould_is_taken_of_a_stack() -> None:
    with pytest.raises(TypeError, match="Basic Piece"):
        PieceTemplate.of(GamePiece.of(Stack.of("Map", 1, 2, ("5",))))


@given(
    AWKWARD,
    st.sampled_from(("7", "1/2", "")),
    st.lists(st.one_of(st.integers(0, 99).map(str), st.just("a;b"), AWKWARD), max_size=3),
)
def test_stacks_are_what_the_piece_would_be(place: str, identity: str, pieces: list[str]) -> None:
    for stack in (Stack.of(place, 3, 40, tuple(pieces), 1), Stack(place, 3, 40, tuple(pieces))):
        try:
            whole = AddPiece(GamePiece.of(stack), identity).encode()
        except CodecError:
            with pytest.raises(CodecError):
                AddStack(stack, identity).encode()
        else:
            assert AddStack(stack, identity).encode() == whole
