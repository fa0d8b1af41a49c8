"""Odds parameters: the inputs of the odds calculation that are the same for all battles of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexwright.model.rules.odds_columns import OddsColumns
from hexwright.model.rules.rules_record import CombatRules
from hexwright.queries.odds_calculation import Measures, Ratio, Scale
from hexwright.queries.script_words import ROUNDING
from hexwright.rules.engine.game_state import Strength


def odds_parameters(combat: CombatRules, tables: Iterable[OddsColumns], cuts_first: bool) -> Measures:
    """Return the parameters for all battles of a game.

    `cuts_first` determines whether odds above the last column are reduced to that column before any shift; it
    depends on the game's options.
    """
    return Measures(
        scales=tuple(
            Scale(one.by == "differential", tuple(Ratio(*least) for least in one.least)) for one in tables
        ),
        attack=ROUNDING[combat.rounding.attack],
        defence=ROUNDING[combat.rounding.defence],
        each=combat.rounding.per_unit,
        most_columns=-1 if combat.max_column_shift is None else combat.max_column_shift,
        most_die=-1 if combat.max_drm is None else combat.max_drm,
        most_defence=-1 if combat.max_defence_factor is None else combat.max_defence_factor,
        cuts_first=cuts_first,
        below_first=combat.below_minimum_odds == "first-column",
        surrenders=combat.zero_defence_result is not None,
    )


def as_ratios(strengths: Sequence[Sequence[Strength]]) -> tuple[tuple[Ratio, ...], ...]:
    """Return strengths, listed by unit and step, as pairs of numerator and denominator."""
    return tuple(tuple(Ratio(*one.as_integer_ratio()) for one in row) for row in strengths)
