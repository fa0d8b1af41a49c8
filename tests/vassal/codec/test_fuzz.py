"""Damaged files from the engine end in an error of ours, or are read; never in anything else."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from hexwright.vassal.codec import commands
from hexwright.vassal.codec.buildfile import buildfile_parser
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.piece_text import GamePiece
from hexwright.vassal.codec.sequence_encoder import CodecError

HERE = Path(__file__).parent
GAME: str = json.loads((HERE / "games.json").read_text(encoding="utf-8"))["vlog"]
VECTORS: dict[str, list[dict[str, str]]] = json.loads((HERE / "vectors.json").read_text(encoding="utf-8"))
BUILD_FILE = (HERE.parent / "buildfile" / "engine-3.7.26.xml").read_bytes()
BITS = [
    "\\",
    "\t",
    ";",
    ",",
    "/",
    "'",
    "\x1b",
    "",
    "0",
    "-1",
    "99999999999",
    "true",
    "\\\t",
    "é",
    ":",
    "|",
    "{",
]


def damage(text: str, pick: random.Random) -> str:
    """Cut, double or replace a few places of a text."""
    for _ in range(pick.randrange(1, 4)):
        at = pick.randrange(len(text) + 1)
        to = min(len(text), at + pick.choice((0, 1, 1, 5, 40)))
        text = text[:at] + pick.choice((*BITS, text[at:to] * 2)) + text[to:]
    return text


@pytest.mark.parametrize("seed", range(20))
def test_damaged_game_is_read_and_comes_back_or_is_refused(seed: int) -> None:
    pick = random.Random(seed)
    text = damage(GAME, pick)
    try:
        read = commands.decode(text)
        again = commands.decode(read.encode())
    except CodecError:
        return
    assert again == read


@pytest.mark.parametrize("seed", range(20))
def test_damaged_piece_is_read_and_comes_back_or_is_refused(seed: int) -> None:
    pick = random.Random(seed)
    for rows in VECTORS.values():
        row = pick.choice(rows)
        try:
            piece = GamePiece.decode(
                damage(row["type"] + "\tpiece;;;;x", pick), damage(row["state"], pick) + "\tnull;0;0;;0"
            )
            assert GamePiece.decode(piece.encode_type(), piece.encode_state()) == piece
        except CodecError:
            continue
        for trait in piece.traits:
            trait.faults()


@pytest.mark.parametrize("seed", range(10))
def test_damaged_build_file_is_read_and_comes_back_or_is_refused(seed: int) -> None:
    pick = random.Random(seed)
    for _ in range(5):
        data = damage(BUILD_FILE.decode(), pick).encode()
        try:
            module = buildfile_parser.parse(data)
        except CodecError:
            continue
        once = buildfile_parser.serialise(module)
        assert buildfile_parser.serialise(buildfile_parser.parse(once)) == once
        for element in module.iter():
            if isinstance(element, Component):
                element.faults()
                element.unknown_attributes()
