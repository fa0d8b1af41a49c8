"""Check that strengths, however they are multiplied, stay within the numbers of a module's script.

Fractions are reckoned in lowest terms and in 32 bits there (`queries/odds.py`): sums of them, and the head of
a column times a strength in the fractions of both sides.
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
from hexwright.rules.rule_validation.unplayable_rules import Unplayed

MOST: Final = (1 << 31) - 1


class Sum(NamedTuple):
    """The most that the strengths of one side may come to."""

    value: int
    parts: int
    """The fractions that any sum may have are so many parts of a point at most."""
    kept: int
    """The same once fractions are dropped or raised."""


def check_strengths(game: Game, combat: CombatRules) -> Iterator[Unplayed]:
    """Yield what may become of strengths that is beyond all numbers."""
    table = game.charts.combat
    if table is None or not any(one.attack or one.defence for one in combat.modifiers):
        return
    rule = combat.fractions
    attack = _sum(game, [one.attack for one in combat.modifiers], rule.attack == "kept", False)
    defence = _sum(game, [one.defence for one in combat.modifiers], rule.defence == "kept", True)
    heads = max(max(abs(over), under) for one in table.all.values() for over, under in one.reckoned.least)
    if largest((attack, defence), heads) > MOST:
        told = "if all modifiers that multiply strengths count at once, a module can't hold the numbers"
        hint = "write fewer of them, or factors of smaller numbers; 'fractions' that aren't kept help too"
        yield Unplayed("P006", told, hint, ("rules", "combat", "modifiers"))


def largest(sums: tuple[Sum, Sum], heads: int) -> int:
    """Return the largest number that reckoning a battle comes to.

    `sums` are attack and defence, `heads` the largest number in the head of a column.
    """
    attack, defence = sums
    return max(one.value * max(one.parts, attack.kept * defence.kept * heads) for one in sums)


def _sum(game: Game, factors: list[str | None], kept: bool, defends: bool) -> Sum:
    """Return the most that the strongest side has: all its strengths, and factors that all count at once."""
    read = [Fraction(factor) for factor in factors if factor is not None]
    sides: dict[str, Fraction] = {}
    printed = 1
    for unit in game.counters.units:
        held = [_strength(step, defends) for step in unit.steps]
        sides[unit.side] = sides.get(unit.side, Fraction(0)) + max(held, default=Fraction(0))
        printed = lcm(printed, *(one.denominator for one in held))
    parts = printed * prod(one.denominator for one in read)
    strongest = int(max(sides.values(), default=Fraction(0))) + 1
    return Sum(strongest * prod(max(one.numerator, 1) for one in read), parts, parts if kept else 1)


def _strength(step: Step, defends: bool) -> Fraction:
    return Fraction(printed_defence(step) if defends else step.strength or 0)
