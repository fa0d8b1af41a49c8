"""Cadre checks: rules for units that take the place of eliminated units."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from hexwright.model.counter_mix import Step
from hexwright.model.game import Game
from hexwright.model.rules.cadre_record import (
    Cadre,
    GroupCadre,
)
from hexwright.model.rules.cadre_sources import may_leave_cadre, units_leaving_cadre
from hexwright.model.rules.rules_record import CombatRules, Effect
from hexwright.model.rules.victory_record import sides_with_exits
from hexwright.model.scenario import Scenario
from hexwright.rules.compiled.compiled_units import printed_defence
from hexwright.rules.engine.game_state import Strength
from hexwright.rules.rule_validation.combat.disruption_checks import check_condition
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.phase_checks import check_phase_kinds
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import join_with_or

_AT: Path = ("rules", "combat", "cadres")
_OF_GROUPS: Path = ("rules", "out_of_supply", "group", "cadres")
CADRE_EFFECTS: Final[frozenset[Effect]] = frozenset({"attacker-to-cadre", "defender-to-cadre"})
_ELIMINATING: Final = ("combat", "overruns")
"""Kinds of phase in which battles eliminate units that leave cadres."""
_WAITING = ("pool", "holding")
"""Kinds of box in which cadres may wait."""


def check_cadres(game: Game, combat: CombatRules) -> Iterator[UnplayableRule]:
    """Yield the problems with cadre entries that don't depend on the scenario."""
    yield from _cadre_effect_faults(game, combat)
    for number, entry in enumerate(combat.cadres):
        at, where = (*_AT, number), f"entry {number + 1} of 'cadres'"
        yield from unused_criteria(entry, where, entry.unused, at)
        yield from check_condition(game, entry, where, at)
        yield from check_phase_kinds(game, entry, _ELIMINATING, where, at)
        yield from _entry(game, entry, lambda step: step.strength or 0, where, at)
    yield from _cadres_of_cadres(game, combat)


def check_group_cadres(game: Game) -> Iterator[UnplayableRule]:
    """Yield problems with cadres for groups of units lost to supply attrition."""
    for number, entry in enumerate(game.rules.group_remnants):
        at, where = (*_OF_GROUPS, number), f"entry {number + 1} of 'cadres' of 'group'"
        yield from unused_criteria(entry, where, entry.unused, at)
        yield from check_condition(game, entry, where, at)
        yield from check_phase_kinds(game, entry, ("supply",), where, at)
        yield from _entry(game, entry, printed_defence, where, at)


def _entry(
    game: Game, entry: Cadre | GroupCadre, strength: Callable[[Step], Strength], where: str, at: Path
) -> Iterator[UnplayableRule]:
    """Yield problems with a cadre entry that has no effect, or whose cadres could replace the wrong units."""
    if not entry.replaced_by:
        told = f"{where} names no cadre"
        yield UnplayableRule(
            "P006", told, "write the cadres as 'replaced_by: [UNIT, …]'", (*at, "replaced_by")
        )
        return
    side = game.counters.unit(entry.replaced_by[0]).side
    other = next((unit for unit in entry.replaced_by if game.counters.unit(unit).side != side), None)
    if other is not None:
        told = f"{where}: '{entry.replaced_by[0]}' and '{other}' belong to different sides"
        yield UnplayableRule("P006", told, "write a separate entry for each side", (*at, "replaced_by"))
    elif not any(
        strength(step) >= entry.min_strength for one in units_leaving_cadre(game, entry) for step in one.steps
    ):
        told = f"{where} applies to no unit of {side}"
        yield UnplayableRule("P006", told, "write other 'classes' or 'units', or a lower 'min_strength'", at)
    yield from _exits(game, entry, at)
    yield from _other_arrivals_of_cadres(game, entry, where, (*at, "replaced_by"))


def _cadre_effect_faults(game: Game, combat: CombatRules) -> Iterator[UnplayableRule]:
    """Yield results that replace units with cadres although no cadre exists, or although points depend on the
    cadre.
    """
    turning = [name for name, effects in combat.effects.items() if CADRE_EFFECTS & {*effects}]
    for result in turning:
        at: Path = ("rules", "combat", "effects", result)
        if all(entry.only_if_no_retreat for entry in combat.cadres):
            alone = " except for units that can't retreat" if combat.cadres else ""
            told = f"result '{result}' replaces units with cadres, but there are no cadres{alone}"
            yield UnplayableRule("P006", told, "write 'cadres', or an effect that eliminates the units", at)
    for rules in game.rules.victory if turning else ():
        for number, loss in enumerate(rules.losses):
            if loss.less_cadres:
                told = (
                    f"victory '{rules.id}': no points are scored for units that result '{turning[0]}' "
                    "replaces with cadres"
                )
                where: Path = ("rules", "victory", rules.id, "losses", number, "less_cadres")
                yield UnplayableRule(
                    "P006",
                    told,
                    f"leave 'less_cadres' out, or the cadre effect out of result '{turning[0]}'",
                    where,
                )


def _cadres_of_cadres(game: Game, combat: CombatRules) -> Iterator[UnplayableRule]:
    """Yield cadres that would take the place of other cadres in an endless chain."""
    for number, entry in enumerate(combat.cadres):
        for position, name in enumerate(entry.replaced_by):
            unit = game.counters.unit(name)
            most = max((step.strength or 0 for step in unit.steps), default=0)
            if any(
                may_leave_cadre(game, other, unit) and most >= other.min_strength for other in combat.cadres
            ):
                told = f"cadre '{name}' would itself be replaced by a cadre when eliminated"
                hint = f"write a 'min_strength' above {most}, or 'classes' without '{unit.unit_class}'"
                yield UnplayableRule("P006", told, hint, (*_AT, number, "replaced_by", position))


def _other_arrivals_of_cadres(
    game: Game, entry: Cadre | GroupCadre, where: str, at: Path
) -> Iterator[UnplayableRule]:
    """Yield cadres that also arrive or leave in a way other than as cadres."""
    for position, name in enumerate(entry.replaced_by):
        unit = game.counters.unit(name)
        ways = (
            ("arrives according to oob.yaml", any(name in one.units for one in game.oob.reinforcements)),
            ("leaves according to oob.yaml", any(name in one.units for one in game.oob.withdrawals)),
            (
                "arrives by 'conversions' or 'entries' of 'replacements'",
                any(
                    name in {made.unit for made in rule.conversions}
                    or any(name in each.units for each in rule.entries)
                    for rule in game.rules.replacements
                ),
            ),
            (
                "is of a class that never returns ('not_replaceable')",
                any(
                    rule.side == unit.side and unit.unit_class in rule.not_replaceable
                    for rule in game.rules.replacements
                ),
            ),
        )
        for what, does in ways:
            if does:
                yield UnplayableRule(
                    "P006",
                    f"{where}: '{name}' {what}",
                    f"remove '{name}' from 'replaced_by', or from the other list",
                    (*at, position),
                )
                break


def check_available_cadres(game: Game, scenario: Scenario) -> Iterator[UnplayableRule]:
    """Yield cadres that a scenario places neither on the map nor in a box from which cadres can be taken."""
    combat = game.rules.odds_combat
    entries: list[tuple[Cadre | GroupCadre, Path]] = [
        (entry, (*_AT, number)) for number, entry in enumerate(combat.cadres)
    ]
    entries += [(entry, (*_OF_GROUPS, number)) for number, entry in enumerate(game.rules.group_remnants)]
    if not entries:
        return
    kinds = {box.id: box.kind for box in game.hexmap.boxes}
    held = {unit: kinds.get(one.box) for one in scenario.setup.in_boxes for unit in one.units}
    placed = {unit for _, unit in scenario.setup.standing}
    placed |= {unit for area in scenario.setup_areas for unit in area.units}
    for entry, at in entries:
        waits = [
            unit
            for unit in entry.replaced_by
            if unit not in placed and unit not in scenario.unused_units and held.get(unit) not in _WAITING
        ]
        if waits:
            told = f"scenario '{scenario.id}': cadres not in any box: {join_with_or(waits, 'and')}"
            hint = (
                "list the cadres under 'in_boxes' in a box of kind 'pool' or 'holding', or in 'unused_units'"
            )
            yield UnplayableRule("P006", told, hint, (*at, "replaced_by"))


def _exits(game: Game, entry: Cadre | GroupCadre, at: Path) -> Iterator[UnplayableRule]:
    """Yield a problem if units that have exited the map would be in the same box as available cadres."""
    side = game.counters.unit(entry.replaced_by[0]).side
    lost = {box.side for box in game.hexmap.boxes if box.kind == "eliminated"}
    if side in sides_with_exits(game.rules.victory) and not lost & {side, None}:
        told = f"units of {side} that exit the map would be in the same box as units that are still available"
        hint = f"write a box with 'kind: eliminated' and 'side: {side}' in map.yaml"
        yield UnplayableRule("P006", told, hint, at, at_table=True)
