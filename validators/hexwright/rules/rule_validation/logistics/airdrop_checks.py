"""Airdrop checks: airdropped units and their parts."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.rules.airdrop_record import Airdrop, Breakdown
from hexwright.model.rules.replacement_record import ReplacementRules
from hexwright.model.scenario import Scenario
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import join_with_or


def check_airdrops(game: Game, scenario: Scenario) -> Iterator[UnplayableRule]:
    """Yield problems with the airdrop entries, in general and in a scenario."""
    seen: dict[UnitId, str] = {}
    for number, rule in enumerate(game.rules.replacements):
        for position, drop in enumerate(rule.airdrops):
            at: Path = ("rules", "replacements", number, "airdrops", position)
            where = f"entry {position + 1} of 'airdrops' of {rule.side}"
            yield from unused_criteria(drop, where, drop.unused, at)
            yield from _phases(game, rule, drop, where, at)
            if not drop.breakdowns:
                told = f"{where} names no unit to airdrop"
                hint = "write the unit and its parts as 'breakdowns: [{unit: …, parts: […]}]'"
                yield UnplayableRule("P006", told, hint, (*at, "breakdowns"))
            for place, one in enumerate(drop.breakdowns):
                here = (*at, "breakdowns", place)
                yield from _whole_unit_faults(game, rule, one, f"{where}: '{one.unit}'", (*here, "unit"))
                yield from _parts(game, rule, one, where, here)
                for unit in (one.unit, *one.parts):
                    if unit in seen:
                        told = f"{where}: '{unit}' is also in {seen[unit]}"
                        yield UnplayableRule("P006", told, f"remove '{unit}' from one of the two", here)
                    seen.setdefault(unit, where)
    yield from _parts_on_map(game, scenario)


def _phases(
    game: Game, rule: ReplacementRules, drop: Airdrop, where: str, at: Path
) -> Iterator[UnplayableRule]:
    own = [one.id for one in game.rules.sequence if one.kind == "replacement" and one.side == rule.side]
    if own and drop.phases and not {*drop.phases} & {*own}:
        told = f"{where}: no replacement phase of {rule.side} is among {join_with_or(drop.phases, 'and')}"
        yield UnplayableRule(
            "P006", told, f"write {join_with_or(own)} in 'phases', or leave 'phases' out", (*at, "phases")
        )


def _whole_unit_faults(
    game: Game, rule: ReplacementRules, one: Breakdown, who: str, at: Path
) -> Iterator[UnplayableRule]:
    """Yield problems with a whole unit that either arrives on its turn or is airdropped in parts."""
    entry = next((entry for entry in rule.entries if one.unit in entry.units), None)
    if entry is None or entry.arrives != "scheduled":
        told = f"{who} must arrive on a turn of the schedule"
        yield UnplayableRule("P006", told, f"list '{one.unit}' in an entry with 'arrives: scheduled'", at)
    elif entry.may_come_early:
        told = f"{who} may arrive before its turn, but an airdrop can't be early"
        yield UnplayableRule("P006", told, f"leave 'may_come_early' out of entry '{entry.id}'", at)
    boxes = {box.id: box.kind for box in game.hexmap.boxes}
    gone = {box.side for box in game.hexmap.boxes if box.kind == "eliminated"}
    if not gone & {rule.side, None}:
        told = f"{who} needs a box in which it is placed when its parts are dropped"
        hint = f"write a box with 'kind: eliminated' and 'side: {rule.side}' in map.yaml"
        yield UnplayableRule("P006", told, hint, at, at_table=True)
    elif (
        boxes.get(rule.pool) == "eliminated"
        and game.counters.unit(one.unit).unit_class not in rule.not_replaceable
    ):
        told = f"{who} would enter the replacement pool when its parts are dropped"
        hint = (
            "write the unit's class in 'not_replaceable', or name a box with 'kind: pool' as the "
            f"'pool' of {rule.side}"
        )
        yield UnplayableRule("P006", told, hint, at, at_table=True)


def _parts(
    game: Game, rule: ReplacementRules, one: Breakdown, where: str, at: Path
) -> Iterator[UnplayableRule]:
    """Yield parts that don't belong to the side, or that also arrive or leave in another way."""
    if not one.parts:
        yield UnplayableRule(
            "P006", f"{where}: '{one.unit}' has no parts", "write the ids of its parts", (*at, "parts")
        )
    entered = {unit for each in game.rules.replacements for entry in each.entries for unit in entry.units}
    made = {other.unit for each in game.rules.replacements for other in each.conversions}
    combat = game.rules.odds_combat
    remain = {unit for entry in combat.cadres for unit in entry.replaced_by}
    remain |= {unit for entry in game.rules.group_remnants for unit in entry.replaced_by}
    for position, name in enumerate(one.parts):
        unit, here = game.counters.unit(name), (*at, "parts", position)
        ways = (
            (f"doesn't belong to {rule.side}", unit.side != rule.side),
            ("arrives according to oob.yaml", any(name in other.units for other in game.oob.reinforcements)),
            ("leaves according to oob.yaml", any(name in other.units for other in game.oob.withdrawals)),
            ("also arrives by 'entries'", name in entered),
            ("also arrives by 'conversions'", name in made),
            ("may also take the place of eliminated units", name in remain),
            (
                "may be given up and return ('may_give_up_units')",
                rule.may_give_up_units and unit.unit_class not in rule.not_replaceable,
            ),
        )
        if what := next((what for what, does in ways if does), ""):
            hint = f"remove '{name}' from 'parts', or let it arrive only by this airdrop"
            yield UnplayableRule("P006", f"{where}: '{name}' {what}", hint, here)


def _parts_on_map(game: Game, scenario: Scenario) -> Iterator[UnplayableRule]:
    """Yield parts that a scenario places on the map at the start."""
    parts = {part for rule in game.rules.replacements for part in rule.airdropped_units}
    for hex_id, unit in scenario.setup.standing:
        if unit in parts:
            told = f"scenario '{scenario.id}': '{unit}' starts in {hex_id}, but may only arrive by airdrop"
            hint = f"list '{unit}' under 'in_boxes' in a box of kind 'holding' or 'out-of-play'"
            yield UnplayableRule("P006", told, hint, ("scenarios", scenario.id, "setup", "placement", hex_id))
    for number, area in enumerate(scenario.setup_areas):
        for unit in area.units:
            if unit in parts:
                told = (
                    f"scenario '{scenario.id}': '{unit}' is in a set-up area, but may only arrive by airdrop"
                )
                hint = f"list '{unit}' under 'in_boxes' in a box of kind 'holding' or 'out-of-play'"
                yield UnplayableRule(
                    "P006", told, hint, ("scenarios", scenario.id, "setup_areas", number, "units")
                )
