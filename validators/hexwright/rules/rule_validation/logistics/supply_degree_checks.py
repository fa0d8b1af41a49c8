"""Supply degree checks: degrees of supply, and supply ranges."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules.criteria_record import criteria_in
from hexwright.model.rules.supply_capacity_record import UNUSED_CRITERIA
from hexwright.model.rules.supply_record import Communication, Reach
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import quote


def check_supply_degrees(game: Game) -> Iterator[UnplayableRule]:
    """Yield ambiguous supply ranges, and criteria about degrees of supply that the game doesn't have."""
    for number, rule in enumerate(game.rules.communication):
        at: Path = ("rules", "communication", number)
        if rule.lesser and (rule.reach is None or rule.reach.limited is None):
            told = f"communication of {rule.side}: the game has no limited supply"
            yield UnplayableRule(
                "P006", told, "write 'limited' under 'reach', or leave 'lesser' out", (*at, "lesser")
            )
        yield from _capacity_faults(game, rule, at)
        if rule.reach is not None:
            yield from _range_faults(game, rule, rule.reach, f"communication of {rule.side}", at)
    yield from _criteria_without_degrees(game, game.rules.movement, ("rules", "movement"))
    yield from _criteria_without_degrees(game, game.rules.combat, ("rules", "combat"))
    yield from _criteria_without_degrees(game, game.rules.fire, ("rules", "fire"))


def _capacity_faults(game: Game, rule: Communication, at: Path) -> Iterator[UnplayableRule]:
    """Yield supply capacities that can't keep units from isolation, and their criteria without effect."""
    who = f"communication of {rule.side}"
    if rule.rations and (rule.reach is None or rule.reach.limited is None):
        told = f"{who}: rations are limited supply, but the game has none"
        hint = "write 'limited' under 'reach', or leave 'rations' out"
        yield UnplayableRule("P006", told, hint, (*at, "rations"))
    for number, ration in enumerate(rule.rations):
        here: Path = (*at, "rations", number)
        yield from unused_criteria(ration, f"{who}: 'rations'", UNUSED_CRITERIA, here)
        for place, beyond in enumerate(ration.beyond):
            yield from unused_criteria(beyond, f"{who}: 'beyond'", UNUSED_CRITERIA, (*here, "beyond", place))
        if ration.binds_new:
            yield from _replacement_limit_faults(game, rule, (*here, "binds_new"))
        if fed := sorted({*ration.classes} & {*rule.exempt}):
            told = f"{who}: a ration supplies {quote(fed[0])}, which needs no supply"
            yield UnplayableRule("P006", told, "leave it out there, or under 'exempt'", (*here, "classes"))


def _replacement_limit_faults(game: Game, rule: Communication, at: Path) -> Iterator[UnplayableRule]:
    """Yield problems of a supply capacity that applies to new units of its side."""
    who = f"communication of {rule.side}: 'binds_new'"
    coming = [one for one in game.rules.replacements if one.side == rule.side]
    if not coming:
        told = f"{who} is about replacements, but the side has none"
        yield UnplayableRule("P006", told, "leave it out, or write 'replacements'", at)
    for one in coming:
        if one.give_up or any(entry.taken_up is not None for entry in one.entries):
            told = f"{who}: units that may be given up or picked up are among those that a ration supplies"
            yield UnplayableRule(
                "P006", told, "leave it out, or 'give_up' and 'taken_up' of 'replacements'", at
            )


_CRITERIA_UNUSED_BY_RANGE: Final = (
    *("terrain", "feature", "place", "place_kinds", "across", "into", "along"),
    *("classes", "units", "supply", "zone", "condition", "near", "against", "against_classes"),
)


def _range_faults(
    game: Game, rule: Communication, reach: Reach, who: str, at: Path
) -> Iterator[UnplayableRule]:
    """Yield problems of a range that isn't a single number of points for each unit at any time."""
    here: Path = (*at, "reach")
    if (reach.points is not None) == reach.allowance:
        told = f"{who}: 'reach' needs either 'points' or 'allowance: true'"
        yield UnplayableRule("P006", told, "write one of them", here)
    if reach.limited is not None and Fraction(reach.limited) <= 1:
        told = f"{who}: limited supply must reach farther than supply"
        yield UnplayableRule("P006", told, "write more than 1, such as 'limited: 2'", (*here, "limited"))
    for number, entry in enumerate(reach.stretches):
        yield from unused_criteria(
            entry, f"{who}: 'stretches'", _CRITERIA_UNUSED_BY_RANGE, (*here, "stretches", number)
        )
        if entry.unless is not None:
            told = f"{who}: 'stretches' can't depend on 'unless'"
            yield UnplayableRule("P006", told, "leave 'unless' out", (*here, "stretches", number, "unless"))
    if reach.allowance:
        yield from _unit_dependent_criteria(game, rule, who, at)


def _unit_dependent_criteria(game: Game, rule: Communication, who: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield criteria that ask whether supply reaches a hex, although that depends on the unit."""
    here = (*at, "reach", "allowance")
    hint = "write 'points' in place of 'allowance'"
    if rule.headquarters:
        told = f"{who}: headquarters need a supply range in points, not by each unit's allowance"
        yield UnplayableRule(
            "P006", told, "write 'points', or leave 'headquarters' out", (*at, "headquarters")
        )
    if any(claim.side == rule.side and claim.places for one in game.rules.victory for claim in one.claims):
        told = f"{who}: a claim requires places in supply, which can't depend on each unit's allowance"
        yield UnplayableRule("P006", told, hint, here)
    if any(replaced.side == rule.side and replaced.conversions for replaced in game.rules.replacements):
        told = f"{who}: converted units must have a supply line, which can't depend on their allowance"
        yield UnplayableRule("P006", told, hint, here)


def _criteria_without_degrees(game: Game, part: object, at: Path) -> Iterator[UnplayableRule]:
    """Yield criteria about degrees of supply in a part of the rules, where no side has degrees."""
    told_by = {rule.side for rule in game.rules.communication if rule.reach and rule.reach.limited}
    for path, when in criteria_in(part):
        if when.supply in ("limited", "isolated") and not told_by.intersection(when.side or told_by):
            told = f"'supply: {when.supply}' is used, but the game has no limited supply"
            hint = "write 'limited' under 'reach' of 'communication', or 'supply: out'"
            yield UnplayableRule("P006", told, hint, (*at, *path, "supply"))
