"""How far a proof has come."""

from __future__ import annotations

from collections import Counter

import pytest

from hexwright.conformance.comparison_tally import Tally
from hexwright.conformance.conformance_run import GAME, Amounts, Whole, enough, pieces_of, proved


@pytest.mark.parametrize(
    ("moves", "battles", "games", "percent"),
    [
        (0, 0, 0, 0),
        (0, 0, 2, 25),  # The games are played first, and each counts as much as so many moves.
        (75, 25, 2, 75),
        (500, 0, 2, 75),  # More moves than asked for bring the battles no nearer.
        (100, 50, 2, 100),
    ],
)
def test_moves_battles_and_games_count(moves: int, battles: int, games: int, percent: int) -> None:
    assert 2 * GAME == 50
    tally = Tally(Counter({"moves": moves, "battles": battles, "whole games": games}))
    assert proved(Amounts(100, 50, 2), tally) == percent


def test_a_proof_of_no_walks_has_no_progress() -> None:
    assert proved(Amounts(0, 0, 0), Tally()) == 0


def test_games_of_scenarios_that_are_named_count_too() -> None:
    asked = Amounts(0, 0, 1, (Whole("a"), Whole("b", 3)))
    assert asked.any
    assert [piece.named for piece, _ in zip(pieces_of(asked, 7, 4), range(4), strict=False)] == [
        Whole("a"),
        Whole("b", 3),
        None,
        None,
    ]
    tally = Tally(Counter({"whole games": 2}))
    assert proved(asked, tally) == 66
    assert not enough(asked, tally, 2)
    tally.counts["beginnings of games"] = 1
    assert proved(asked, tally) == 100
    assert enough(asked, tally, 3)
