"""Tell what units cost that replacements bring, and steps that they restore: in figures, and in words."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.counters import Unit
from builder.model.game import Game
from builder.model.replacing import ReplacementRules


def of_coming(rule: ReplacementRules, unit: Unit) -> int:
    """Return the replacements that a unit costs which comes at its weakest step."""
    return 1 if rule.cost == "one" else max(1, unit.steps[-1].strength or 0)


def of_restoring(rule: ReplacementRules, unit: Unit, step: int) -> int:
    """Return the replacements that it costs to turn a unit from a step to the next stronger; 1 is full."""
    if rule.cost == "one":
        return 1
    return max(1, (unit.steps[step - 2].strength or 0) - (unit.steps[step - 1].strength or 0))


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about sides whose units cost their strength, each behind its rule."""
    for rule in game.rules.replacements:
        if rule.cost == "strength":
            side = game.info.side(rule.side).name
            cost = "as many replacements as the strength printed on the step at which they come"
            yield rule.rule, f"{side} units cost {cost}, a restored step what it adds, and each one at least"
