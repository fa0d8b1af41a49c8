"""Ignored defender checks: units that battles ignore while other units are in their hex."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.rules_record import CombatRules
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule

_AT: Path = ("rules", "combat", "ignored_defenders")


def check_ignored_defenders(game: Game, combat: CombatRules) -> Iterator[UnplayableRule]:
    """Yield problems with the entries about ignored defenders."""
    entry = combat.ignored_defenders
    if entry is None:
        return
    if not entry.classes:
        told = "'ignored_defenders' names no class of units to ignore in battles"
        yield UnplayableRule(
            "P006", told, "write 'classes: [...]', or leave 'ignored_defenders' out", (*_AT, "classes")
        )
    elif all(one.id in entry.classes for one in game.counters.classes):
        told = (
            "'ignored_defenders' names all classes, but units are ignored only if units of other "
            "classes are in their hex"
        )
        yield UnplayableRule("P006", told, "remove a class from 'ignored_defenders'", (*_AT, "classes"))
    if combat.target == "unit":
        told = (
            "'ignored_defenders' is for stacks that defend together, but with 'target: unit' each "
            "unit defends alone"
        )
        yield UnplayableRule("P006", told, "write 'target: hex', or leave 'ignored_defenders' out", _AT)
    elif combat.overruns:
        told = "ignored defenders would remain in hexes that attackers enter by 'overruns'"
        yield UnplayableRule("P006", told, "leave 'ignored_defenders' or 'overruns' out", _AT)
