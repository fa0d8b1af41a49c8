"""Matches: two players play scenarios from both seats, with policies or in recorded games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.match_record import MatchRules
from hexwright.model.rules.victory_record import Level
from hexwright.players.playtesting.game_record import GameRecord, replay
from hexwright.players.policies import play_game, policy_of
from hexwright.players.random_stream import derived_seed
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine

FIRST, SECOND = 0, 1
PLAYERS: Final = ("one", "other")
"""The names of the two players."""


@dataclass(frozen=True, slots=True)
class MatchGame:
    """One game of a match."""

    scenario: str
    seed: int
    seats: tuple[SideId, SideId]
    """The side of each player, in the order of `PLAYERS`."""
    points: Mapping[SideId, Fraction]
    """The victory points of each side, including a handicap; empty if points don't decide."""
    winner: int | None
    """The player who won; None for a draw."""
    level: str
    worth: int
    """The value of the victory for the match; 0 for a draw."""
    text: str
    """The result of the game as the rules engine describes it, without a handicap."""

    def json(self) -> dict[str, object]:
        """Return the game as JSON values."""
        return {
            "scenario": self.scenario,
            "seed": self.seed,
            "seats": dict(zip(PLAYERS, self.seats, strict=True)),
            "points": {side: json_number(points) for side, points in self.points.items()},
            "winner": None if self.winner is None else PLAYERS[self.winner],
            "level": self.level,
            "worth": self.worth,
            "outcome": self.text,
        }


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match or of a series of matches."""

    totals: tuple[int, int]
    winner: int | None
    points: Fraction
    """The winner's lead in points, averaged over the matches of a series or the games of a match."""
    level: str | None

    def json(self) -> dict[str, object]:
        """Return the result as JSON values."""
        return {
            "totals": dict(zip(PLAYERS, self.totals, strict=True)),
            "winner": None if self.winner is None else PLAYERS[self.winner],
            "points": json_number(self.points),
            "level": self.level,
        }


@dataclass(frozen=True, slots=True)
class MatchSeries:
    """The games of several matches in order, with two games for each match."""

    rules: MatchRules
    games: tuple[MatchGame, ...]

    @property
    def matches(self) -> tuple[tuple[MatchGame, MatchGame], ...]:
        """Return the games in pairs, one pair for each match."""
        return tuple(zip(self.games[::2], self.games[1::2], strict=True))

    def match(self, number: int) -> MatchResult:
        """Return the result of a match; matches are numbered from 0."""
        return self._result(self.matches[number], 2)

    @property
    def total(self) -> MatchResult:
        """Return the combined result of all matches."""
        return self._result(self.games, len(self.matches))

    @property
    def handicap(self) -> Fraction:
        """Return the factor for the weaker player's victory points in the next matches."""
        return self.rules.multiplier(self.total.points)

    def _result(self, games: Sequence[MatchGame], shared: int) -> MatchResult:
        one, other = (
            sum(game.worth for game in games if game.winner == player) for player in (FIRST, SECOND)
        )
        winner = None if one == other else (FIRST if one > other else SECOND)
        points = Fraction(abs(one - other), shared)
        return MatchResult(
            (one, other), winner, points, self.rules.level(points) if winner is not None else None
        )


def json_number(number: Fraction) -> int | float:
    """Return a number for JSON: an integer if its value is whole, otherwise a float."""
    return int(number) if number.denominator == 1 else float(number)


def two_sides(game: Game) -> tuple[SideId, SideId]:
    """Return the two sides of a game. Raises InputError if the number of sides isn't two."""
    sides = [side.id for side in game.info.sides]
    if len(sides) != 2:
        told = f"a match needs two sides, but {game.slug} has {len(sides)}"
        span = Span(f"data/{game.slug}/game.yaml")
        raise InputError.single("P023", told, span, "play games with 'hexwright play'")
    return sides[0], sides[1]


def seats_of(game: Game, number: int) -> tuple[SideId, SideId]:
    """Return each player's side in the game with this number, counted from 0; players swap sides in every
    second game.
    """
    first, second = two_sides(game)
    return (second, first) if number % 2 else (first, second)


def play_series(
    game: Game,
    scenarios: Sequence[str],
    policies: tuple[str, str],
    seed: int,
    games: int,
    options: Mapping[str, str],
    handicap: Fraction,
    progress: Callable[[float], None] | None = None,
) -> MatchSeries:
    """Play matches between policies, two games for each scenario in turn; the same seed gives the same games.

    `handicap` multiplies the victory points of the player `other`. Raises InputError for an unknown scenario,
    option or policy, and for a game that doesn't have two sides.
    """
    for name in policies:
        policy_of(name)
    two_sides(game)
    kernels = {name: RulesEngine(game, name, options) for name in dict.fromkeys(scenarios)}
    found = []
    for number in range(games):
        rules = kernels[scenarios[number // 2 % len(scenarios)]]
        seats, own = seats_of(game, number), derived_seed(seed, number) >> 1
        final = play_game(rules, own, dict(zip(seats, policies, strict=True))).final
        found.append(_score_game(rules, final, own, seats, handicap))
        if progress is not None:
            progress(number + 1)
    return MatchSeries(game.rules.match or MatchRules(), tuple(found))


def series_of_records(
    game: Game, records: Sequence[tuple[str, GameRecord]], handicap: Fraction
) -> MatchSeries:
    """Return the match series made of recorded games; in the second game of each pair, the players have
    swapped sides.

    Raises InputError if a record can't be replayed or isn't finished, or if the two games of a match have
    different scenarios.
    """
    two_sides(game)
    found = []
    for number, (file, record) in enumerate(records):
        if record.game != game.slug:
            raise InputError.single(
                "P023",
                f"the record belongs to the game {record.game}, not to {game.slug}",
                Span(file),
                "leave it out",
            )
        before = records[number - 1][1] if number % 2 else record
        if record.scenario != before.scenario:
            told = (
                f"the record is of the scenario {record.scenario}, not {before.scenario} like the one before"
            )
            raise InputError.single(
                "P023", told, Span(file), "give two games of the same scenario for each match"
            )
        rules, final, _ = replay(game, record, file)
        if not rules.is_over(final):
            raise InputError.single("P023", "the game isn't over", Span(file), "play the game to its end")
        found.append(_score_game(rules, final, record.seed, seats_of(game, number), handicap))
    return MatchSeries(game.rules.match or MatchRules(), tuple(found))


def _score_game(
    rules: RulesEngine, final: State, seed: int, seats: tuple[SideId, SideId], handicap: Fraction
) -> MatchGame:
    """Return a finished game with its winner, its points and its value for the match."""
    outcome = rules.outcome(final)
    weak = seats[SECOND]
    points = {
        side: number * (handicap if side == weak else Fraction(1)) for side, number in outcome.points.items()
    }
    side, level = outcome.winner, None
    if points and final.winning_side < 0:
        side, level = rules.setting.victory.decided(points)
    winner = None if side is None else seats.index(side)
    return MatchGame(
        rules.setting.scenario.id,
        seed,
        seats,
        points,
        winner,
        _name(side, level),
        0 if winner is None else level.match_points if level is not None else 1,
        outcome.text,
    )


def _name(side: SideId | None, level: Level | None) -> str:
    if side is None:
        return "Draw"
    return level.name if level is not None else "Victory"


def game_rows(game: Game, series: MatchSeries) -> Iterator[tuple[str, str, str, str]]:
    """Yield each game as a table row: game, the players' sides, points, and winner."""
    names = {side.id: side.name for side in game.info.sides}
    for number, one in enumerate(series.games):
        seats = f"{PLAYERS[FIRST]} {names[one.seats[FIRST]]}, {PLAYERS[SECOND]} {names[one.seats[SECOND]]}"
        points = ", ".join(f"{names[side]} {_number_text(points)}" for side, points in one.points.items())
        won = one.level if one.winner is None else f"{PLAYERS[one.winner]}: {one.level} ({one.worth})"
        yield f"{number // 2 + 1}.{number % 2 + 1} {one.scenario}", seats, points or "-", won


def result_line(what: str, result: MatchResult) -> str:
    """Return a result in one line, such as "match 1: one 3, other 1; one wins by 1: Marginal"."""
    totals = ", ".join(f"{name} {total}" for name, total in zip(PLAYERS, result.totals, strict=True))
    if result.winner is None:
        return f"{what}: {totals}; a draw"
    grade = f": {result.level}" if result.level is not None else ", below the lowest level of victory"
    return f"{what}: {totals}; {PLAYERS[result.winner]} wins by {_number_text(result.points)}{grade}"


def _number_text(number: Fraction) -> str:
    return f"{json_number(number):g}"
