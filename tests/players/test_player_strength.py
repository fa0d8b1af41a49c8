"""The strength of players: sides, draws, handicaps and lost causes; known answers and known players."""

from __future__ import annotations

import json
import random
from math import exp, log10
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.model.ids import SideId
from hexwright.players.campaigns.player_strength import ELO, CellResults, StrengthTable, player_strengths
from tests.players.campaign_records import ford_campaign, ford_project, write_games

SIDES = SideId("red"), SideId("blue"), SideId("grey")


def cell(position: int, players: str, *wins: int) -> CellResults:
    """Return results of players, one letter a side, with the wins of each side and then the draws."""
    sides = SIDES[: len(players)]
    counts = dict(zip((*sides, None), wins, strict=False))
    return CellResults(position, tuple(zip(sides, players, strict=True)), counts)


def table(*cells: CellResults) -> StrengthTable:
    found = player_strengths(cells)
    assert found is not None
    return found


def elo(found: StrengthTable, player: str) -> float:
    return next(one.elo.value for one in found.players if one.player == player)


def test_an_even_match_has_the_elo_of_its_score() -> None:
    """Checked by hand: 120 games to 80 and one shared; 400 points are odds of ten to one."""
    found = table(cell(1, "ab", 60, 40), cell(1, "ba", 40, 60))
    assert elo(found, "b") == pytest.approx(-400 * log10(120.5 / 80.5), abs=0.01)
    lead = found.players[-1].elo
    half = 1.959964 * ELO * (1 / (201 * (120.5 / 201) * (80.5 / 201))) ** 0.5
    assert (lead.high - lead.low) / 2 == pytest.approx(half, rel=0.01)
    assert [one.score for one in found.players] == [0.6, 0.4]


def test_a_side_that_always_does_well_favours_no_player() -> None:
    found = table(cell(1, "ab", 90, 10), cell(1, "ba", 90, 10), cell(2, "ab", 5, 95), cell(2, "ba", 5, 95))
    assert elo(found, "b") == pytest.approx(0, abs=1e-6)
    unequal = table(cell(1, "ab", 90, 10), cell(1, "bb", 90, 10))
    assert elo(unequal, "b") == pytest.approx(0, abs=10)


def test_a_handicap_of_one_seat_is_told_from_strength() -> None:
    """Player a wins half of its games only because it had the weak side: b lost more with the same side."""
    found = table(cell(1, "ab", 50, 50), cell(1, "bb", 80, 20))
    assert elo(found, "b") > 100


def test_draws_say_that_players_are_equal() -> None:
    drawn = table(cell(1, "ab", 10, 0, 90), cell(1, "ba", 0, 10, 90))
    won = table(cell(1, "ab", 100, 0), cell(1, "ba", 0, 100))
    assert 0 > elo(drawn, "b") > elo(won, "b")
    assert elo(table(cell(1, "ab", 0, 0, 50)), "b") == pytest.approx(0, abs=1e-6)


def test_a_player_that_never_wins_has_a_finite_strength_and_a_wide_interval() -> None:
    found = table(cell(1, "ab", 400, 0), cell(1, "ba", 0, 400), cell(1, "aa", 400, 0))
    lead = found.players[-1].elo
    assert -4000 < lead.low < lead.value < lead.high < -500
    assert lead.high - lead.low > 500


def test_players_who_met_nobody_else_are_left_out() -> None:
    assert player_strengths([cell(1, "aa", 5, 5)]) is None
    assert player_strengths([]) is None
    found = table(cell(1, "ab", 6, 5), cell(1, "bc", 6, 5), cell(2, "de", 6, 5))
    assert sorted(one.player for one in found.players) == ["a", "b", "c"]
    assert len(found.differences) == 3


def test_intervals_hold_the_true_strength_of_invented_players() -> None:
    """Games of three sides are thrown with known chances; 95 % of intervals should hold the truth."""
    dice, strength, advantage, draws = (
        random.Random(5),
        {"a": 0.0, "b": 0.5, "c": -0.4},
        (0.3, 0.0, -0.6),
        0.2,
    )
    held = 0
    for _ in range(60):
        cells = []
        for players in ("abc", "bca", "cab", "aab"):
            heights = [strength[one] + more for one, more in zip(players, advantage, strict=True)]
            weights = [*map(exp, heights), exp(sum(heights) / 3 + draws)]
            ends = dice.choices(range(4), weights, k=100)
            cells.append(cell(1, players, *(ends.count(end) for end in range(4))))
        found = table(*cells)
        for one in found.players:
            held += one.elo.low <= ELO * strength[one.player] <= one.elo.high
    assert 60 + 0.88 * 120 < held <= 180


def test_records_are_rated_by_command_and_their_games_count_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = ford_campaign(ford_project(tmp_path), "greedy, random")
    write_games(tmp_path / "record", campaign, 20)
    write_games(tmp_path / "shorter", campaign, 5)
    write_games(tmp_path / "alone", campaign, 5, cells=1)
    files = [str(tmp_path / "record"), str(tmp_path / "shorter")]
    assert run(["campaign", "strength", *files, "--format", "json"]) == ExitCode.OK
    told = json.loads(capsys.readouterr().out)
    assert told["reference"] == "greedy"
    assert {one["games"] for one in told["players"]} == {2 * 2 * 20}
    # Invented games don't depend on who plays.
    (lead,) = [one["elo"] for one in told["players"] if one["player"] == "random"]
    assert lead["value"] == pytest.approx(0, abs=1e-6)
    assert run(["campaign", "strength", *files]) == ExitCode.OK
    assert "Elo points, greedy = 0" in capsys.readouterr().out
    assert run(["campaign", "strength", str(tmp_path / "alone")]) == ExitCode.FINDINGS
    assert "no two players met" in capsys.readouterr().err
