"""Battle checks: results, tables, modifiers and all other rules of battles by odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.charts import CombatTable
from hexwright.model.game import Game
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.rules_record import CombatRules
from hexwright.model.words.combat_modifier_words import modifier_effects
from hexwright.rules.rule_validation.combat.advance_checks import check_advances
from hexwright.rules.rule_validation.combat.announcement_checks import check_announcements
from hexwright.rules.rule_validation.combat.bombardment_checks import check_bombardment
from hexwright.rules.rule_validation.combat.cadre_checks import check_cadres
from hexwright.rules.rule_validation.combat.disruption_checks import check_condition, check_disruption
from hexwright.rules.rule_validation.combat.forbidden_attack_checks import check_forbidden_attacks
from hexwright.rules.rule_validation.combat.ignored_defender_checks import check_ignored_defenders
from hexwright.rules.rule_validation.combat.mandatory_attack_checks import check_mandatory_attacks
from hexwright.rules.rule_validation.combat.overrun_checks import check_overruns
from hexwright.rules.rule_validation.combat.strength_overflow_checks import check_strength_overflow
from hexwright.rules.rule_validation.unplayable_rules import UnplayableRule
from hexwright.support.message_wording import did_you_mean

_REPEATABLE_EFFECTS: Final = frozenset({"attacker-step-loss", "defender-step-loss"})
"""Effects that a result may list several times."""

_RETREAT_EFFECTS: Final = frozenset({"defender-retreat", "attacker-retreat"})
"""Effects that make units retreat."""


def check_battles(game: Game) -> Iterator[UnplayableRule]:
    """Yield problems with battles by odds; nothing if the game has no such battles."""
    combat, table = game.rules.combat, game.charts.combat
    if combat is None or table is None:
        return
    yield from _results(combat, table)
    for modifier in combat.modifiers:
        yield from _modifier(game, table, modifier)
    yield from check_disruption(game, combat)
    yield from check_forbidden_attacks(game, combat)
    yield from check_ignored_defenders(game, combat)
    yield from check_announcements(game, combat)
    yield from check_advances(game, combat)
    yield from check_bombardment(game, combat)
    yield from check_mandatory_attacks(game, combat)
    yield from check_overruns(game, combat)
    yield from check_cadres(game, combat)
    yield from check_strength_overflow(game, combat)
    yield from _effects_without_use(game, combat)


def _results(combat: CombatRules, table: CombatTable) -> Iterator[UnplayableRule]:
    """Yield differences between the results of the combat table and their effects in the rules."""
    used = {result for one in table.all.values() for row in one.rows.values() for result in row}
    for result in sorted(used - set(combat.effects)):
        told = f"the table has result '{result}', but rules.yaml has no effects for it"
        hint = f"write '{result}: []' under 'effects' of 'combat' if the result has no effect"
        yield UnplayableRule("P008", told, hint, ("rules", "combat", "effects"))
    for result in sorted(set(combat.effects) - {entry.id for entry in table.results}):
        told = f"rules.yaml has effects for '{result}', which isn't a result of the combat table"
        hint = did_you_mean(result, [entry.id for entry in table.results], "results")
        yield UnplayableRule("P008", told, hint, ("rules", "combat", "effects", result))
    for other in sorted({one.id for one in table.alternate_tables} - {one.table for one in combat.modifiers}):
        told = f"no battle uses combat table '{other}'"
        hint = f"write 'table: {other}' in a modifier of rules.yaml whose criteria say when the table is used"
        yield UnplayableRule("P006", told, hint, ("charts", "combat", "alternate_tables", other))
    for result, effects in combat.effects.items():
        at = ("rules", "combat", "effects", result)
        again = {effect for effect in effects if effects.count(effect) > 1} - _REPEATABLE_EFFECTS
        for effect in sorted(again):
            told = f"result '{result}' lists '{effect}' twice, but that effect is carried out only once"
            yield UnplayableRule("P006", told, f"write '{effect}' once", at)
    for result in combat.retreat.hexes_by_result:
        if not _RETREAT_EFFECTS & {*combat.effects.get(result, ())}:
            told = f"'retreat' gives a distance for result '{result}', which makes no unit retreat"
            hint = (
                f"add 'defender-retreat' or 'attacker-retreat' to the effects of '{result}', or "
                "delete the distance"
            )
            yield UnplayableRule(
                "P006", told, hint, ("rules", "combat", "retreat", "hexes_by_result", result)
            )


def _modifier(game: Game, table: CombatTable, modifier: Modifier) -> Iterator[UnplayableRule]:
    """Yield problems with a combat modifier."""
    at = ("rules", "combat", "modifiers", modifier.id)
    if not any(modifier_effects(modifier)):
        told = f"modifier '{modifier.id}' changes nothing"
        hint = "write 'attack', 'defence', 'column_shift', 'drm', 'max_column' or 'table'"
        yield UnplayableRule("P006", told, hint, at)
    if modifier.max_column is not None:
        for name, one in table.all.items():
            heads = one.parsed_columns
            if not 0 < (heads.from_head(modifier.max_column) or 0) <= len(heads.heads):
                which = f"combat table '{name}'" if name else "the combat table"
                told = f"modifier '{modifier.id}': {which} has no column '{modifier.max_column}'"
                yield UnplayableRule("P006", told, f"columns: {', '.join(heads.heads)}", (*at, "max_column"))
    if modifier.supply is not None and not game.rules.supply_lines:
        told = f"modifier '{modifier.id}' depends on supply, but no side traces supply"
        yield UnplayableRule("P006", told, "write 'supply_lines', or leave 'supply' out", (*at, "supply"))
    yield from check_condition(game, modifier, f"modifier '{modifier.id}'", at)


def _effects_without_use(game: Game, combat: CombatRules) -> Iterator[UnplayableRule]:
    """Yield parts of the combat rules that have no effect or contradict each other."""
    at = ("rules", "combat")
    for result, effects in combat.effects.items():
        where = (*at, "effects", result)
        matching = [n for n, effect in enumerate(effects) if effect.startswith("attacker-exchange")]
        lost = [
            n for n, effect in enumerate(effects) if effect in ("defender-step-loss", "defender-eliminated")
        ]
        if len(matching) > 1:
            told = f"result '{result}' has two effects of the kind 'attacker-exchange'"
            yield UnplayableRule("P006", told, "write only one of the two effects", where)
        elif matching and not any(n < matching[0] for n in lost):
            told = f"result '{result}' makes attackers match losses, but no earlier effect causes losses"
            hint = f"write 'defender-step-loss' or 'defender-eliminated' before '{effects[matching[0]]}'"
            yield UnplayableRule("P006", told, hint, where)
        elif matching and "attacker-step-loss" in effects:
            told = f"result '{result}' makes attackers both lose steps and match losses"
            yield UnplayableRule(
                "P006", told, f"leave 'attacker-step-loss' or '{effects[matching[0]]}' out", where
            )
    if combat.target == "unit":
        if combat.defends_once:
            told = (
                "'defends_once' is for stacks that defend together, but with 'target: unit' each "
                "unit defends alone"
            )
            hint = "write 'target: hex' under 'combat', or leave 'defends_once' out"
            yield UnplayableRule("P006", told, hint, (*at, "defends_once"))
        for modifier in combat.modifiers:
            if modifier.defenders != "all":
                told = (
                    f"modifier '{modifier.id}' tests several defenders, but with 'target: unit' each "
                    "defends alone"
                )
                hint = "write 'target: hex' under 'combat', or leave 'defenders' out"
                yield UnplayableRule("P006", told, hint, (*at, "modifiers", modifier.id, "defenders"))
    elif game.rules.stacking.limit == 1 and combat.target == "hex":
        told = "'target: hex' makes units of a hex defend together, but 'stacking' permits only one unit"
        hint = "write 'target: unit', or a higher 'limit' under 'stacking'"
        yield UnplayableRule("P006", told, hint, (*at, "target"))
