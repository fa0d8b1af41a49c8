"""Ignored defender checks: units that battles ignore while other units stand in their hex."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.rules_record import CombatRules
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule

_AT: Path = ("rules", "combat", "ignored_defenders")


def check_ignored_defenders(game: Game, combat: CombatRules) -> Iterator[UnplayableRule]:
    """Yield problems of the entries about ignored defenders."""
    entry = combat.ignored_defenders
    if entry is None:
        return
    if not entry.classes:
        told = "'ignored_defenders' names no class of units to ignore in battles"
        yield UnplayableRule(
            "P006", told, "write 'classes: [...]', or leave 'ignored_defenders' out", (*_AT, "classes")
        )
    elif all(one.id in entry.classes for one in game.counters.classes):
        told = "'ignored_defenders' names all classes, but units are only ignored beside others"
        yield UnplayableRule("P006", told, "leave a class out", (*_AT, "classes"))
    if combat.target == "unit":
        told = "'ignored_defenders' is for stacks that defend together, but with 'target: unit' none do"
        yield UnplayableRule("P006", told, "write 'target: hex', or leave 'ignored_defenders' out", _AT)
    elif combat.overruns:
        told = "'ignored_defenders' would leave ignored units in hexes that 'overruns' enter"
        yield UnplayableRule("P006", told, "leave one of the two out", _AT)
