"""Advance checks: rules for advances after battles by odds."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.rules_record import CombatRules
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.combat.mandatory_attack_checks import check_battle_criteria
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule

_AT: Path = ("rules", "combat", "advances")


def check_advances(game: Game, combat: CombatRules) -> Iterator[UnplayableRule]:
    """Yield problems with the advance rules."""
    if combat.advances and not combat.max_advancing:
        told = "'advances' lists units that may advance, but 'max_advancing: 0' permits no advance"
        yield UnplayableRule(
            "P006", told, "write the maximum number as 'max_advancing', or leave 'advances' out", _AT
        )
    for number, entry in enumerate(combat.advances):
        at, where = (*_AT, number), f"entry {number + 1} of 'advances'"
        yield from unused_criteria(entry, where, entry.unused, at)
        yield from check_battle_criteria(game, entry, where, at)
