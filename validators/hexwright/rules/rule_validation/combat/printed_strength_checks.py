"""Printed strength checks: whether battles use strengths as printed on the counters."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.rules.rules_record import CombatRules
from hexwright.rules.rule_validation.unplayable_rules import UnplayableRule


def check_printed_strengths(game: Game) -> Iterator[UnplayableRule]:
    """Yield strengths in brackets or parentheses that no rule explains, and defence strengths without
    effect.
    """
    if game.rules.combat is None and game.rules.fire is None:
        return
    combat = game.rules.combat
    for unit in game.counters.units:
        for number, step in enumerate(unit.steps):
            if step.defence is not None and (combat is None or step.strength is None):
                told = (
                    f"unit '{unit.id}' has a defence strength but no attack strength"
                    if combat is not None
                    else f"unit '{unit.id}' has a defence strength, but fire combat uses a single strength"
                )
                hint = "write 'strength: 0' beside 'defence'" if combat is not None else "leave 'defence' out"
                at = ("counters", "units", unit.id, "steps", number, "defence")
                yield UnplayableRule("P006", told, hint, at)
            if step.enclosed is not None and not (
                combat is not None and _is_strength_qualified(combat, unit)
            ):
                told = (
                    f"unit '{unit.id}' has a strength in {step.enclosed}, but no rule treats it differently"
                )
                hint = (
                    "name the unit's class in a modifier that multiplies its strength, or in "
                    "'forbidden_attacks', "
                    "under "
                    "'combat' in rules.yaml; or leave 'enclosed' out"
                )
                at = ("counters", "units", unit.id, "steps", number, "enclosed")
                yield UnplayableRule("P006", told, hint, at)


def _is_strength_qualified(combat: CombatRules, unit: Unit) -> bool:
    """Return whether a rule restricts when the strength of a unit or its class counts."""
    counts = (m for m in combat.modifiers if m.attack is not None or m.defence is not None)
    return any(
        unit.id in when.units or unit.unit_class in when.classes
        for when in (*combat.forbidden_attacks, *counts)
    )
