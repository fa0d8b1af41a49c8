"""Describe victory points, for the rules engine and the module."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Final, Literal

from hexwright.model.game import Game
from hexwright.model.hex_map import OwnedKind
from hexwright.model.ids import SideId
from hexwright.model.rules.odds_columns import decimal
from hexwright.model.rules.territory_points_record import FarthestAdvance, Gap, Holding, phases_testing_front
from hexwright.model.rules.victory_record import Exit, Level, Loss, Presence, VictoryRules
from hexwright.model.words.criteria_words import (
    exception_texts,
    ground_texts,
    names_text,
    option_texts,
    place_and_time_texts,
    sides_text,
    time_texts,
    unit_text,
    units_text,
)
from hexwright.model.words.kind_names import kind_text
from hexwright.model.words.rule_lines import RuleLine, TableRow
from hexwright.support.message_wording import count_noun

LOSSES_TITLE = "losses of the enemy"
EXITS_TITLE = "units that left the map"
GAPS_TITLE = "gaps in the enemy's front"


def count_text(presence: Presence, count: int) -> str:
    """Return a number with the noun for what the entry counts: "3 units" or "14 strength points"."""
    return count_noun(count, COUNTED_NOUNS[presence.per])


COUNTED_NOUNS = {"unit": "unit", "strength": "strength point"}
"""The noun for the things that an entry counts, by its `per`."""


def presence_text(game: Game, presence: Presence) -> str:
    """Return the criteria of an entry, such as "that are tanks in supply within 3 hexes of Moscow"."""
    stand = [*ground_texts(game, presence)]
    if presence.near_place is not None:
        near = names_text(presence.near_place.place, game.hexmap.places)
        stand.insert(0, f"within {count_noun(presence.near_place.within, 'hex')} of {near}")
    return " ".join(
        (
            *unit_text(game, presence),
            *(stand or ["on the map"]),
            *exception_texts(game, presence),
        )
    )


_HEAD: Final = ("Scored by", "Points", "For")
_SHARES: Final = (17.0, 11.0, 42.0)


def _scoring(who: str, points: int, told: str, when: str = "", verb: str = "score") -> RuleLine:
    """Return a line such as "the Reds score 2 points for each unit lost (on turn 3)", and its row."""
    line = f"{who} {verb} {count_noun(points, 'point')} {told}"
    row = TableRow(
        _HEAD, (who, str(points), ", ".join(filter(None, (told.removeprefix("for "), when)))), _SHARES
    )
    return RuleLine(f"{line} ({when})" if when else line, row)


def told_by_rule(game: Game) -> Iterator[tuple[str, str | RuleLine]]:
    """Yield the lines about points for units, each with its rule, in the order in which entries apply."""
    for rules in game.rules.victory:
        if (early := rules.early_end) is not None:
            people = game.info.side(early.side).plural
            chosen = " and ".join(option_texts(game, early.option))
            when = f" (with the option “{chosen}”)" if chosen else ""
            yield early.rule, f"the game ends as soon as the {people} can no longer win{when}"
        yield from ((rules.rule, line) for line in _points(game, rules))
        for loss in rules.losses:
            yield loss.rule, _loss(game, loss)
        for presence in rules.presence:
            each = (
                f"for each {_counted(presence.per)} {presence_text(game, presence)} when points are counted"
            )
            yield presence.rule, _scoring(_sides(game, presence.side), presence.points, each)
        for way_out in rules.exits:
            yield way_out.rule, _exit(game, way_out)
        for holding in rules.holdings:
            told = f"for {holding_text(game, holding)}"
            yield holding.rule, _scoring(_sides(game, holding.side), holding.points, told)
        for gap in rules.gaps:
            yield gap.rule, _gap(game, gap)
        for advance in rules.farthest_advance:
            far = f"{farthest_advance_text(game, advance)}, by the foremost unit when points are counted"
            yield advance.rule, _scoring(_sides(game, advance.side), advance.points, f"for each hex {far}")
        if rules.ratio_side is None:
            yield from ((rules.rule, _level(game, level)) for level in rules.levels)


def _points(game: Game, rules: VictoryRules) -> Iterator[RuleLine]:
    """Yield the lines about points for enemy units that are eliminated, and for places."""
    if rules.hold is not None:
        return
    each = "each side"
    if rules.eliminated:
        yield _scoring(each, rules.eliminated, "for each enemy unit that it eliminates", verb="scores")
    owned = "owned when points are counted"
    for kind, points in rules.place_kind_points.items():
        yield _scoring(each, points, f"for {_places_of(game, rules, kind)} {owned}", verb="scores")
    for place, points in rules.place_points.items():
        name = names_text((place,), game.hexmap.places)
        yield _scoring(each, points, f"for {name}, if {owned}", verb="scores")
    for side, points in rules.bonus.items():
        where = names_text((rules.bonus_place or "",), game.hexmap.places)
        told = f"once for occupying {where} at the end of an enemy player turn"
        yield _scoring(_sides(game, (side,)), points, told)


def _places_of(game: Game, rules: VictoryRules, kind: OwnedKind) -> str:
    """Return the places of a kind: the only one by name, and cities other than those of greater kinds."""
    named = [place.name for place in game.hexmap.places if place.kind == kind]
    if len(named) == 1:
        return f"{named[0]}, if"
    greater = kind == "city" and not rules.place_kind_points.keys().isdisjoint({"capital", "major-city"})
    return f"each {'other ' if greater else ''}{PLACE_KIND_NOUNS[kind]}"


def _level(game: Game, level: Level) -> str:
    """Return a victory level with the lead or ratio of points that it takes."""
    asked = [] if level.lead is None else [f"a lead of at least {count_noun(level.lead, 'point')}"]
    if level.ratio is not None:
        least = "more than" if level.above else "at least"
        asked.append(f"{least} {decimal(Fraction(level.ratio))} times the enemy's points")
    to = f" for {_sides(game, (level.side,))}" if level.side is not None else ""
    return f"{level.name}{to}: {' and '.join(asked) or 'more points'}"


PLACE_KIND_NOUNS = {"capital": "capital", "major-city": "major city", "city": "city", "town": "town"}
"""The noun for a place by its kind."""


def _gap(game: Game, gap: Gap) -> RuleLine:
    names = (names_text((edge,), game.hexmap.edges) for edge in (gap.start, gap.end))
    edges = " to the ".join(kind_text(game, name) for name in names)
    front = " ".join(("the", *filter(None, (sides_text(game, gap.side),)), f"front from the {edges}"))
    ended = names_text(phases_testing_front(gap, game.rules.sequence), game.rules.sequence)
    when = (f"at the end of {ended}", *time_texts(game, replace(gap, phases=())), *exception_texts(game, gap))
    told = f"for each hex missing in {front}"
    return _scoring("the enemy", gap.points, told, ", ".join(when), "scores")


def _each(points: int, per: Literal["unit", "strength"]) -> str:
    """Return the points for each unit or strength point: "2 points for each strength point of units"."""
    return f"{count_noun(points, 'point')} for each {_counted(per)}"


def _counted(per: Literal["unit", "strength"]) -> str:
    return "unit" if per == "unit" else "strength point of units"


def _loss(game: Game, loss: Loss) -> RuleLine:
    who = _sides(game, (loss.scored_by,)) if loss.scored_by is not None else "the enemy"
    units = units_text(game, loss, "unit" if loss.per == "unit" else "units")
    strength = "" if loss.per == "unit" else "strength point of "
    when = ", ".join((*place_and_time_texts(game, loss), *exception_texts(game, loss)))
    verb = "score" if loss.scored_by is not None else "scores"
    return _scoring(who, loss.points, f"for each {strength}{units} lost", when, verb)


def _exit(game: Game, way_out: Exit) -> str:
    units = f"{units_text(game, way_out)} may exit the map"
    by = [f"by the {' or '.join(way_out.edge)} edge"] if way_out.edge else []
    by += [f"from {' or '.join(way_out.hexes)}"] if way_out.hexes else []
    when = ", ".join((" or ".join(by), *place_and_time_texts(game, way_out), *exception_texts(game, way_out)))
    cost = "no cost" if way_out.cost == "0" else f"{way_out.cost} MP"
    given = f", for {_each(way_out.points, way_out.per)}" if way_out.points else ""
    return f"{units}, at {cost}{given} ({when.removeprefix(', ')})"


def _sides(game: Game, sides: Iterable[SideId]) -> str:
    return " and ".join(f"the {game.info.side(side).plural}" for side in sides)


def hexes_count_text(count: int) -> str:
    """Return a number of hexes with its noun, such as "3 hexes"."""
    return count_noun(count, "hex")


def holding_text(game: Game, holding: Holding) -> str:
    """Return the description of a holding, such as "Moscow held in supply"."""
    named = [place.name for place in game.hexmap.places if place.id in holding.place]
    named += [_named(game, feature, holding.group) for feature in holding.feature]
    rest = tuple(ground_texts(game, replace(holding, place=(), feature=())))
    named = named or ["all hexes"]
    when = [*time_texts(game, replace(holding, phases=())), *exception_texts(game, holding)]
    if holding.phases:
        when.insert(
            0, f"at the end of {' or '.join(game.rules.phase(phase).name for phase in holding.phases)}"
        )
    return " ".join((" and ".join(named), *rest, "held", *_by(game, holding), *when))


def farthest_advance_text(game: Game, advance: FarthestAdvance) -> str:
    """Return the description of an advance, such as "more than 10 past the Start line, in supply"."""
    line = _named(game, advance.past, advance.group)
    more = f"more than {advance.beyond} past" if advance.beyond else "past"
    asks = (*_by(game, advance), *ground_texts(game, advance), *exception_texts(game, advance))
    return ", ".join((f"{more} {line}", *asks))


def _by(game: Game, entry: Holding | FarthestAdvance) -> tuple[str, ...]:
    """Return the criteria of the units of an entry."""
    asks = unit_text(game, entry)
    return (f"by {units_text(game, replace(entry, side=()))}",) if entry.classes or entry.units else asks


def _named(game: Game, feature: str, group: str) -> str:
    found = next(one for one in game.hexmap.features if one.id == feature)
    part = next((one.name for one in found.groups if one.id == group), "")
    return f"{found.name} ({part})" if part else found.name
