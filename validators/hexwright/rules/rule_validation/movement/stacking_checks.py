"""Stacking checks: stacking limits and stacking points."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.stacking_record import StackLimit
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import count_noun

_AT: Path = ("rules", "stacking", "limits")


def check_stacking(game: Game) -> Iterator[UnplayableRule]:
    """Yield problems with the stacking limits."""
    for number, limit in enumerate(game.rules.stacking.limits):
        at, where = (*_AT, number), f"entry {number + 1} of 'limits'"
        yield from unused_criteria(limit, where, limit.unused, at)
        yield from _points(game, limit, where, at)


def _points(game: Game, limit: StackLimit, where: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield stacking points so high that a unit couldn't stay in any hex, and stacking points that no limit
    uses.
    """
    meant = game.counters.units
    for unit_class, points in limit.points.items():
        path = (*at, "points", unit_class)
        if points > limit.max:
            told = f"{where}: '{unit_class}' counts {count_noun(points, 'point')}, more than any hex may hold"
            yield UnplayableRule(
                "P006", told, f"write {limit.max} or fewer for '{unit_class}', or a higher 'max'", path
            )
        if limit.classes and unit_class not in limit.classes and not limit.units:
            told = f"{where} gives points for '{unit_class}', but doesn't apply to that class"
            yield UnplayableRule(
                "P006", told, f"add '{unit_class}' to 'classes', or remove it from 'points'", path
            )
    if not any(map(limit.weight, meant)):
        told = f"{where} applies to no unit of the game"
        yield UnplayableRule("P006", told, "write other 'classes' or 'units', or delete this entry", at)
