"""Find what differs between the games that a side won and all others, and isn't luck among many figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Final

from hexwright.model.ids import HexId, SideId
from hexwright.players.campaigns.game_tally import CURVES, GameFigure, GameTally, Sums
from hexwright.players.playtesting.estimates import Estimate, deviations_of

LEAST_GAMES: Final = 30
"""With fewer games won, or fewer others, means aren't compared: the normal approximation would be wrong."""
_WHOLE_GAME: Final = frozenset(("battles in", "eliminated", "taken"))


@dataclass(frozen=True, slots=True)
class Contrast:
    """A figure that differs between the games that a side won and all others."""

    figure: GameFigure
    won: float
    """Its mean in the games that the side won."""
    others: float
    effect: Estimate
    """The difference in standard deviations of single games. The intervals of all figures that were compared
    are right together in 95 % of campaigns.
    """


@dataclass(frozen=True, slots=True)
class Contrasts:
    """What differs between the games that a side won and all others, the largest effect first."""

    side: SideId
    won: int
    others: int
    compared: int
    """The number of figures that were compared; 0 if there are too few games."""
    found: tuple[Contrast, ...]
    """Those whose interval excludes 0. Of a curve, only the turn with the largest effect is listed."""


def contrasts(tally: GameTally, side: SideId, last_turn: int, objective: HexId | None) -> Contrasts:
    """Compare the games that a side won with all others.

    The last turn's figures and the capture of the objective are left out: they are the result itself.
    """
    won = tally.winners[side]
    others = tally.games - won
    if min(won, others) < LEAST_GAMES:
        return Contrasts(side, won, others, 0, ())
    figures = list(_compared(tally, last_turn, objective))
    deviations = deviations_of(max(1, len(figures)))
    best: dict[GameFigure, Contrast] = {}
    for figure in figures:
        one = _contrast(figure, *tally.sums_where(figure, side), deviations)
        subject = GameFigure(figure.kind, figure.what, side=figure.side)
        if one.effect.low <= 0 <= one.effect.high:
            continue
        if subject not in best or abs(one.effect.value) > abs(best[subject].effect.value):
            best[subject] = one
    ordered = sorted(best.values(), key=lambda one: (-abs(one.effect.value), one.figure))
    return Contrasts(side, won, others, len(figures), tuple(ordered))


def _compared(tally: GameTally, last_turn: int, objective: HexId | None) -> Iterator[GameFigure]:
    for figure in tally.figures():
        if figure.kind == "taken" and figure.what == objective:
            continue
        if figure.kind in _WHOLE_GAME or (figure.kind in CURVES and figure.turn < last_turn):
            yield figure


def _contrast(figure: GameFigure, won: Sums, others: Sums, deviations: float) -> Contrast:
    # A figure that never varied among so many games may vary in the next.
    first, second = max(won.variance, 1 / won.games), max(others.variance, 1 / others.games)
    scale = sqrt((first + second) / 2)
    value = (won.mean - others.mean) / scale
    spread = deviations * sqrt(first / won.games + second / others.games) / scale
    return Contrast(figure, won.mean, others.mean, Estimate(value, value - spread, value + spread))
