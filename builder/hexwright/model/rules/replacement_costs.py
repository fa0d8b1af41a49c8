"""Compute and describe the cost of replacements and of restored steps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.rules.replacement_record import ReplacementRules
from hexwright.support.message_wording import join_with_and


def replacement_costs(rule: ReplacementRules, unit: Unit) -> tuple[int, ...]:
    """Return the costs of a unit in replacement points: first to bring it in at its weakest step, then to
    restore it to each next stronger step.
    """
    if rule.cost == "one":
        return (1,) * len(unit.steps)
    printed = [step.strength or 0 for step in unit.steps]
    restored = (strong - weak for strong, weak in pairwise(printed))
    return tuple(max(1, cost) for cost in (printed[-1], *restored))


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield a line, with the rule it cites, for the sides whose replacements cost the strength of the
    unit. Sides with the same cost share a line.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for rule in game.rules.replacements:
        if rule.cost == "strength":
            own = [unit for unit in game.counters.units if unit.side == rule.side]
            stepped = any(len(unit.steps) > 1 for unit in own)
            apart = any(step.defence is not None for unit in own for step in unit.steps)
            cost = f"as many replacements as their printed strength{' in attack' if apart else ''}"
            if stepped:
                cost = "as many replacements as the strength printed on the step at which they come"
            more = ", a restored step costs the strength that it adds," if stepped else ","
            told = f"cost {cost}{more} and each one at least"
            found.setdefault((rule.rule, told), []).append(game.info.side(rule.side).name)
    for (cited, told), sides in found.items():
        yield cited, f"{join_with_and(sides, 'and')} units {told}"
