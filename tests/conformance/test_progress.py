"""How far a proof has come."""

from __future__ import annotations

from collections import Counter

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_run import (
    GAME,
    NamedGame,
    WantedAmounts,
    has_enough,
    percent_done,
    pieces_of,
)


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
    tally = ComparisonTally(Counter({"moves": moves, "battles": battles, "whole games": games}))
    assert percent_done(WantedAmounts(100, 50, 2), tally) == percent


def test_a_proof_of_no_walks_has_no_progress() -> None:
    assert percent_done(WantedAmounts(0, 0, 0), ComparisonTally()) == 0


def test_games_of_scenarios_that_are_named_count_too() -> None:
    asked = WantedAmounts(0, 0, 1, (NamedGame("a"), NamedGame("b", 3)))
    assert asked.any
    assert [piece.named for piece, _ in zip(pieces_of(asked, 7, 4), range(4), strict=False)] == [
        NamedGame("a"),
        NamedGame("b", 3),
        None,
        None,
    ]
    tally = ComparisonTally(Counter({"whole games": 2}))
    assert percent_done(asked, tally) == 66
    assert not has_enough(asked, tally, 2)
    tally.counts["partial games"] = 1
    assert percent_done(asked, tally) == 100
    assert has_enough(asked, tally, 3)
