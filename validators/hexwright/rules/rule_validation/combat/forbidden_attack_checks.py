"""Forbidden attack checks: attacks that may not be made, and enemies without defence strength."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.rules_record import CombatRules
from hexwright.rules.rule_validation.combat.disruption_checks import check_condition
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.combat.mandatory_attack_checks import check_battle_criteria
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import did_you_mean

_AT: Path = ("rules", "combat", "forbidden_attacks")
_UNASKED = ("against", "against_classes")


def check_forbidden_attacks(game: Game, combat: CombatRules) -> Iterator[UnplayableRule]:
    """Yield problems with the forbidden attacks and with enemies without strength."""
    for number, entry in enumerate(combat.forbidden_attacks):
        at, where = (*_AT, number), f"entry {number + 1} of 'forbidden_attacks'"
        # If units are attacked one by one, the criteria are about the hex, not about its units.
        yield from unused_criteria(entry, where, _UNASKED if combat.target == "unit" else (), at)
        yield from check_condition(game, entry, where, at)
        yield from check_battle_criteria(game, entry, where, at)
    table, result = game.charts.combat, combat.zero_defence_result
    if table is None or result is None:
        return
    place: Path = ("rules", "combat", "zero_defence_result")
    known = [entry.id for entry in table.results]
    if result not in known:
        told = f"'zero_defence_result' names '{result}', which isn't a result of the combat table"
        yield UnplayableRule("P008", told, did_you_mean(result, known, "results"), place)
    elif table.kind == "differential":
        told = (
            "'zero_defence_result' has no effect with differentials; a strength of 0 needs no special result"
        )
        yield UnplayableRule("P006", told, "leave 'zero_defence_result' out", place)
