"""Tell what units cost that replacements bring, and steps that they restore: in figures, and in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.rules.replacement_record import ReplacementRules


def prices(rule: ReplacementRules, unit: Unit) -> tuple[int, ...]:
    """Return the replacements that a unit costs: to come, at its weakest step, and then to be turned to the
    next stronger step from its second, its third and so on.
    """
    if rule.cost == "one":
        return (1,) * len(unit.steps)
    printed = [step.strength or 0 for step in unit.steps]
    restored = (strong - weak for strong, weak in pairwise(printed))
    return tuple(max(1, cost) for cost in (printed[-1], *restored))


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about sides whose units cost their strength, each behind its rule."""
    for rule in game.rules.replacements:
        if rule.cost == "strength":
            side = game.info.side(rule.side).name
            cost = "as many replacements as the strength printed on the step at which they come"
            yield rule.rule, f"{side} units cost {cost}, a restored step what it adds, and each one at least"
