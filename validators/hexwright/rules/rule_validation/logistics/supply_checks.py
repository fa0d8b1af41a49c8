"""Supply checks: whether supply can be traced as the supply line rules say."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hexwright.model.game import Game
from hexwright.model.rules.supply_record import CRITERIA_UNUSED_BY_SURVIVAL, Communication
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.fire_only_rules import uses_fire_combat, uses_only_fire_combat
from hexwright.rules.rule_validation.phase_checks import check_phase_kinds
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import join_with_or


def check_supply(game: Game) -> Iterator[UnplayableRule]:
    """Yield problems of a side's supply lines, and supply rules without effect."""
    yield from _phases(game)
    yield from _moves(game)
    entries = game.rules.supply_lines
    for number, rule in enumerate(entries):
        at: Path = ("rules", "supply_lines", number)
        who = f"communication of {rule.side}"
        if rule.side in {other.side for other in entries[:number]}:
            told = f"{who} is given twice, but a side has only one entry"
            yield UnplayableRule("P006", told, "write all its sources in one entry", (*at, "side"))
        if not (rule.edge or rule.hexes or rule.places or rule.network):
            told = f"{who} has no source"
            yield UnplayableRule("P006", told, "write 'edge', 'hexes', 'places' or 'network'", at)
        yield from check_source_ownership(game, f"communication of {rule.side}", rule.places, at)
        yield from _range_faults(game, rule, who, at)
        far = rule.range is None and rule.range_in_mp is None
        if rule.headquarters and far:
            told = f"{who}: without a 'range', supply lines need no headquarters"
            hint = "write 'range' or 'range_in_mp', or leave 'headquarters' out"
            yield UnplayableRule("P006", told, hint, (*at, "headquarters"))
        if rule.line and far and not rule.not_across:
            told = f"{who}: without 'range' or 'not_across', supply lines need no line"
            yield UnplayableRule(
                "P006", told, "write 'range' or 'range_in_mp', or leave 'line' out", (*at, "line")
            )


def _range_faults(game: Game, rule: Communication, who: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield problems of a supply range in movement points and of the costs of its movement mode."""
    if rule.range_in_mp is None:
        return
    if rule.range is not None:
        told = f"{who}: the range is in hexes or in movement points, not both"
        yield UnplayableRule("P006", told, "leave 'range' or 'range_in_mp' out", (*at, "range_in_mp"))
    if rule.not_across:
        told = f"{who}: with 'range_in_mp' the movement mode says which hexsides can be crossed"
        named = rule.range_in_mp.mode
        hint = f"write '{{across: {rule.not_across[0]}, cost: never}}' under 'costs' of '{named}'"
        yield UnplayableRule("P006", told, hint, (*at, "not_across"))
    for mode in game.rules.movement:
        if mode.id != rule.range_in_mp.mode:
            continue
        for part in ("costs", "line_costs"):
            for number, entry in enumerate(getattr(mode, part)):
                for key in ("classes", "units", "supply"):
                    if getattr(entry, key):
                        told = (
                            f"{who}: its 'range_in_mp' uses '{mode.id}', and supply can't depend on '{key}'"
                        )
                        hint = "name another mode in 'range_in_mp', whose costs are the same for all units"
                        place: Path = ("rules", "movement", mode.id, part, number, key)
                        yield UnplayableRule("P006", told, hint, place)


def _phases(game: Game) -> Iterator[UnplayableRule]:
    """Yield supply phases without supply rules, and problems of their effects."""
    supply, fire, alone = game.rules.out_of_supply, uses_fire_combat(game), uses_only_fire_combat(game)
    traced = {rule.side for rule in game.rules.supply_lines}
    at: Path = ("rules", "out_of_supply")
    for phase in game.rules.sequence:
        if phase.kind != "supply":
            continue
        here: Path = ("rules", "sequence", phase.id, "kind")
        if supply is None and not alone:
            told = f"phase '{phase.id}': rules.yaml has no 'out_of_supply'"
            yield UnplayableRule(
                "P005", told, "write what units out of supply lose: 'out_of_supply: {loss: step}'", here
            )
        if (phase.affected_side or phase.side) not in traced:
            told = (
                f"phase '{phase.id}': rules.yaml has no 'supply_lines' of {phase.affected_side or phase.side}"
            )
            hint = f"write '- {{side: {phase.affected_side or phase.side}, …}}' under 'supply_lines'"
            yield UnplayableRule("P005", told, hint, here)
    if supply is None:
        return
    if supply.loss == "disrupted" and supply.grace:
        told = "units are disrupted in the first supply phase without supply"
        yield UnplayableRule("P006", told, "leave 'grace' out", (*at, "grace"))
    if (supply.loss == "group") != (supply.group is not None):
        told = "'loss: group' and 'group' belong together"
        yield UnplayableRule(
            "P006", told, "write both, or neither", (*at, "group" if supply.group else "loss")
        )
    if supply.group is not None and Fraction(supply.group.share) > 1:
        told = "a group can't lose more than its whole strength"
        yield UnplayableRule("P006", told, "write 1 or less, such as 'share: 1/3'", (*at, "group", "share"))
    if supply.loss == "group" and supply.grace:
        told = "groups lose units in every supply phase without supply"
        yield UnplayableRule("P006", told, "leave 'grace' out", (*at, "grace"))
    for number, entry in enumerate(supply.survival):
        spared: Path = (*at, "survival", number)
        yield from unused_criteria(entry, "'survival'", CRITERIA_UNUSED_BY_SURVIVAL, spared)
        yield from check_phase_kinds(game, entry, ("supply",), "'survival'", spared)
    if supply.loss != "disrupted" and supply.survival:
        told = f"'survival' spares units disrupted by lack of supply, but 'loss: {supply.loss}' disrupts none"
        yield UnplayableRule(
            "P006", told, "leave 'survival' out, or write 'loss: disrupted'", (*at, "survival")
        )
    if not fire and game.rules.combat is None and any(p.kind == "supply" for p in game.rules.sequence):
        told = "units lose steps as in battle, but rules.yaml has no 'combat'"
        yield UnplayableRule("P005", told, "write 'combat'; docs/reference/data-format.md shows it", at)


def _moves(game: Game) -> Iterator[UnplayableRule]:
    """Yield movement mode entries that depend on supply although no side traces it."""
    traced = {entry.side for entry in game.rules.supply_lines}
    for mode in game.rules.movement:
        for part in ("costs", "line_costs", "allowance_modifiers"):
            for number, entry in enumerate(getattr(mode, part)):
                if entry.supply is not None and not traced.intersection(entry.side or traced):
                    who = f"no side of {join_with_or(entry.side)}" if entry.side else "no side"
                    told = f"movement '{mode.id}': '{part}' depends on supply, but {who} traces supply"
                    at: Path = ("rules", "movement", mode.id, part, number, "supply")
                    yield UnplayableRule("P006", told, "write 'supply_lines', or leave 'supply' out", at)


def check_source_ownership(
    game: Game, who: str, places: tuple[str, ...], at: Path
) -> Iterator[UnplayableRule]:
    """Yield places among the sources that no side ever owns."""
    nobody = {place.id for place in game.hexmap.places if place.owner is None}
    for number, place in enumerate(places):
        if place in nobody:
            told = f"{who}: '{place}' has no owner, and such a place is never captured"
            hint = "give it an owner in map.yaml; or write its hex under 'hexes'"
            yield UnplayableRule("P015", told, hint, (*at, "places", number))
