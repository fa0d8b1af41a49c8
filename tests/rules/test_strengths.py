"""Multiplied strengths stay within the 32 bits of a module's script, or the check refuses them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from importlib import resources
from math import prod
from random import Random

from hexwright.model.game import Game
from hexwright.model.rules.combat_modifier_record import Modifier, StrengthRounding
from hexwright.rules.rule_validation.combat.strength_overflow_checks import (
    MAX_INT32,
    StrengthBound,
    largest_number,
)
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.queries.running import in_python, in_virtual_engine, script_of
from tests.rules.positions import game
from tests.tiers import ALL

FACTORS = ("1/2", "2/3", "5/7", "7/9", "5/8", "4/9")
RAISING = ("3/2", "7/5", "9/7", "2", "8/5")


def multiplied(*factors: str, fractions: StrengthRounding = StrengthRounding()) -> Game:  # noqa: B008 - it is frozen
    """Return the first game with modifiers that multiply the strength of attackers and defenders."""
    found = game()
    assert found.rules.combat is not None
    told = tuple(
        one
        for number, factor in enumerate(factors)
        for one in (
            Modifier(id=f"attack-{number}", name="attack", attack=factor),
            Modifier(id=f"defence-{number}", name="defence", defence=factor),
        )
    )
    combat = replace(found.rules.combat, modifiers=told, rounding=fractions)
    return replace(found, rules=replace(found.rules, combat=combat))


def refused(found: Game) -> list[str]:
    return [one.message for one in find_unplayable(found, found.scenarios[0])]


def test_numbers_beyond_a_module_are_refused() -> None:
    assert refused(multiplied(*["1/2"] * 10)) == []
    told = "if all strength multipliers apply at once, strengths exceed the integer range of a module script"
    assert refused(multiplied(*["1/2"] * 11)) == [told]
    assert refused(multiplied(*["1/2"] * 11, fractions=StrengthRounding("kept", "up"))) == []
    assert refused(multiplied(*["1/2"] * 24, fractions=StrengthRounding("down", "up"))) == [told]
    assert refused(multiplied(*["2"] * 25)) == [told]
    raised = multiplied(*["3/2"] * 4)
    assert raised.rules.combat is not None
    limited = replace(raised.rules.combat, max_defence_factor=2)
    assert refused(raised) == []
    assert refused(replace(raised, rules=replace(raised.rules, combat=limited))) == [told]


class Drawn:
    """A random battle: strengths, factors, a table, and the largest number in its calculation."""

    def __init__(self, seed: int) -> None:
        dice = Random(seed)
        self.parts: list[str] = []
        self.most = dice.choice((-1, -1, 1, 2))
        sums = (self._side(dice, "attack", -1), self._side(dice, "defence", self.most))
        heads = sorted({Fraction(dice.randint(1, 9), dice.randint(1, 9)) for _ in range(5)})
        told = ", ".join(f"Ratio({one.numerator}, {one.denominator})" for one in heads)
        self.parts.append(f"least: Sequence[Ratio] = [{told}]")
        self.largest = largest_number(sums, max(max(one.numerator, one.denominator) for one in heads))

    def _side(self, dice: Random, part: str, most: int) -> StrengthBound:
        strengths = [dice.randint(0, 20) for _ in range(dice.randint(1, 4))]
        # Few of them, many times: others would cancel each other.
        few = dice.sample(FACTORS, 2)
        factors = [Fraction(dice.choice(few)) for _ in range(dice.randint(0, 8))]
        raising = [Fraction(dice.choice(RAISING)) for _ in range(dice.randint(0, 3))] if most > 0 else []
        factors += raising
        forces = ", ".join(f"({n}, Ratio({one}, 1))" for n, one in enumerate(strengths))
        lines = ", ".join(
            f"({some_set(dice.choice((15, 14, 11, 7, 5, 9)))}, Ratio({one.numerator}, {one.denominator}))"
            for one in factors
        )
        self.parts += [f"{part}_forces: Sequence[Force] = [{forces}]"]
        self.parts += [f"{part}_factors: Sequence[Factor] = [{lines}]"]
        # A maximum multiplies once more, by what reduces the raising factors to it.
        counted = [*factors, *(1 / one for one in raising), *([Fraction(most)] if most > 0 else [])]
        parts = prod(one.denominator for one in counted)
        value = (sum(strengths) + 1) * prod(max(one.numerator, 1) for one in counted)
        return StrengthBound(value, parts, parts)

    def function(self, name: str) -> str:
        """Return a function of the generated program that records the result of the battle."""
        body = [
            *self.parts,
            "limited: list[Factor] = []",
            "for one in defence_factors:",
            "    limited.append(one)",
            "for unit, _ in defence_forces:",
            f"    limit = limit_of(unit, defence_factors, {self.most})",
            "    if limit.over < limit.under:",
            "        limited.append((1 << unit, limit))",
            'attack = strength_of_all(attack_forces, attack_factors, "kept", False)',
            'defence = strength_of_all(defence_forces, tuple(limited), "kept", False)',
            "column = column_of(Scale(False, least), attack, defence)",
            *(
                f"told.append(1 << {number} % 997)"
                for number in ("attack.over", "attack.under", "defence.over", "defence.under", "column")
            ),
        ]
        lines = "\n".join(f"    {line}" for line in body)
        return f'def {name}(told: list[Hexes]) -> None:\n    """Reckon."""\n{lines}\n\n\n'


def program(battles: list[Drawn]) -> str:
    """Return the query with a program that calls it."""
    query = (resources.files("hexwright.queries") / "odds_calculation.py").read_text(encoding="utf-8")
    functions = "".join(battle.function(f"battle_{n}") for n, battle in enumerate(battles))
    calls = "".join(f"    battle_{n}(told)\n" for n in range(len(battles)))
    main = f"def main(board: Board, spread: Spread) -> list[Hexes]:\n    told: list[Hexes] = []\n{calls}"
    return f"{query}\n\n{functions}{main}    return told\n"


def some_set(numbers: int) -> str:
    return "(" + " | ".join(f"1 << {n}" for n in range(4) if numbers >> n & 1) + ")"


def test_accepted_strengths_come_to_the_same_in_a_module() -> None:
    battles = [Drawn(seed) for seed in range(200 if ALL else 100)]
    source = program(battles)
    ours, theirs = (
        told.partition("[")[2].rstrip("]").split(", ")
        for told in (in_python(source), in_virtual_engine(script_of(source)))
    )
    assert len(ours) == len(theirs) == 5 * len(battles)
    same = [ours[at : at + 5] == theirs[at : at + 5] for at in range(0, len(ours), 5)]
    held = [battle.largest <= MAX_INT32 for battle in battles]
    assert [n for n, kept in enumerate(held) if kept and not same[n]] == []
    assert held.count(True) > (40 if ALL else 20)
    assert same.count(False) > (10 if ALL else 5), "nothing is beyond the bound"
