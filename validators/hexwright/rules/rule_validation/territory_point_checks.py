"""Territory point checks: points for holdings, front gaps and farthest advances."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.territory_points_record import (
    UNASKED_AT_THE_END,
    FarthestAdvance,
    Gap,
    Holding,
)
from hexwright.model.rules.victory_record import VictoryRules
from hexwright.rules.rule_validation.combat.disruption_checks import check_condition
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import join_with_or, quote


def check_territory_points(game: Game, rules: VictoryRules, at: Path) -> Iterator[UnplayableRule]:
    """Yield problems with a victory table's territory points; `at` is the path of the table."""
    who = f"victory '{rules.id}'"
    if rules.hold is not None or rules.automatic_victory:
        for part, what in (
            ("holdings", "held hexes"),
            ("gaps", "gaps"),
            ("farthest_advance", "advances"),
        ):
            if getattr(rules, part):
                told = f"{who}: {what} score points, but points don't decide the game"
                hint = f"leave '{part}' or '{'automatic_victory' if rules.automatic_victory else 'hold'}' out"
                yield UnplayableRule("P006", told, hint, (*at, part), at_table=True)
    for number, holding in enumerate(rules.holdings):
        yield from _holding(
            game, holding, f"{who}: entry {number + 1} of 'holdings'", (*at, "holdings", number)
        )
    for number, advance in enumerate(rules.farthest_advance):
        where, here = f"{who}: entry {number + 1} of 'farthest_advance'", (*at, "farthest_advance", number)
        yield from unused_criteria(advance, where, advance.unused, here)
        yield from _units(game, advance, where, here)
        yield from _group(game, advance.group, advance.past, where, here)
    for number, gap in enumerate(rules.gaps):
        yield from _gap(gap, f"{who}: entry {number + 1} of 'gaps'", (*at, "gaps", number))


def _gap(gap: Gap, who: str, at: Path) -> Iterator[UnplayableRule]:
    yield from unused_criteria(gap, who, gap.unused, at)
    yield from _one_side(gap, "a front belongs to", who, at)
    if gap.start == gap.end:
        told = f"{who}: a front needs two different edges"
        yield UnplayableRule("P006", told, "write another edge as 'end'", (*at, "end"))


def _holding(game: Game, entry: Holding, who: str, at: Path) -> Iterator[UnplayableRule]:
    yield from unused_criteria(entry, who, entry.unused, at)
    if not entry.phases:
        hint = (
            "list the phases at the end of which the holding is tested under 'phases', or leave the key out"
        )
        yield from unused_criteria(entry, who, UNASKED_AT_THE_END, at, hint)
    yield from _units(game, entry, who, at)
    if not (entry.place or entry.feature or entry.terrain or entry.place_kinds):
        told = f"{who} names no hexes"
        yield UnplayableRule("P006", told, "write 'place', 'place_kinds', 'feature' or 'terrain'", at)
    if entry.group and len(entry.feature) != 1:
        told = f"{who}: 'group' needs exactly one feature"
        yield UnplayableRule("P006", told, "write one id as 'feature'", (*at, "group"))
    elif entry.group:
        yield from _group(game, entry.group, entry.feature[0], who, at)


def _units(game: Game, entry: Holding | FarthestAdvance, who: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield criteria without effect that concern an entry's units."""
    yield from _one_side(entry, "points are scored by", who, at)
    yield from check_unit_state_criteria(game, entry, who, at)


def _one_side(entry: Criteria, what: str, who: str, at: Path) -> Iterator[UnplayableRule]:
    if len(entry.side) != 1:
        told = f"{who}: {what} one side"
        yield UnplayableRule("P006", told, "write a separate entry for each side", (*at, "side"))


def check_unit_state_criteria(game: Game, entry: Criteria, who: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield criteria about supply that no side traces, and conditions that no unit is in."""
    yield from check_condition(game, entry, who, at)
    traced = {rule.side for rule in game.rules.supply_lines}
    for side in entry.side if entry.supply is not None else ():
        if side not in traced:
            told = f"{who} depends on supply, but rules.yaml has no 'supply_lines' of {side}"
            hint = f"write '- {{side: {side}, …}}' under 'supply_lines', or leave 'supply' out"
            yield UnplayableRule("P006", told, hint, (*at, "supply"))


def _group(game: Game, group: str, feature: str, who: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield a problem if a feature has no group called `group`."""
    found = next((one for one in game.hexmap.features if one.id == feature), None)
    known = [] if found is None else [one.id for one in found.groups]
    if group and found is not None and group not in known:
        told = f"{who}: feature {quote(found.id)} has no group {quote(group)}"
        yield UnplayableRule(
            "P006", told, f"groups of the feature: {join_with_or(known, 'and')}", (*at, "group")
        )
