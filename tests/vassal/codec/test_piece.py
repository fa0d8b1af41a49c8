"""Chains of traits, and the commands that carry them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwright.vassal.codec import commands, obfuscation, sequence_encoder
from hexwright.vassal.codec.commands import (
    AddPlayer,
    BoardChoice,
    ChangePiece,
    Compound,
    LogStep,
    MovePiece,
    RemovePiece,
    SetBoards,
    SetGlobalProperty,
    SetTurn,
    UnknownCommand,
)
from hexwright.vassal.codec.piece_text import MAX_TRAITS, AddPiece, GamePiece, nest_parts, split_parts
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.stacks_and_decks import Deck, Stack
from hexwright.vassal.codec.traits import (
    BasicPiece,
    CalculatedProperty,
    Comment,
    Delete,
    Marker,
    Prototype,
    TextLabel,
)
from tests.vassal.codec import strategies

PIECE = GamePiece.of(
    BasicPiece(image="unit.png", name="IX", gpid="5"),
    Marker.of({"Side": "German"}),
    Prototype("Corps"),
    Delete(),
)


def naive_nest(parts: list[str]) -> str:
    """Encode pair by pair from the innermost part out."""
    text = parts[-1]
    for part in reversed(parts[:-1]):
        text = sequence_encoder.encode([part, text], "\t")
    return text


def naive_unnest(text: str) -> list[str]:
    """Peel pair by pair."""
    tokens = sequence_encoder.decode(text, "\t")
    return [tokens[0], *naive_unnest(tokens[1])] if len(tokens) > 1 else tokens


def test_add_piece_of_a_slot_is_written_as_the_engine_writes_it() -> None:
    assert AddPiece(PIECE).encode() == (
        "+/null/delete;Delete;68,130;\tprototype;Corps\\\tmark;Side\\\\\tpiece;;;unit.png;IX/"
        "\t\\\tGerman\\\\\tnull;0;0;5;0"
    )


def test_add_piece_round_trips_with_its_id() -> None:
    command = AddPiece(PIECE, "1234")
    assert AddPiece.decode(command.encode()) == command


def test_traits_stand_in_the_editors_order() -> None:
    read = AddPiece.decode(AddPiece(PIECE).encode()).piece
    assert [trait.TITLE for trait in read.traits] == ["Basic Piece", "Marker", "Prototype", "Delete"]
    assert read.name == "IX"
    assert read.all(Marker)[0].values == ("German",)


@given(st.lists(strategies.texts(strategies.ALPHABET + "\t"), min_size=1, max_size=6))
def test_nested_parts_round_trip_and_agree_with_the_naive_nesting(parts: list[str]) -> None:
    parts[-1] = parts[-1].replace("\t", "")
    text = nest_parts(parts)
    assert text == naive_nest(parts)
    assert split_parts(text, len(parts)) == parts


@given(st.text("ab\\\t'", max_size=14))
def test_any_chain_is_peeled_as_the_naive_way_peels_it(text: str) -> None:
    assert split_parts(text) == naive_unnest(text)


def test_slash_in_a_field_is_escaped() -> None:
    piece = GamePiece.of(BasicPiece(name="a/b"), CalculatedProperty("Odds", "{CF/2}"))
    assert "{CF\\/2}" in AddPiece(piece).encode()
    assert AddPiece.decode(AddPiece(piece).encode()).piece == piece


def test_unescaped_slash_is_told() -> None:
    with pytest.raises(CodecError, match="three parts, not 4"):
        AddPiece.decode("+/null/calcProp;Odds;{CF/2};\tpiece;;;;a/\tnull;0;0;;0")


def test_trait_that_ends_in_a_backslash_is_refused_with_its_number() -> None:
    with pytest.raises(CodecError) as caught:
        GamePiece.of(BasicPiece(), Delete(), Comment("end\\")).encode_type()
    assert caught.value.field == "trait 2 (Comment)"


def test_name_that_ends_in_a_backslash_is_refused_by_the_command() -> None:
    with pytest.raises(CodecError):
        AddPiece(GamePiece.of(BasicPiece(name="end\\"))).encode()


def test_tab_in_a_label_survives_and_in_the_innermost_part_is_refused() -> None:
    labelled = GamePiece.of(BasicPiece(), TextLabel(label="a\tb"), Delete())
    assert GamePiece.decode(labelled.encode_type(), labelled.encode_state()) == labelled
    with pytest.raises(CodecError, match="tab"):
        GamePiece.of(BasicPiece(name="a\tb"), Delete()).encode_type()


def test_state_with_too_few_levels_is_refused() -> None:
    with pytest.raises(CodecError, match="the state has"):
        GamePiece.decode("delete;Delete;68,130;\tpiece;;;;a", "null;0;0;5;0")


def test_chain_without_end_is_refused() -> None:
    long = "".join("a" + "\\" * depth + "\t" for depth in range(MAX_TRAITS + 2)) + "b"
    with pytest.raises(CodecError, match=r"more than \d+ traits"):
        split_parts(long)
    with pytest.raises(CodecError, match="more than"):
        split_parts("'" + long)


def test_flood_of_backslashes_is_read_in_one_pass() -> None:
    flood = "\\" * 400_000
    assert split_parts(flood) == [flood]
    with pytest.raises(CodecError):
        AddPiece.decode("+/null/" + flood)


def test_long_chain_comes_back_whole() -> None:
    parts = [f"mark;{number}" for number in range(300)]
    assert split_parts(nest_parts(parts)) == parts


def test_stack_names_its_pieces_and_layer() -> None:
    stack = Stack.of("Map0", 100, 120, ("11", "12"), 2)
    assert (stack.encode_type(), stack.encode_state()) == ("stack", "Map0;100;120;11;12;@@2")
    read = GamePiece.decode("stack", "Map0;100;120;11;12;@@2").basic
    assert isinstance(read, Stack)
    assert (read.pieces, read.layer) == (("11", "12"), 2)


def test_deck_without_cards_ends_after_its_face() -> None:
    assert Deck(map="Map0", x=5, y=6, faces_down=True).encode_state() == "Map0;5;6;true"
    full = Deck(map="Map0", cards=("1", "2"))
    assert full.encode_state() == "Map0;0;0;false;1,2"
    assert GamePiece.decode(full.encode_type(), full.encode_state()).basic == full


COMMANDS: list[commands.Command] = [
    AddPiece(PIECE, "77"),
    RemovePiece("77"),
    ChangePiece("77", "a/b", "c"),
    ChangePiece("77", "new"),
    MovePiece("77", "Map", 3, 4, None, None, 0, 0, "12", "me"),
    SetBoards("Map", (BoardChoice("Russia/West", 1, 0, True), BoardChoice("Track"))),
    AddPlayer("id", "A name", "German"),
    SetGlobalProperty("Weather", "Mud", "Map"),
    SetTurn("0", "0|1"),
    LogStep(RemovePiece("9")),
    UnknownCommand("begin_save"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_command_round_trips(command: commands.Command) -> None:
    assert commands.decode(command.encode()) == command


def test_commands_nest_behind_escapes() -> None:
    inner = Compound((RemovePiece("1"), RemovePiece("2")))
    whole = Compound((UnknownCommand("begin_save"), inner, UnknownCommand("end_save")))
    assert whole.encode() == "begin_save\x1b-/1\\\x1b-/2\x1bend_save"
    assert commands.decode(whole.encode()) == whole


def test_commands_nested_without_end_are_refused() -> None:
    with pytest.raises(CodecError, match="nested"):
        commands.decode("LOG\t" * 500)


@pytest.mark.parametrize(
    "text", ["M/1/2", "M/a/b/x/y/c/d/1/2/e/f", "D/1", "PLAYER\tx", "MapBoardPicker\ta\tb", "?"]
)
def test_texts_that_are_no_command_are_kept_unchanged(text: str) -> None:
    assert commands.decode(text) == UnknownCommand(text)


@given(st.text(), st.integers(0, 255))
def test_disguise_of_a_saved_game_comes_off(text: str, key: int) -> None:
    data = obfuscation.obfuscate(text, key)
    assert data.startswith(b"!VCSK")
    assert obfuscation.deobfuscate(data) == text


@pytest.mark.parametrize(
    "data", [b"!VCSKxx", b"!VCSK5", b"!VCSK00zz", b"!VCSK00fff", b"\xff\xfe", b"!VCSK00\xff"]
)
def test_broken_disguise_is_refused(data: bytes) -> None:
    with pytest.raises(CodecError, match="not a saved game"):
        obfuscation.deobfuscate(data)


@given(st.lists(st.text("ab\t';", max_size=3), min_size=2, max_size=5))
def test_parts_that_begin_with_tabs_and_quotes_are_nested_as_the_naive_way_does(parts: list[str]) -> None:
    parts[-1] = parts[-1].replace("\t", "")
    assert nest_parts(parts) == naive_nest(parts)
