"""Matches, series and handicaps are scored by their rules, and the command prints them."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.diagnostics.diagnostic import InputError
from hexwright.model.ids import SideId
from hexwright.model.match_record import MatchRules
from hexwright.model.rules.victory_record import Level
from hexwright.players.playtesting import match_series
from hexwright.players.playtesting.match_series import MatchGame, MatchSeries, result_line
from tests.vassal.compile.games import game

TOYS = str(Path(__file__).parents[1] / "toy")
RULES = MatchRules({"Marginal": 1, "Substantial": 3, "Decisive": 6})
AMBER, SLATE = SideId("amber"), SideId("slate")


def series(*won: tuple[int | None, int]) -> MatchSeries:
    """Return games that the one player (0) or the other won, each worth so much."""
    return MatchSeries(
        RULES,
        tuple(
            MatchGame("day", n, (AMBER, SLATE), {}, winner, "So", worth, "So.")
            for n, (winner, worth) in enumerate(won)
        ),
    )


def test_a_match_is_half_of_what_one_player_has_more() -> None:
    # A substantial victory against a marginal one: three less one, by two.
    found = series((0, 3), (1, 1)).match(0)
    assert (found.winner, found.points, found.level) == (0, Fraction(1), "Marginal")
    assert result_line("match 1", found) == "match 1: one 3, other 1; one wins by 1: Marginal"


def test_a_lead_too_small_for_a_grade_is_a_draw() -> None:
    assert series((1, 1), (None, 0)).match(0).level is None
    said = result_line("m", series((1, 1), (None, 0)).match(0))
    assert "other wins by 0.5, below the lowest level of victory" in said
    assert series((0, 6), (1, 6)).match(0).winner is None


def test_a_series_of_three_matches_gives_a_third_and_half_of_it_as_handicap() -> None:
    # Twelve points more in three matches: four, and a handicap of two.
    found = series((0, 6), (0, 3), (0, 3), (0, 1), (1, 1), (None, 0))
    assert found.total.points == 4
    assert found.total.level == "Substantial"
    assert found.handicap == 2
    assert series((0, 1), (None, 0)).handicap == 1, "it never takes points away"


def test_a_handicap_multiplies_points_before_they_are_compared() -> None:
    # 334 to 83 is more than four to one; to 166 it is more than two to one alone.
    levels = (
        Level("Slate marginal", side=SLATE),
        Level("Amber marginal", ratio="3", above=True, side=AMBER, match_points=1),
        Level("Amber substantial", ratio="4", above=True, side=AMBER, match_points=3),
    )
    toy = game("toy-redoubt").rules.victory[0]
    rules = replace(toy, ratio_side=AMBER, levels=levels)
    plain = rules.decided({AMBER: 334, SLATE: 83})[1]
    helped = rules.decided({AMBER: Fraction(334), SLATE: Fraction(166)})[1]
    assert (plain, helped) == (levels[2], levels[0])


@pytest.fixture(scope="module")
def played() -> MatchSeries:
    """Return two matches on the toy, by random players."""
    return match_series.play_series(
        game("toy-redoubt"), ["the-day"], ("random", "random"), 3, 4, {}, Fraction(1)
    )


def test_players_change_seats_and_the_same_seed_gives_the_same_games(played: MatchSeries) -> None:
    assert [one.seats[0] for one in played.games] == [AMBER, SLATE, AMBER, SLATE]
    assert len({one.seed for one in played.games}) == 4
    first = match_series.play_series(
        game("toy-redoubt"), ["the-day"], ("random", "random"), 3, 2, {}, Fraction(1)
    )
    assert first.games == played.games[:2]
    for one in played.games:  # Who has more points has won, or nobody.
        best = max(one.points.values())
        ahead = [side for side, points in one.points.items() if points == best]
        assert one.winner == (one.seats.index(ahead[0]) if len(ahead) == 1 else None)
        assert one.worth == (one.winner is not None)


def test_a_large_handicap_lets_the_other_player_win(played: MatchSeries) -> None:
    helped = match_series.play_series(
        game("toy-redoubt"), ["the-day"], ("random", "random"), 3, 4, {}, Fraction(99)
    )
    for one, other in zip(played.games, helped.games, strict=True):
        assert other.points[other.seats[1]] == 99 * one.points[one.seats[1]]
        assert other.winner == 1 or not one.points[one.seats[1]]


def test_three_players_have_no_match() -> None:
    found = game("toy-redoubt")
    three = replace(found, info=replace(found.info, sides=(*found.info.sides, found.info.sides[0])))
    with pytest.raises(InputError, match="a match needs two sides"):
        match_series.two_sides(three)


# The command ----------------------------------------------------------------------------------------------

PLAIN = ("match", "toy-redoubt", "the-day", "--one", "random", "--other", "random", "--seed", "3")


def hexwright(*arguments: str) -> int:
    return run(["-C", TOYS, *arguments])


def test_the_command_tells_games_and_result(capsys: pytest.CaptureFixture[str], played: MatchSeries) -> None:
    assert hexwright(*PLAIN) == ExitCode.OK
    told = capsys.readouterr().out
    assert "1.1 the-day" in told
    assert "one Amber, other Slate" in told
    assert result_line("match 1", played.match(0)) in told
    assert "series" not in told


def test_json_output_has_games_series_and_players(
    capsys: pytest.CaptureFixture[str], played: MatchSeries
) -> None:
    assert hexwright(*PLAIN, "--matches", "2", "--format", "json") == ExitCode.OK
    data = json.loads(capsys.readouterr().out)
    assert data["games"] == [one.json() for one in played.games]
    assert data["series"] == played.total.json()
    assert data["handicap"] >= 1
    assert data["players"] == {"one": "random", "other": "random"}


def test_recorded_games_are_judged_like_those_that_are_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], played: MatchSeries
) -> None:
    files = []
    for number, one in enumerate(played.games[:2]):
        sides = [f"--{side}={'random'}" for side in one.seats]
        assert hexwright("play", "toy-redoubt", "the-day", "--show", "--seed", str(one.seed), *sides) == 0
        files.append(tmp_path / f"{number}.txt")
        files[-1].write_text(capsys.readouterr().out, "utf-8")
    records = [part for file in files for part in ("--record", str(file))]
    assert hexwright("match", "toy-redoubt", *records, "--format", "json") == ExitCode.OK
    data = json.loads(capsys.readouterr().out)
    assert data["games"] == [one.json() for one in played.games[:2]]
    assert hexwright("match", "toy-redoubt", *records[:2]) == ExitCode.USAGE
    assert "a match has two games, but 1 record were given" in capsys.readouterr().err
    files[1].write_text("game: toy-redoubt\nscenario: the-day\nseed: 1\n", "utf-8")
    assert hexwright("match", "toy-redoubt", *records) == ExitCode.FINDINGS
    assert "the game isn't over" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("match", "toy-redoubt"), ExitCode.USAGE, "name a scenario, or two games with --record"),
        (("match", "toy-redoubt", "the-night"), ExitCode.FINDINGS, "has no scenario 'the-night'"),
        ((*PLAIN, "--handicap", "1/2"), ExitCode.USAGE, "--handicap needs a factor from 1 to 99"),
        ((*PLAIN, "--handicap", "1/0"), ExitCode.USAGE, "--handicap needs a factor from 1 to 99"),
        ((*PLAIN, "--series", "--matches", "2"), ExitCode.USAGE, "omit --matches"),
        ((*PLAIN, "--record", "x.txt"), ExitCode.USAGE, "--record names games already played"),
        (
            ("match", "toy-redoubt", "--record", "x", "--record", "y"),
            ExitCode.FINDINGS,
            "not a record of a game: No such",
        ),
        ((*PLAIN[:3], "--one", "genius"), ExitCode.FINDINGS, "genius"),
    ],
)
def test_bad_input_is_told_in_a_line(
    arguments: tuple[str, ...], code: ExitCode, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert hexwright(*arguments) == code
    assert words in " ".join(capsys.readouterr().err.split())
