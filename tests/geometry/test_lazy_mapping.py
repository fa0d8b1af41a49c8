"""What is looked up is made once, and only if somebody asks."""

from __future__ import annotations

from functools import partial

import pytest

from hexwright.geometry.hex_board import Board
from hexwright.geometry.lazy_mapping import LazyMapping
from tests.rules.positions import game


def test_things_are_made_when_they_are_asked_for() -> None:
    made: list[str] = []

    def make(name: str) -> int:
        made.append(name)
        return len(name)

    looked = LazyMapping({name: partial(make, name) for name in ("one", "three", "")})
    assert (len(looked), sorted(looked), made) == (3, ["", "one", "three"], [])
    assert [looked["three"], looked["three"], looked[""]] == [5, 5, 0]
    assert made == ["three", ""]
    with pytest.raises(KeyError):
        looked["two"]


def test_a_board_looks_up_the_lines_that_are_followed() -> None:
    board = Board.of(game().hexmap)
    named = {line.id for line in board.hexmap.lines}
    assert named <= set(board.links)
    assert len(board.links) == len(named) * (1 + 2 * len(board.hexmap.places))
    for line in named:
        assert board.on_line(line) == board.bits(
            h for one in board.hexmap.lines if one.id == line for run in one.lines for h in run.path
        )
