"""Strength overflow checks: whether multiplied strengths stay within the integer range of a module script.

The script computes fractions in lowest terms with 32-bit integers (`queries/odds_calculation.py`). Its
largest numbers are sums of strengths, and products of a strength, a column heading and both sides'
denominators.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm, prod
from typing import Final, NamedTuple

from hexwright.model.counter_mix import Step
from hexwright.model.game import Game
from hexwright.model.rules.rules_record import CombatRules
from hexwright.rules.compiled.compiled_units import printed_defence
from hexwright.rules.rule_validation.unplayable_rules import UnplayableRule

MAX_INT32: Final = (1 << 31) - 1


class StrengthBound(NamedTuple):
    """The upper bound of one side's total strength."""

    value: int
    parts: int
    """The largest common denominator that any sum may have."""
    kept: int
    """The largest common denominator after fractions are rounded."""


def check_strength_overflow(game: Game, combat: CombatRules) -> Iterator[UnplayableRule]:
    """Yield a problem if strength totals could exceed the largest integer."""
    table = game.charts.combat
    if table is None or not any(one.attack or one.defence for one in combat.modifiers):
        return
    rule = combat.rounding
    attack = _sum(game, [one.attack for one in combat.modifiers], rule.attack == "kept", False)
    factors = [one.defence for one in combat.modifiers]
    if combat.max_defence_factor is not None:
        # What reduces the raising factors to the maximum multiplies once more.
        raising = [one for one in map(Fraction, filter(None, factors)) if one > 1]
        factors.append(str(combat.max_defence_factor))
        factors += [str(1 / one) for one in raising]
    defence = _sum(game, factors, rule.defence == "kept", True)
    heads = max(
        max(abs(over), under) for one in table.all.values() for over, under in one.parsed_columns.least
    )
    if largest_number((attack, defence), heads) > MAX_INT32:
        told = (
            "if all strength multipliers apply at once, strengths exceed the integer range of a module script"
        )
        hint = "write fewer multipliers, simpler fractions, or a 'rounding' other than 'kept'"
        yield UnplayableRule("P006", told, hint, ("rules", "combat", "modifiers"))


def largest_number(sums: tuple[StrengthBound, StrengthBound], heads: int) -> int:
    """Return the largest number in the calculation of a battle.

    `sums` contains the bounds of attack and defence; `heads` is the largest number in a column heading.
    """
    attack, defence = sums
    return max(one.value * max(one.parts, attack.kept * defence.kept * heads) for one in sums)


def _sum(game: Game, factors: list[str | None], kept: bool, defends: bool) -> StrengthBound:
    """Return the upper bound of a side's total strength: the sum over all its units with all factors applied
    at once.
    """
    read = [Fraction(factor) for factor in factors if factor is not None]
    sides: dict[str, Fraction] = {}
    printed = 1
    for unit in game.counters.units:
        held = [_strength(step, defends) for step in unit.steps]
        sides[unit.side] = sides.get(unit.side, Fraction(0)) + max(held, default=Fraction(0))
        printed = lcm(printed, *(one.denominator for one in held))
    parts = printed * prod(one.denominator for one in read)
    strongest = int(max(sides.values(), default=Fraction(0))) + 1
    return StrengthBound(strongest * prod(max(one.numerator, 1) for one in read), parts, parts if kept else 1)


def _strength(step: Step, defends: bool) -> Fraction:
    return Fraction(printed_defence(step) if defends else step.strength or 0)
