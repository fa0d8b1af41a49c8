"""Count the games of one combination for a report. Memory doesn't grow with their number."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Literal, NamedTuple

from hexwright.model.ids import HexId, SideId
from hexwright.players.playtesting.estimates import DEVIATIONS_95, Estimate
from hexwright.players.playtesting.game_statistics import GameResult

CurveKind = Literal["points", "places", "steps lost"]
CURVES: Final[tuple[CurveKind, ...]] = ("points", "places", "steps lost")
FigureKind = Literal[CurveKind, "battles", "battles in", "eliminated", "fought", "taken", "changes"]

_DISTINCT: Final = 512
"""How many values of a figure are counted one by one; with more, neighbours are counted together."""


class GameFigure(NamedTuple):
    """The name of a figure that every game has; it is 0 in most games."""

    kind: FigureKind
    what: str = ""
    """The side, hex or unit."""
    turn: int = 0
    """The turn at whose end the figure is counted; 0 for the whole game."""
    side: str = ""
    """The side that took a place."""


@dataclass(frozen=True, slots=True)
class Sums:
    """A figure's sum and sum of squares over some games: whole numbers, so they lose no precision."""

    games: int
    total: int = 0
    squares: int = 0

    @property
    def mean(self) -> float:
        """Return the mean; 0 without games."""
        return self.total / self.games if self.games else 0.0

    @property
    def variance(self) -> float:
        """Return the variance of single games; 0 for fewer than two games."""
        if self.games < 2:
            return 0.0
        return (self.squares * self.games - self.total**2) / (self.games * (self.games - 1))

    def __add__(self, other: Sums) -> Sums:
        """Return the sums over the games of both."""
        return Sums(self.games + other.games, self.total + other.total, self.squares + other.squares)

    def estimate(self, deviations: float = DEVIATIONS_95) -> Estimate:
        """Return the mean with its interval, using the normal approximation."""
        spread = deviations * (self.variance / self.games) ** 0.5 if self.games > 1 else 0.0
        return Estimate(self.mean, self.mean - spread, self.mean + spread)


class ValueCounts:
    """How often each value came up. With very many values, neighbours are counted together."""

    def __init__(self) -> None:
        self._width, self._counts = 1, Counter[int]()

    def add(self, value: int) -> None:
        """Count a value."""
        self._counts[value // self._width] += 1
        while len(self._counts) > _DISTINCT:
            self._width *= 2
            merged = Counter[int]()
            for place, number in self._counts.items():
                merged[place // 2] += number
            self._counts = merged

    def quantile(self, share: float) -> int:
        """Return the least value that at least this share of all values doesn't exceed; 0 without values."""
        wanted, seen = share * self._counts.total(), 0
        for place, number in sorted(self._counts.items()):
            seen += number
            if seen >= wanted:
                return place * self._width
        return 0


class GameTally:
    """The figures of games that are added one by one and not kept."""

    def __init__(self, first_turn: int) -> None:
        self.first_turn = first_turn
        self.winners = Counter[SideId | None]()
        self.decided = Counter[tuple[int, SideId | None]]()
        """Games by the turn on which they were decided and their winner."""
        self.owners = defaultdict[HexId, Counter[SideId | None]](Counter)
        """The last owners of places that changed hands, in so many games."""
        self.falls = defaultdict[HexId, ValueCounts](ValueCounts)
        """The turns on which places first changed hands."""
        self._values = defaultdict[GameFigure, ValueCounts](ValueCounts)
        self._sums = defaultdict[GameFigure, dict[SideId | None, list[int]]](dict)

    @property
    def games(self) -> int:
        """Return the number of games."""
        return self.winners.total()

    def add(self, game: GameResult) -> None:
        """Count a game."""
        self.winners[game.winner] += 1
        self.decided[game.decided, game.winner] += 1
        for place, changes in game.captures.items():
            self.owners[place][changes[-1][1]] += 1
            self.falls[place].add(changes[0][0])
        for figure, value in game_figures(game, self.first_turn):
            if figure.kind in CURVES:
                self._values[figure].add(value)
            if value:
                sums = self._sums[figure].setdefault(game.winner, [0, 0])
                sums[0] += value
                sums[1] += value * value

    def figures(self) -> Sequence[GameFigure]:
        """Return the figures that weren't 0 in all games."""
        return sorted(self._sums)

    def sums(self, figure: GameFigure) -> Sums:
        """Return the sums of a figure over all games."""
        found = Sums(0)
        for winner in self.winners:
            found += self.sums_of(figure, winner)
        return found

    def sums_of(self, figure: GameFigure, winner: SideId | None) -> Sums:
        """Return the sums of a figure over the games that a side won; None for draws."""
        total, squares = self._sums.get(figure, {}).get(winner, (0, 0))
        return Sums(self.winners[winner], total, squares)

    def sums_where(self, figure: GameFigure, winner: SideId) -> tuple[Sums, Sums]:
        """Return the sums over the games that a side won, and over all others."""
        others = Sums(0)
        for other in self.winners:
            if other != winner:
                others += self.sums_of(figure, other)
        return self.sums_of(figure, winner), others

    def quantile(self, figure: GameFigure, share: float) -> int:
        """Return the value of a curve's figure that so large a share of games doesn't exceed."""
        return self._values[figure].quantile(share) if figure in self._values else 0


def game_figures(game: GameResult, first_turn: int) -> Iterator[tuple[GameFigure, int]]:
    """Yield the figures of a game. Figures of hexes, units and places that aren't yielded are 0.

    Steps lost are counted from the beginning to the end of each turn.
    """
    series: Mapping[CurveKind, Mapping[SideId, Sequence[int]]] = {
        "points": game.points_by_turn,
        "places": game.cities,
        "steps lost": {side: tuple(accumulate(lost)) for side, lost in game.steps_lost.items()},
    }
    for kind, sides in series.items():
        for side, values in sides.items():
            for turn, value in enumerate(values, start=first_turn):
                yield GameFigure(kind, side, turn), value
    yield GameFigure("battles"), sum(game.battles.values())
    for place, number in game.battles.items():
        yield GameFigure("battles in", place), number
    for unit in game.lost:
        yield GameFigure("eliminated", unit), 1
    for unit in game.fought:
        yield GameFigure("fought", unit), 1
    for place, changes in game.captures.items():
        yield GameFigure("changes", place), len(changes)
        for owner in dict.fromkeys(owner for _, owner in changes if owner is not None):
            yield GameFigure("taken", place, side=owner), 1
