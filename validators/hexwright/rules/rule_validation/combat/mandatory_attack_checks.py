"""Mandatory attack checks: entries that make attacks mandatory, and their consequences."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.rules_record import CombatRules
from hexwright.rules.rule_validation.combat.disruption_checks import check_condition
from hexwright.rules.rule_validation.phase_checks import check_phase_kinds
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule

_AT: Path = ("rules", "combat", "mandatory_attacks")


def check_mandatory_attacks(game: Game, combat: CombatRules) -> Iterator[UnplayableRule]:
    """Yield problems with the mandatory attacks in battles by odds."""
    duties = combat.mandatory_attacks
    if duties is None:
        return
    if not duties.must_attack and not duties.must_be_attacked:
        told = "'mandatory_attacks' names neither units that must attack nor enemies that must be attacked"
        yield UnplayableRule(
            "P006",
            told,
            "write 'must_attack: [{}]' or 'must_be_attacked: [{}]', or leave 'mandatory_attacks' out",
            _AT,
        )
    table = game.charts.combat
    if combat.below_minimum_odds is None and table is not None:
        told = f"attacks are mandatory, but no rule covers odds below {table.columns[0]}"
        hint = (
            "under 'combat' write 'below_minimum_odds: first-column', or 'below_minimum_odds: no-effect' "
            "if such attacks have no effect"
        )
        yield UnplayableRule("P006", told, hint, _AT)
    for part, entries in (
        ("must_attack", duties.must_attack),
        ("must_be_attacked", duties.must_be_attacked),
        ("exceptions", duties.exceptions),
    ):
        for number, entry in enumerate(entries):
            where, at = f"'{part}' of 'mandatory_attacks'", (*_AT, part, number)
            yield from check_condition(game, entry, where, at)
            yield from check_battle_criteria(game, entry, where, at)


def check_battle_criteria(game: Game, entry: Criteria, where: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield criteria of battles by odds that never hold."""
    if entry.supply is not None and not game.rules.supply_lines:
        told = f"{where} depends on supply, but no side traces supply"
        yield UnplayableRule("P006", told, "write 'supply_lines', or leave 'supply' out", (*at, "supply"))
    yield from check_phase_kinds(game, entry, ("combat",), where, at)
