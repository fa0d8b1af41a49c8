"""Ignored defender checks: units that battles leave out."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.rules_record import CombatRules
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule

_AT: Path = ("rules", "combat", "overlooked")


def check_ignored_defenders(game: Game, combat: CombatRules) -> Iterator[UnplayableRule]:
    """Yield problems of the ignored defenders."""
    entry = combat.overlooked
    if entry is None:
        return
    if not entry.classes:
        told = "'overlooked' names no class of units to ignore in battles"
        yield UnplayableRule(
            "P006", told, "write 'classes: [...]', or leave 'overlooked' out", (*_AT, "classes")
        )
    elif all(one.id in entry.classes for one in game.counters.classes):
        told = "'overlooked' names all classes, but units are only ignored beside others"
        yield UnplayableRule("P006", told, "leave a class out", (*_AT, "classes"))
    if combat.attacked == "unit":
        told = "'overlooked' is for stacks that defend together, but with 'attacked: unit' none do"
        yield UnplayableRule("P006", told, "write 'attacked: hex', or leave 'overlooked' out", _AT)
    elif combat.overruns:
        told = "'overlooked' would leave ignored units in hexes that 'overruns' enter"
        yield UnplayableRule("P006", told, "leave one of the two out", _AT)
