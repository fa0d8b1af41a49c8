"""Entry checks: whether units of entries, choices and conversions wait in locations from which they can
arrive.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.order_of_battle import Reinforcement
from hexwright.model.rules.replacement_record import ReplacementRules
from hexwright.model.scenario import Scenario
from hexwright.rules.rule_validation.combat.disruption_checks import check_condition
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import join_with_or


def check_entries(game: Game, scenario: Scenario) -> Iterator[UnplayableRule]:
    """Yield units of entries and choices that wait in the wrong location, or that arrive in two ways."""
    yield from _waiting_units(game, scenario)
    for number, rules in enumerate(game.rules.replacements):
        at: Path = ("rules", "replacements", number)
        yield from _missing_box(game, rules, at)
        yield from _conversions(game, scenario, rules, at)
    yield from _entries(game, scenario)


def _waiting_units(game: Game, scenario: Scenario) -> Iterator[UnplayableRule]:
    """Yield units that arrive at no cost, but wait in a box from which units are replaced."""
    rules = game.rules.replacements
    entries = {unit: entry for each in rules for entry in each.entries for unit in entry.units}
    chosen = {
        unit
        for one in game.oob.reinforcements
        if one.choose is not None and one.may_hold_in(scenario.id)
        for unit in one.units
    }
    chosen |= {unit for each in rules for unit in each.airdropped_units}
    pools = {box.id for box in game.hexmap.boxes if box.kind in ("pool", "eliminated")}
    for number, held in enumerate(scenario.setup.in_boxes):
        if held.box not in pools:
            continue
        for position, unit in enumerate(held.units):
            entry = entries.get(unit)
            if unit in chosen if entry is None else entry.arrives == "scheduled":
                told = f"'{unit}' arrives at no cost, so it can't wait in the replacement box '{held.box}'"
                hint = f"list '{unit}' in a box of kind 'out-of-play' or 'holding'"
                at: Path = ("scenarios", scenario.id, "setup", "in_boxes", number, "units", position)
                yield UnplayableRule("P006", told, hint, at)


def _missing_box(game: Game, rules: ReplacementRules, at: Path) -> Iterator[UnplayableRule]:
    """Yield the reasons for which a side needs a box of eliminated units that the map lacks."""
    if {rules.side, None} & {box.side for box in game.hexmap.boxes if box.kind == "eliminated"}:
        return
    leaving = {}
    if rules.conversions:
        leaving["conversions"] = "that conversions replace"
    if rules.not_replaceable:
        leaving["never"] = f"of class {join_with_or(rules.not_replaceable)} that are eliminated"
    if any(entry.side == rules.side for entry in game.oob.withdrawals):
        leaving["pool"] = "that leave the game"
    for key, which in leaving.items():
        told = f"units of {rules.side} {which} need a box in which they are placed"
        hint = f"write a box with 'kind: eliminated' and 'side: {rules.side}' in map.yaml"
        yield UnplayableRule("P006", told, hint, (*at, key), at_table=True)


def _conversions(
    game: Game, scenario: Scenario, rules: ReplacementRules, at: Path
) -> Iterator[UnplayableRule]:
    """Yield problems with a side's conversions, such as two on one turn."""
    made: list[tuple[str, Reinforcement]] = []
    for position, conversion in enumerate(rules.conversions):
        here: Path = (*at, "conversions", position)
        yield from unused_criteria(conversion, "'conversions'", conversion.unused, here)
        yield from check_condition(game, conversion, "'conversions'", here)
        own = game.oob.reinforcement_entries_of(conversion.unit, scenario.id)
        clash = next(
            (
                (first, arrival.turn)
                for arrival in own
                for first, other in made
                if other.turn == arrival.turn and not other.excludes(arrival)
            ),
            None,
        )
        made += [(conversion.unit, arrival) for arrival in own]
        if clash is not None:
            first, turn = clash
            told = f"two conversions take place on turn {turn}: '{conversion.unit}' and '{first}'"
            hint = "write another turn for one of these units in oob.yaml"
            yield UnplayableRule("P006", told, hint, (*here, "unit"))


def _entries(game: Game, scenario: Scenario) -> Iterator[UnplayableRule]:
    """Yield replacement entries with one id, and units that also arrive as reinforcements."""
    named: set[str] = set()
    for number, rules in enumerate(game.rules.replacements):
        for entry in rules.entries:
            at: Path = ("rules", "replacements", number, "entries", entry.id)
            if entry.id in named:
                told = (
                    f"two sides have an entry '{entry.id}', so games based on this game couldn't tell "
                    "them apart"
                )
                yield UnplayableRule("P006", told, "write a different id for one of them", at)
            named.add(entry.id)
            for position, unit in enumerate(entry.units):
                if entry.arrives != "scheduled" and game.oob.reinforcement_entries_of(unit, scenario.id):
                    told = (
                        f"entry '{entry.id}': '{unit}' arrives after its elimination, but is in "
                        "'reinforcements' of oob.yaml"
                    )
                    hint = f"write 'arrives: scheduled', or remove '{unit}' from 'reinforcements' in oob.yaml"
                    yield UnplayableRule("P006", told, hint, (*at, "units", position))
