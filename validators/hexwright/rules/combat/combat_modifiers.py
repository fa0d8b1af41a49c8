"""Combat modifiers: the compiled modifiers of battles by odds, and a lookup of the modifiers that apply at a
given moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.odds_columns import OddsColumns
from hexwright.model.words.combat_modifier_words import Part, modifier_effects
from hexwright.queries.odds_calculation import Clause, Ratio
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, TimeDependentRecords, UnitRoster


class AppliedModifier(NamedTuple):
    """One change that a modifier makes to a battle."""

    modifier: Modifier
    part: Part
    effect_text: str
    units: tuple[str, ...] = ()
    """The names of the units whose strength is multiplied; empty if the total is multiplied."""

    @property
    def text(self) -> str:
        """Return the full description, such as "river: attack halved for 5th Army"."""
        return f"{self.effect_text} for {', '.join(self.units)}" if self.units else self.effect_text


class CompiledModifier(NamedTuple):
    """A modifier with compiled criteria."""

    criteria: CompiledCriteria
    clause: Clause
    effects: Mapping[str, AppliedModifier]
    """The changes that the modifier makes, by part of the battle."""
    tests_facing: bool
    """Whether the modifier, on a strength or on the whole battle, depends on which attackers face which
    defenders.
    """
    multiplies_defence: bool
    """Whether the modifier multiplies the defenders' strength."""


class CompiledModifiers(TimeDependentRecords[CompiledModifier]):
    """All modifiers of odds combat in a scenario, with a lookup of the modifiers that can apply at a
    given moment.
    """

    def __init__(
        self,
        game: Game,
        board: Board,
        forces: UnitRoster,
        options: Mapping[str, str],
        tables: Mapping[str, OddsColumns],
    ) -> None:
        rows = (
            (one, _compile_modifier(game, one, CompiledCriteria.of(board, forces, one), tables))
            for one in game.rules.odds_combat.modifiers
        )
        super().__init__(rows, options)


def _compile_modifier(
    game: Game, modifier: Modifier, asked: CompiledCriteria, tables: Mapping[str, OddsColumns]
) -> CompiledModifier:
    does: dict[str, AppliedModifier] = {
        part: AppliedModifier(modifier, part, words) for part, words in modifier_effects(modifier)
    }
    most = modifier.max_column
    clause = Clause(
        asks=modifier.attackers_required,
        anywhere=modifier.defenders == "one",
        attack=_multiplier(modifier.attack),
        defence=_multiplier(modifier.defence),
        columns=modifier.column_shift,
        die=modifier.drm,
        most=() if most is None else tuple(one.from_head(most) or 1 for one in tables.values()),
        table=0 if modifier.table is None else [*tables].index(modifier.table),
    )
    return CompiledModifier(
        criteria=asked,
        clause=clause,
        effects=does,
        tests_facing=any(part != "defence" for part in does),
        multiplies_defence="defence" in does,
    )


def _multiplier(text: str | None) -> Ratio:
    """Parse a strength multiplier such as "1/2"; return (0, 0) if there is no multiplier."""
    return Ratio(0, 0) if text is None else Ratio(*Fraction(text).as_integer_ratio())
