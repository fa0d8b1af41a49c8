"""A saved game and a log that the real engine (3.7.26) wrote."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwright.vassal.codec import commands
from hexwright.vassal.codec.commands import Command, Compound, LogStep, MovePiece, SetBoards, UnknownCommand
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece, split_parts
from hexwright.vassal.codec.stacks_and_decks import Deck, Stack
from hexwright.vassal.codec.traits import BasicPiece, DynamicProperty, Marker

GAMES: dict[str, str] = json.loads((Path(__file__).parent / "games.json").read_text(encoding="utf-8"))


def flat(command: Command) -> Iterator[Command]:
    """Yield the commands inside a command, in the order in which they are carried out."""
    if isinstance(command, Compound):
        for part in command.commands:
            yield from flat(part)
    else:
        yield command
        if isinstance(command, LogStep):
            yield from flat(command.command)


@pytest.mark.parametrize("kind", ["vsav", "vlog"])
def test_game_of_the_engine_comes_back_letter_by_letter(kind: str) -> None:
    assert commands.decode(GAMES[kind]).encode() == GAMES[kind]


@pytest.mark.parametrize("kind", ["vsav", "vlog"])
def test_pieces_of_a_game_are_written_afresh_as_the_engine_wrote_them(kind: str) -> None:
    added = [c for c in flat(commands.decode(GAMES[kind])) if isinstance(c, AddPiece)]
    assert len(added) == 7
    for command in added:
        afresh = AddPiece(GamePiece(tuple(trait.fresh() for trait in command.piece.traits)), command.id)
        assert afresh.encode() == command.encode()


def test_saved_game_tells_where_everything_stands() -> None:
    found = list(flat(commands.decode(GAMES["vsav"])))
    assert next(c for c in found if isinstance(c, UnknownCommand)) == commands.BEGIN_SAVE
    assert found[-1] == commands.END_SAVE
    assert [b.name for c in found if isinstance(c, SetBoards) for b in c.boards] == ["B"]
    pieces = {c.id: c.piece for c in found if isinstance(c, AddPiece)}
    assert Counter(type(p.basic) for p in pieces.values()) == {BasicPiece: 4, Stack: 2, Deck: 1}
    moved = next(p for p in pieces.values() if p.name == "U/1;x")
    assert isinstance(moved.basic, BasicPiece)
    assert (moved.basic.map, moved.basic.x, moved.basic.y) == ("Map", 207, 152)
    assert dict(moved.basic.properties)["OldX"] == "100"
    assert moved.all(Marker)[0].values == ("German",)
    stacks = [p.basic for p in pieces.values() if isinstance(p.basic, Stack)]
    assert {pieces[i].name for s in stacks for i in s.pieces} == {"U/0;x", "U/1;x", "U/2;x"}


def test_log_tells_what_moved_from_where_to_where() -> None:
    moves = [c for c in flat(commands.decode(GAMES["vlog"])) if isinstance(c, MovePiece)]
    assert [(m.old_x, m.old_y, m.x, m.y) for m in moves] == [(100, 100, 207, 152)]


def test_state_changed_in_one_trait_leaves_all_others_as_they_were() -> None:
    command = next(
        c for c in flat(commands.decode(GAMES["vsav"])) if isinstance(c, AddPiece) and c.piece.name
    )
    changed = tuple(
        dataclasses.replace(t, value="7") if isinstance(t, DynamicProperty) else t
        for t in command.piece.traits
    )
    before, after = (
        split_parts(command.piece.encode_state(), 8),
        split_parts(GamePiece(changed).encode_state(), 8),
    )
    assert [(old, new) for old, new in zip(before, after, strict=True) if old != new] == [("2", "7")]
