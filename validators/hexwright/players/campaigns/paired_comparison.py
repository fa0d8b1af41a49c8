"""Compare two versions of a game, or two ways to play it, by games with the same seeds.

The dice of both games of a pair begin with the same seed. So luck is partly shared, and a difference is found
with fewer games than between two series of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappush, heappushpop

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.model.ids import SideId
from hexwright.players.campaigns.campaign_job import CampaignCell
from hexwright.players.campaigns.game_store import GameStore
from hexwright.players.playtesting.estimates import (
    Estimate,
    RunningMean,
    number_text,
    paired_difference,
    percent_text,
    share_estimate,
)
from hexwright.players.playtesting.game_statistics import GameResult

MOST_SHOWN = 10
"""How many of the games that differ most are reported."""


@dataclass(frozen=True, slots=True)
class CellPair:
    """Two cells that are compared; `shared` names the choices of both."""

    before: CampaignCell
    after: CampaignCell
    shared: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure before and after, and the difference between the games of a pair."""

    name: str
    before: Estimate
    after: Estimate
    difference: Estimate
    is_share: bool

    def row(self) -> tuple[str, str, str, str]:
        """Return the figure as a table row."""
        if self.is_share:
            points = (self.difference.value * 100, self.difference.low * 100, self.difference.high * 100)
            change = "{:+.1f} points ({:+.1f} to {:+.1f})".format(*points)
            return self.name, percent_text(self.before), percent_text(self.after), change
        change = f"{self.difference.value:+.2f} ({self.difference.low:+.2f} to {self.difference.high:+.2f})"
        return self.name, number_text(self.before), number_text(self.after), change


@dataclass(frozen=True, slots=True)
class GamePair:
    """The two games of a pair."""

    number: int
    before: GameResult
    after: GameResult

    def distance(self) -> tuple[float, ...]:
        """Return how much the games differ: by the winner first, then by points, places and losses."""
        one, other = self.before, self.after
        return (
            float(one.winner != other.winner),
            abs(_lead(one) - _lead(other)),
            float(_changes(one.cities, other.cities)),
            float(_changes(one.steps_lost, other.steps_lost)),
        )

    def text(self) -> str:
        """Return the two results in one line."""
        return f"game {self.number}, seed {self.before.seed}: {_result(self.before)} → {_result(self.after)}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the pairs of two cells tell."""

    cells: CellPair
    pairs: int
    figures: tuple[Figure, ...]
    changed: Mapping[tuple[SideId | None, SideId | None], int]
    """How many pairs had each winner before and after; None is a draw."""
    most_different: tuple[GamePair, ...]

    def json(self) -> dict[str, object]:
        """Return the comparison as JSON values."""
        return {
            "before": str(self.cells.before),
            "after": str(self.cells.after),
            "pairs": self.pairs,
            "figures": {
                one.name: {
                    "before": _json(one.before),
                    "after": _json(one.after),
                    "difference": _json(one.difference),
                }
                for one in self.figures
            },
            "winners": [
                {"before": old, "after": new, "pairs": number} for (old, new), number in self.changed.items()
            ],
            "most_different": [
                {
                    "number": one.number,
                    "seed": one.before.seed,
                    "before": _result(one.before),
                    "after": _result(one.after),
                }
                for one in self.most_different
            ],
        }


def _json(one: Estimate) -> dict[str, float]:
    return {"value": round(one.value, 6), "low": round(one.low, 6), "high": round(one.high, 6)}


def _lead(game: GameResult) -> float:
    """Return by how many points the side that is first in order of name leads all others together."""
    points = [number for _, number in sorted(game.points.items())]
    return 2.0 * points[0] - sum(points) if points else 0.0


def _changes(one: Mapping[SideId, Sequence[int]], other: Mapping[SideId, Sequence[int]]) -> int:
    return sum(
        abs(a - b)
        for side in sorted({*one, *other})
        for a, b in zip(one.get(side, ()), other.get(side, ()), strict=False)
    )


def _result(game: GameResult) -> str:
    won = "draw" if game.winner is None else f"{game.winner} wins"
    level = f" ({game.level})" if game.level else ""
    points = ", ".join(f"{side} {number}" for side, number in game.points.items())
    return f"{won}{level}" + (f", {points}" if points else "")


# Which cells are compared ----------------------------------------------------------------------------------


def cell_choices(cell: CampaignCell) -> dict[str, str]:
    """Return the choices that make a cell, by their names: variant, scenario, options and sides."""
    return {"variant": cell.variant, "scenario": cell.scenario, **dict(cell.options), **dict(cell.players)}


def pairs_of_cells(
    before: Sequence[CampaignCell],
    after: Sequence[CampaignCell],
    chosen_before: Mapping[str, str],
    chosen_after: Mapping[str, str],
    file: str,
) -> Sequence[CellPair]:
    """Return the cells with the choices given for each; the rest of their choices is the same.

    A choice that is named for one of the two only is absent in the other: no variant, no option. Raises
    InputError if no cells fit.
    """
    named = {*chosen_before, *chosen_after}
    old = dict(_chosen(before, chosen_before, named))
    found = [
        CellPair(old[rest], cell, ", ".join(value for _, value in rest if value))
        for rest, cell in _chosen(after, chosen_after, named)
        if rest in old and (named or before is not after)
    ]
    if not found:
        known = "; ".join(dict.fromkeys(str(cell) for cell in (*before, *after)))
        raise InputError.single(
            "P044",
            "no combinations fit together",
            Span(file),
            f"name what differs, such as --before variant= --after variant=NAME; there are: {known}",
        )
    return found


def _chosen(
    cells: Sequence[CampaignCell], chosen: Mapping[str, str], named: set[str]
) -> Iterator[tuple[tuple[tuple[str, str], ...], CampaignCell]]:
    for cell in cells:
        choices = cell_choices(cell)
        if all(choices.get(name, "") == chosen.get(name, "") for name in named):
            yield tuple((name, value) for name, value in choices.items() if name not in named), cell


# Comparing -------------------------------------------------------------------------------------------------


def compare(before: GameStore, after: GameStore, cells: CellPair) -> Comparison:
    """Compare the games of two cells; memory doesn't grow with their number.

    Raises InputError if the records have no pair of games with the same seed.
    """
    sides = [side for side, _ in cells.after.players]
    counts: Counter[tuple[SideId | None, SideId | None]] = Counter()
    numbers = _Numbers()
    nearest: list[tuple[tuple[float, ...], int, GamePair]] = []
    pairs = 0
    for pair in _game_pairs(before, after, cells):
        pairs += 1
        counts[pair.before.winner, pair.after.winner] += 1
        numbers.add(pair)
        entry = (pair.distance(), -pair.number, pair)
        if len(nearest) < MOST_SHOWN:
            heappush(nearest, entry)
        else:
            heappushpop(nearest, entry)
    if not pairs:
        told = f"'{cells.before}' and '{cells.after}' have no games with the same seed"
        hint = "play both with the same 'seed' in their plans"
        raise InputError.single("P044", told, Span("campaign compare"), hint)
    figures = [_win_figure(counts, pairs, side) for side in (*sides, None)] + numbers.figures()
    shown = [pair for distance, _, pair in sorted(nearest, reverse=True) if any(distance)]
    ordered = sorted(counts.items(), key=lambda one: (-one[1], str(one[0])))
    return Comparison(cells, pairs, tuple(figures), dict(ordered), tuple(shown))


def _game_pairs(before: GameStore, after: GameStore, cells: CellPair) -> Iterator[GamePair]:
    others = after.games(str(cells.after))
    number, other = next(others, (-1, None))
    for own, one in before.games(str(cells.before)):
        while other is not None and number < own:
            number, other = next(others, (-1, None))
        if other is None:
            return
        if number == own and one.seed == other.seed:
            yield GamePair(own, one, other)


def _win_figure(
    counts: Mapping[tuple[SideId | None, SideId | None], int], pairs: int, side: SideId | None
) -> Figure:
    old = sum(number for (one, _), number in counts.items() if one == side)
    new = sum(number for (_, one), number in counts.items() if one == side)
    gained = sum(number for (one, other), number in counts.items() if other == side != one)
    lost = sum(number for (one, other), number in counts.items() if one == side != other)
    return Figure(
        f"{side} wins" if side is not None else "draws",
        share_estimate(old, pairs),
        share_estimate(new, pairs),
        paired_difference(gained, lost, pairs),
        is_share=True,
    )


class _Numbers:
    """The means of the numbers of games, before and after, and of their differences."""

    def __init__(self) -> None:
        self._means: dict[str, tuple[RunningMean, RunningMean, RunningMean]] = {}

    def add(self, pair: GamePair) -> None:
        """Add the numbers of a pair."""
        new = _numbers(pair.after)
        for name, old in _numbers(pair.before).items():
            if name in new:
                means = self._means.setdefault(name, (RunningMean(), RunningMean(), RunningMean()))
                for mean, value in zip(means, (old, new[name], new[name] - old), strict=True):
                    mean.add(value)

    def figures(self) -> list[Figure]:
        """Return the figures."""
        return [
            Figure(name, old.estimate(), new.estimate(), change.estimate(), is_share=False)
            for name, (old, new, change) in self._means.items()
        ]


def _numbers(game: GameResult) -> dict[str, float]:
    found: dict[str, float] = {f"points of {side}": number for side, number in game.points.items()}
    found |= {f"places of {side}": turns[-1] for side, turns in game.cities.items() if turns}
    found |= {f"steps lost by {side}": sum(turns) for side, turns in game.steps_lost.items()}
    return found | {"battles": sum(game.battles.values()), "last turn": game.last_turn}
