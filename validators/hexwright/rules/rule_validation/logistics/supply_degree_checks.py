"""Supply degree checks: degrees of supply, and supply ranges."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hexwright.model.game import Game
from hexwright.model.rules.criteria_record import criteria_in
from hexwright.model.rules.supply_record import SupplyLine, SupplyRange
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import quote


def check_supply_degrees(game: Game) -> Iterator[UnplayableRule]:
    """Yield ambiguous supply ranges, and criteria with degrees of supply that the game doesn't have."""
    for number, rule in enumerate(game.rules.supply_lines):
        at: Path = ("rules", "supply_lines", number)
        if rule.limited_network and (rule.range_in_mp is None or rule.range_in_mp.limited_multiplier is None):
            told = f"supply lines of {rule.side}: 'limited_network' has no effect without limited supply"
            yield UnplayableRule(
                "P006",
                told,
                "write 'limited_multiplier' under 'range_in_mp', or leave 'limited_network' out",
                (*at, "limited_network"),
            )
        yield from _capacity_faults(game, rule, at)
        if rule.range_in_mp is not None:
            yield from _range_faults(game, rule, rule.range_in_mp, f"supply lines of {rule.side}", at)
    yield from _criteria_without_degrees(game, game.rules.movement, ("rules", "movement"))
    yield from _criteria_without_degrees(game, game.rules.combat, ("rules", "combat"))
    yield from _criteria_without_degrees(game, game.rules.fire, ("rules", "fire"))


def _capacity_faults(game: Game, rule: SupplyLine, at: Path) -> Iterator[UnplayableRule]:
    """Yield supply capacities that can't protect any unit from isolation, and capacity criteria without
    effect.
    """
    who = f"supply lines of {rule.side}"
    if rule.supply_capacity and (rule.range_in_mp is None or rule.range_in_mp.limited_multiplier is None):
        told = f"{who}: 'supply_capacity' has no effect without limited supply"
        hint = "write 'limited_multiplier' under 'range_in_mp', or leave 'supply_capacity' out"
        yield UnplayableRule("P006", told, hint, (*at, "supply_capacity"))
    for number, ration in enumerate(rule.supply_capacity):
        here: Path = (*at, "supply_capacity", number)
        yield from unused_criteria(ration, f"{who}: 'supply_capacity'", ration.unused, here)
        for place, beyond in enumerate(ration.also_supplies):
            yield from unused_criteria(
                beyond, f"{who}: 'also_supplies'", beyond.unused, (*here, "also_supplies", place)
            )
        if ration.limits_replacements:
            yield from _replacement_limit_faults(game, rule, (*here, "limits_replacements"))
        if fed := sorted({*ration.classes} & {*rule.exempt}):
            told = f"{who}: class {quote(fed[0])} is in 'exempt', so 'supply_capacity' has no effect for it"
            yield UnplayableRule(
                "P006", told, f"remove {quote(fed[0])} from 'supply_capacity' or 'exempt'", (*here, "classes")
            )


def _replacement_limit_faults(game: Game, rule: SupplyLine, at: Path) -> Iterator[UnplayableRule]:
    """Yield problems with a supply capacity that applies to new units of its side."""
    who = f"supply lines of {rule.side}: 'limits_replacements'"
    coming = [one for one in game.rules.replacements if one.side == rule.side]
    if not coming:
        told = f"{who} has no effect, because the side has no replacements"
        yield UnplayableRule(
            "P006", told, f"leave 'limits_replacements' out, or write 'replacements' of {rule.side}", at
        )
    for one in coming:
        if one.may_give_up_units or any(entry.redeploys_on is not None for entry in one.entries):
            told = f"{who} can't apply to units that may be given up or redeployed"
            yield UnplayableRule(
                "P006",
                told,
                "leave 'limits_replacements' out, or both 'may_give_up_units' and 'redeploys_on'",
                at,
            )


def _range_faults(
    game: Game, rule: SupplyLine, reach: SupplyRange, who: str, at: Path
) -> Iterator[UnplayableRule]:
    """Yield problems with a range that isn't the same number of points for each unit at all times."""
    here: Path = (*at, "range_in_mp")
    if (reach.points is not None) == reach.unit_allowance:
        told = f"{who}: 'range_in_mp' needs either 'points' or 'unit_allowance: true'"
        yield UnplayableRule("P006", told, "write 'points' or 'unit_allowance: true'", here)
    if reach.limited_multiplier is not None and Fraction(reach.limited_multiplier) <= 1:
        told = f"{who}: 'limited_multiplier' must be more than 1"
        yield UnplayableRule(
            "P006", told, "write for example 'limited_multiplier: 2'", (*here, "limited_multiplier")
        )
    for number, entry in enumerate(reach.modifiers):
        yield from unused_criteria(entry, f"{who}: 'modifiers'", entry.unused, (*here, "modifiers", number))
    if reach.unit_allowance:
        yield from _unit_dependent_criteria(game, rule, who, at)


def _unit_dependent_criteria(game: Game, rule: SupplyLine, who: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield criteria that test whether supply reaches a hex although the answer depends on the unit."""
    here = (*at, "range_in_mp", "unit_allowance")
    hint = "write 'points' in place of 'unit_allowance'"
    if rule.headquarters:
        told = f"{who}: 'headquarters' needs a supply range in 'points', not in 'unit_allowance'"
        yield UnplayableRule(
            "P006", told, "write 'points', or leave 'headquarters' out", (*at, "headquarters")
        )
    if any(
        claim.side == rule.side and claim.places
        for one in game.rules.victory
        for claim in one.automatic_victory
    ):
        told = f"{who}: a claim tests the supply of places, which can't depend on each unit's allowance"
        yield UnplayableRule("P006", told, hint, here)
    if any(replaced.side == rule.side and replaced.conversions for replaced in game.rules.replacements):
        told = f"{who}: conversions test supply lines, which can't depend on each unit's allowance"
        yield UnplayableRule("P006", told, hint, here)


def _criteria_without_degrees(game: Game, part: object, at: Path) -> Iterator[UnplayableRule]:
    """Yield criteria with degrees of supply in a part of the rules, if no side has degrees of supply."""
    told_by = {
        rule.side
        for rule in game.rules.supply_lines
        if rule.range_in_mp and rule.range_in_mp.limited_multiplier
    }
    for path, when in criteria_in(part):
        if when.supply in ("limited", "isolated") and not told_by.intersection(when.side or told_by):
            told = f"'supply: {when.supply}' never holds, because the game has no limited supply"
            hint = "write 'limited_multiplier' under 'range_in_mp' of 'supply_lines', or 'supply: out'"
            yield UnplayableRule("P006", told, hint, (*at, *path, "supply"))
