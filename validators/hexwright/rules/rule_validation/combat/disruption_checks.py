"""Disruption checks: disruption in battles by odds, criteria about disrupted units, and their recovery."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Final

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.rules_record import CombatRules, Phase
from hexwright.rules.rule_validation.fire_only_rules import uses_fire_combat
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule

_LEAVES_NOBODY: Final = {
    "attacker-disrupted": ("attacker-eliminated", "attacker-to-cadre", "attacker-retreat"),
    "attacker-exchange-disrupted": ("attacker-eliminated", "attacker-to-cadre", "attacker-retreat"),
    "defender-disrupted": ("defender-eliminated", "defender-to-cadre"),
}
"""For each disrupting effect, the earlier effects that leave no unit in the battle to be disrupted."""

_NOTHING: Final = Criteria()


def check_disruption(game: Game, combat: CombatRules) -> Iterator[UnplayableRule]:
    """Yield problems with disruption in battles by odds."""
    at: Path = ("rules", "combat", "disruption")
    for result, effects in combat.effects.items():
        for number, effect in enumerate(effects):
            first = next((e for e in effects[:number] if e in _LEAVES_NOBODY.get(effect, ())), None)
            if first is not None:
                told = f"result '{result}': after '{first}' no unit is left for '{effect}'"
                yield UnplayableRule(
                    "P006", told, f"write '{effect}' before '{first}'", ("rules", "combat", "effects", result)
                )
    if combat.disruption is not None and not game.rules.disrupts:
        told = "'disruption' is about disrupted units, but no result disrupts units"
        hint = "write 'attacker-disrupted' or 'defender-disrupted' in 'effects', or leave 'disruption' out"
        yield UnplayableRule("P006", told, hint, at)
    recovering = {
        phase.affected_side or phase.side for phase in game.rules.sequence if phase.kind == "recovery"
    }
    shaken = _sides_disrupted(game, combat)
    for side in game.info.sides:
        if side.id in shaken - recovering:
            told = f"combat results disrupt units of {side.id}, but no phase lets them recover"
            hint = f"write a phase with 'kind: recovery' and 'side: {side.id}' in 'sequence'"
            yield UnplayableRule("P005", told, hint, ("rules", "sequence"))


def _sides_disrupted(game: Game, combat: CombatRules) -> set[SideId]:
    """Return the sides whose units may be disrupted according to the tables that each side's attacks use."""
    table, found = game.charts.combat, set[SideId]()
    sides = {side.id for side in game.info.sides}
    if table is None:
        return found
    for side in sides:
        naming = [one for one in combat.modifiers if one.table is not None and side in (one.side or sides)]
        # A side whose battles all use another table never uses the usual one.
        read = {str(one.table) for one in naming} | ({""} if not any(map(_applies_always, naming)) else set())
        results = {
            r for name in read & table.all.keys() for row in table.all[name].rows.values() for r in row
        }
        effects = {effect for result in results for effect in combat.effects.get(result, ())}
        if any(effect.startswith("attacker") and effect.endswith("-disrupted") for effect in effects):
            found.add(side)
        if "defender-disrupted" in effects:
            found |= sides - {side}
    return found


def _applies_always(modifier: Modifier) -> bool:
    """Return whether a modifier's only criterion is the side of the attackers."""
    asked = (field.name for field in fields(Criteria) if field.name != "side")
    return all(getattr(modifier, name) == getattr(_NOTHING, name) for name in asked)


def check_recovery(game: Game) -> Iterator[UnplayableRule]:
    """Yield recovery phases in which no unit can recover."""
    fire = uses_fire_combat(game)
    for phase in game.rules.sequence:
        if phase.kind != "recovery":
            continue
        at: Path = ("rules", "sequence", phase.id)
        if not (fire or game.rules.disrupts):
            told = f"phase '{phase.id}': no unit is ever disrupted, so none recovers"
            hint = "write 'attacker-disrupted' or 'defender-disrupted' in a result, or leave the phase out"
            yield UnplayableRule("P006", told, hint, (*at, "kind"))
        elif not phase.supplied_only and not traces_supply(game, phase):
            told = (
                f"phase '{phase.id}': 'supplied_only: false' has no effect, because its side traces no supply"
            )
            yield UnplayableRule("P006", told, "leave 'supplied_only' out", (*at, "supplied_only"))
        elif fire and phase.recovers == "earlier":
            told = f"phase '{phase.id}': 'recovers: earlier' is only for battles by odds"
            hint = "write 'recovers: attacked' or 'recovers: unattacked', or leave 'recovers' out"
            yield UnplayableRule("P006", told, hint, (*at, "recovers"))
        elif not fire and phase.recovers in ("attacked", "unattacked"):
            told = f"phase '{phase.id}': 'recovers: {phase.recovers}' is only for fire combat"
            yield UnplayableRule(
                "P006", told, "write 'recovers: earlier', or leave 'recovers' out", (*at, "recovers")
            )


def traces_supply(game: Game, phase: Phase) -> bool:
    """Return whether the side whose units recover in a phase traces supply."""
    return any(rule.side == (phase.affected_side or phase.side) for rule in game.rules.supply_lines)


def check_condition(game: Game, when: Criteria, where: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield criteria that require a condition no unit can be in; `check_rail_movement` covers entrained
    units.
    """
    if when.condition in ("fortified", "unfortified") and game.rules.fortification is None:
        told = f"{where} depends on whether a unit is fortified, but no unit can fortify"
        hint = "leave 'condition' out, or write 'fortification' in rules.yaml"
        yield UnplayableRule("P006", told, hint, (*at, "condition"))
    elif when.condition in ("disrupted", "undisrupted") and not game.rules.disrupts:
        told = f"{where} depends on whether a unit is disrupted, but no rule disrupts units"
        yield UnplayableRule("P006", told, "leave 'condition' out", (*at, "condition"))
