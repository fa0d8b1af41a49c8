"""Mandatory attack checks: duties to attack, and their consequences."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.criteria_record import When
from hexwright.model.rules.rules_record import CombatRules
from hexwright.rules.rule_validation.combat.disruption_checks import check_condition
from hexwright.rules.rule_validation.phase_checks import check_phase_kinds
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule

_AT: Path = ("rules", "combat", "duties")


def check_mandatory_attacks(game: Game, combat: CombatRules) -> Iterator[UnplayableRule]:
    """Yield problems of the duties to attack in battles by odds."""
    duties = combat.duties
    if duties is None:
        return
    if not duties.attackers and not duties.enemies:
        told = "'duties' names neither units that must attack nor enemies that must be attacked"
        yield UnplayableRule(
            "P006", told, "write 'attackers: [{}]' or 'enemies: [{}]' there, or leave it out", _AT
        )
    table = game.charts.combat
    if combat.below is None and table is not None:
        told = f"attacks are mandatory, but no rule covers attacks below {table.columns[0]}"
        hint = "write 'below: first' under 'combat', or 'below: nothing' if it has no effect"
        yield UnplayableRule("P006", told, hint, _AT)
    for part, entries in (
        ("attackers", duties.attackers),
        ("enemies", duties.enemies),
        ("spared", duties.spared),
    ):
        for number, entry in enumerate(entries):
            where, at = f"'{part}' of 'duties'", (*_AT, part, number)
            yield from check_condition(game, entry, where, at)
            yield from check_battle_criteria(game, entry, where, at)


def check_battle_criteria(game: Game, entry: When, where: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield criteria of battles by odds that never hold."""
    if entry.supply is not None and not game.rules.communication:
        told = f"{where} depends on supply, but no side traces supply"
        yield UnplayableRule("P006", told, "write 'communication', or leave 'supply' out", (*at, "supply"))
    yield from check_phase_kinds(game, entry, ("combat",), where, at)
