"""Territory point checks: points for holdings, front gaps and farthest advances."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.territory_points_record import (
    UNASKED_AT_THE_END,
    UNASKED_OF_ADVANCES,
    UNASKED_OF_GAPS,
    UNASKED_OF_HOLDINGS,
    Advance,
    Gap,
    Holding,
)
from hexwright.model.rules.victory_record import VictoryRules
from hexwright.rules.rule_validation.combat.disruption_checks import check_condition
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import join_with_or, quote


def check_territory_points(game: Game, rules: VictoryRules, at: Path) -> Iterator[UnplayableRule]:
    """Yield problems of a victory table's territory points; `at` is the path of the table."""
    who = f"victory '{rules.id}'"
    if rules.hold is not None or rules.automatic_victory:
        for part, what in (
            ("holdings", "held hexes"),
            ("gaps", "gaps"),
            ("farthest_advance", "advances"),
        ):
            if getattr(rules, part):
                told = f"{who}: {what} score points, but here points don't decide"
                hint = (
                    f"leave '{part}' out, or '{'automatic_victory' if rules.automatic_victory else 'hold'}'"
                )
                yield UnplayableRule("P006", told, hint, (*at, part), at_table=True)
    for number, holding in enumerate(rules.holdings):
        yield from _holding(
            game, holding, f"{who}: entry {number + 1} of 'holdings'", (*at, "holdings", number)
        )
    for number, advance in enumerate(rules.farthest_advance):
        where, here = f"{who}: entry {number + 1} of 'farthest_advance'", (*at, "farthest_advance", number)
        yield from unused_criteria(advance, where, UNASKED_OF_ADVANCES, here)
        yield from _units(game, advance, where, here)
        yield from _group(game, advance.group, advance.past, where, here)
    for number, gap in enumerate(rules.gaps):
        yield from _gap(gap, f"{who}: entry {number + 1} of 'gaps'", (*at, "gaps", number))


def _gap(gap: Gap, who: str, at: Path) -> Iterator[UnplayableRule]:
    yield from unused_criteria(gap, who, UNASKED_OF_GAPS, at)
    yield from _one_side(gap, "a front is that", who, at)
    if gap.start == gap.end:
        told = f"{who}: a front from an edge to itself never has a gap"
        yield UnplayableRule("P006", told, "write another edge", (*at, "end"))


def _holding(game: Game, entry: Holding, who: str, at: Path) -> Iterator[UnplayableRule]:
    yield from unused_criteria(entry, who, UNASKED_OF_HOLDINGS, at)
    if not entry.phases:
        hint = "name the phases at whose end it is tested, or leave it out"
        yield from unused_criteria(entry, who, UNASKED_AT_THE_END, at, hint)
    yield from _units(game, entry, who, at)
    if not (entry.place or entry.feature or entry.terrain or entry.place_kinds):
        told = f"{who}: it doesn't say which hexes are held"
        yield UnplayableRule("P006", told, "write 'place', 'feature' or the like", at)
    if entry.group and len(entry.feature) != 1:
        told = f"{who}: a group belongs to a feature, but not exactly one is named"
        yield UnplayableRule("P006", told, "write one 'feature'", (*at, "group"))
    elif entry.group:
        yield from _group(game, entry.group, entry.feature[0], who, at)


def _units(game: Game, entry: Holding | Advance, who: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield criteria about an entry's units that have no effect."""
    yield from _one_side(entry, "points are those", who, at)
    yield from check_unit_state_criteria(game, entry, who, at)


def _one_side(entry: Criteria, what: str, who: str, at: Path) -> Iterator[UnplayableRule]:
    if len(entry.side) != 1:
        told = f"{who}: {what} of one side"
        yield UnplayableRule("P006", told, "write an entry for each side", (*at, "side"))


def check_unit_state_criteria(game: Game, entry: Criteria, who: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield criteria about supply that no side traces, and conditions that no unit is in."""
    yield from check_condition(game, entry, who, at)
    traced = {rule.side for rule in game.rules.supply_lines}
    for side in entry.side if entry.supply is not None else ():
        if side not in traced:
            told = f"{who}: rules.yaml has no 'supply_lines' of {side}, so none of its units has supply"
            hint = f"write '- {{side: {side}, …}}' under 'supply_lines', or leave 'supply' out"
            yield UnplayableRule("P006", told, hint, (*at, "supply"))


def _group(game: Game, group: str, feature: str, who: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield a problem if a feature has no group of this name."""
    found = next((one for one in game.hexmap.features if one.id == feature), None)
    known = [] if found is None else [one.id for one in found.groups]
    if group and found is not None and group not in known:
        told = f"{who}: feature {quote(found.id)} has no group {quote(group)}"
        yield UnplayableRule("P006", told, f"its groups are {join_with_or(known, 'and')}", (*at, "group"))
