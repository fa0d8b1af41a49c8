"""Bombardment checks: attacks from a distance."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.rules_record import CombatRules
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.combat.mandatory_attack_checks import check_battle_criteria
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule

_AT: Path = ("rules", "combat", "bombardment")


def check_bombardment(game: Game, combat: CombatRules) -> Iterator[UnplayableRule]:
    """Yield problems with the bombardment rules."""
    if combat.bombardment is None:
        return
    if not combat.bombardment.ranges:
        told = "'bombardment' doesn't list the units that attack from a distance"
        yield UnplayableRule(
            "P006",
            told,
            "write for example 'ranges: [{classes: artillery, range: 2}]' under 'bombardment'",
            _AT,
        )
    for number, entry in enumerate(combat.bombardment.ranges):
        at, where = (*_AT, "ranges", number), "'ranges' of 'bombardment'"
        yield from unused_criteria(entry, where, entry.unused, at)
        yield from check_battle_criteria(game, entry, where, at)
