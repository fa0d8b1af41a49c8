"""Supply checks: whether the supply lines in rules.yaml can be traced."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hexwright.model.game import Game
from hexwright.model.rules.supply_record import SupplyLine
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.fire_only_rules import uses_fire_combat, uses_only_fire_combat
from hexwright.rules.rule_validation.phase_checks import check_phase_kinds
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import join_with_or


def check_supply(game: Game) -> Iterator[UnplayableRule]:
    """Yield problems with a side's supply lines, and supply rules without effect."""
    yield from _phases(game)
    yield from _losses(game)
    yield from _moves(game)
    entries = game.rules.supply_lines
    for number, rule in enumerate(entries):
        at: Path = ("rules", "supply_lines", number)
        who = f"supply lines of {rule.side}"
        if rule.side in {other.side for other in entries[:number]}:
            told = f"{who}: a side may have only one entry of 'supply_lines'"
            yield UnplayableRule(
                "P006", told, f"write all sources of {rule.side} in one entry", (*at, "side")
            )
        if not (rule.edge or rule.hexes or rule.places or rule.network):
            told = f"{who} have no source"
            yield UnplayableRule("P006", told, "write 'edge', 'hexes', 'places' or 'network'", at)
        yield from check_source_ownership(game, who, rule.places, at)
        yield from _range_faults(game, rule, who, at)
        far = rule.range is None and rule.range_in_mp is None
        if rule.headquarters and far:
            told = f"{who}: 'headquarters' has no effect without a supply range"
            hint = "write 'range' or 'range_in_mp', or leave 'headquarters' out"
            yield UnplayableRule("P006", told, hint, (*at, "headquarters"))
        if rule.line and far and not rule.not_across:
            told = f"{who}: 'line' has no effect without 'range' or 'not_across'"
            yield UnplayableRule(
                "P006", told, "write 'range' or 'range_in_mp', or leave 'line' out", (*at, "line")
            )


def _range_faults(game: Game, rule: SupplyLine, who: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield problems with a supply range in movement points and with the costs of its movement mode."""
    if rule.range_in_mp is None:
        return
    if rule.range is not None:
        told = f"{who}: the supply range can't be both in hexes and in movement points"
        yield UnplayableRule("P006", told, "leave 'range' or 'range_in_mp' out", (*at, "range_in_mp"))
    if rule.not_across:
        told = f"{who}: 'not_across' has no effect together with 'range_in_mp'"
        named = rule.range_in_mp.mode
        hint = (
            f"write '{{across: {rule.not_across[0]}, cost: never}}' under 'costs' of movement mode '{named}'"
        )
        yield UnplayableRule("P006", told, hint, (*at, "not_across"))
    for mode in game.rules.movement:
        if mode.id != rule.range_in_mp.mode:
            continue
        for part in ("costs", "line_costs"):
            for number, entry in enumerate(getattr(mode, part)):
                for key in ("classes", "units", "supply"):
                    if getattr(entry, key):
                        told = f"{who}: 'range_in_mp' uses '{mode.id}', whose costs may not depend on '{key}'"
                        hint = "name a movement mode in 'range_in_mp' whose costs are the same for all units"
                        place: Path = ("rules", "movement", mode.id, part, number, key)
                        yield UnplayableRule("P006", told, hint, place)


def _phases(game: Game) -> Iterator[UnplayableRule]:
    """Yield supply phases without supply rules."""
    supply, alone = game.rules.out_of_supply, uses_only_fire_combat(game)
    traced = {rule.side for rule in game.rules.supply_lines}
    for phase in game.rules.sequence:
        if phase.kind != "supply":
            continue
        here: Path = ("rules", "sequence", phase.id, "kind")
        if supply is None and not alone:
            told = f"phase '{phase.id}': rules.yaml has no 'out_of_supply'"
            yield UnplayableRule(
                "P005",
                told,
                "write the loss of units out of supply, such as 'out_of_supply: {loss: step}'",
                here,
            )
        if (phase.affected_side or phase.side) not in traced:
            told = (
                f"phase '{phase.id}': rules.yaml has no 'supply_lines' of {phase.affected_side or phase.side}"
            )
            hint = f"write '- {{side: {phase.affected_side or phase.side}, …}}' under 'supply_lines'"
            yield UnplayableRule("P005", told, hint, here)


def _losses(game: Game) -> Iterator[UnplayableRule]:
    """Yield problems with the losses of units out of supply, including parts without effect."""
    supply = game.rules.out_of_supply
    if supply is None:
        return
    at: Path = ("rules", "out_of_supply")
    if (supply.loss == "group") != (supply.group is not None):
        told = "'loss: group' and the key 'group' are used only together"
        yield UnplayableRule(
            "P006",
            told,
            "write both 'loss: group' and 'group', or neither",
            (*at, "group" if supply.group else "loss"),
        )
    if supply.group is not None and Fraction(supply.group.share) > 1:
        told = "'share' is the part of its strength that a group loses; it can't be more than 1"
        yield UnplayableRule(
            "P006", told, "write a fraction up to 1, such as 'share: 1/3'", (*at, "group", "share")
        )
    if supply.loss in ("disrupted", "group") and supply.grace:
        told = f"'grace' has no effect with 'loss: {supply.loss}'"
        yield UnplayableRule("P006", told, "leave 'grace' out", (*at, "grace"))
    for number, entry in enumerate(supply.survival):
        spared: Path = (*at, "survival", number)
        yield from unused_criteria(entry, "'survival'", entry.unused, spared)
        yield from check_phase_kinds(game, entry, ("supply",), "'survival'", spared)
    if supply.loss != "disrupted" and supply.survival:
        told = f"'survival' has no effect with 'loss: {supply.loss}'"
        yield UnplayableRule(
            "P006", told, "leave 'survival' out, or write 'loss: disrupted'", (*at, "survival")
        )
    fought = uses_fire_combat(game) or game.rules.combat is not None
    if not fought and any(phase.kind == "supply" for phase in game.rules.sequence):
        told = "supply losses are taken as in battle, but rules.yaml has no 'combat'"
        yield UnplayableRule("P005", told, "write 'combat'; docs/reference/data-format.md describes it", at)


def _moves(game: Game) -> Iterator[UnplayableRule]:
    """Yield movement mode entries that depend on supply although no side traces supply."""
    traced = {entry.side for entry in game.rules.supply_lines}
    for mode in game.rules.movement:
        for part in ("costs", "line_costs", "allowance_modifiers"):
            for number, entry in enumerate(getattr(mode, part)):
                if entry.supply is not None and not traced.intersection(entry.side or traced):
                    who = f"no side of {join_with_or(entry.side)}" if entry.side else "no side"
                    told = f"movement '{mode.id}': '{part}' depends on supply, but {who} traces supply"
                    at: Path = ("rules", "movement", mode.id, part, number, "supply")
                    yield UnplayableRule(
                        "P006", told, "write 'supply_lines' of the side, or leave 'supply' out", at
                    )


def check_source_ownership(
    game: Game, who: str, places: tuple[str, ...], at: Path
) -> Iterator[UnplayableRule]:
    """Yield the source places that no side ever owns."""
    nobody = {place.id for place in game.hexmap.places if place.owner is None}
    for number, place in enumerate(places):
        if place in nobody:
            told = f"{who}: place '{place}' has no owner at the start, so it can never be captured"
            hint = f"write the 'owner' of '{place}' in map.yaml; or write its hex under 'hexes'"
            yield UnplayableRule("P015", told, hint, (*at, "places", number))
