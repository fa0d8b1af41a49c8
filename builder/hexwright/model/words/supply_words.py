"""Describe supply lines, their range and the effects of lack of supply, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules.supply_record import SupplyLine, SupplyRange, SupplyRules
from hexwright.model.words.criteria_words import (
    exception_texts,
    features_text,
    grounds_text,
    names_text,
    places_text,
    time_texts,
)
from hexwright.model.words.kind_names import kind_text
from hexwright.model.words.movement_words import counted_hexes
from hexwright.model.words.rule_lines import RuleLine, SupplyRow, figure, times_figure
from hexwright.model.words.unit_groups import classes_text
from hexwright.support.message_wording import join_with_and

_TIMES: Final = {Fraction(1, 2): "half", Fraction(2): "twice", Fraction(3): "three times"}
_ZONES: Final = {
    "forbidden": "enemy zones of control",
    "unless-friends": "enemy zones of control where no friendly unit stands",
}
_LOSSES: Final = {
    "disrupted": "are disrupted, and eliminated if they were",
    "step": "lose a step each",
    "eliminated": "are eliminated",
}


def told_by_rule(game: Game) -> Iterator[tuple[str, str | RuleLine]]:
    """Yield the lines about supply, each with its rule."""
    for rule in game.rules.supply_lines:
        who = game.info.side(rule.side).name
        for line, cells in _lines(game, rule):
            yield rule.rule, RuleLine(f"{who}: {line}", SupplyRow(who, cells))
    if game.rules.out_of_supply is not None and any(phase.kind == "supply" for phase in game.rules.sequence):
        yield game.rules.out_of_supply.rule, out_of_supply_text(game, game.rules.out_of_supply)


_Cell = tuple[str, str]


def _lines(game: Game, rule: SupplyLine) -> Iterator[tuple[str, tuple[_Cell, ...]]]:
    """Yield lines, each with what it says of some subjects in the fewest words."""
    sources = supply_sources_text(game, rule)
    reach = tuple(_range_cells(game, rule))
    yield f"supply comes from {sources}{_far(game, rule)}", (("Comes from", sources), *reach)
    if rule.headquarters:
        kinds = classes_text(game, rule.headquarters)
        yield f"{kinds} in supply pass it on", (("Passed on by", f"{kinds} in supply"),)
    if closed := tuple(_closed(game, rule)):
        told = join_with_and(closed, "or")
        yield f"supply lines can't enter {told}", (("Can't enter", told),)
    if rule.not_across:
        sides = features_text(game, rule.not_across, game.hexmap.hexsides)
        along = f", except along {features_text(game, rule.line, game.hexmap.lines)}" if rule.line else ""
        yield f"supply lines can't cross {sides}{along}", (("Can't cross", f"{sides}{along}"),)
    if rule.range_in_mp is not None:
        yield from _reach(game, rule.range_in_mp)
    if rule.limited_network:
        source = names_text(rule.limited_network, game.rules.networks)
        yield f"supply from {source} is limited supply", (("Limited supply", f"from {source}"),)
    if rule.fixed_in_movement:
        when = "as they were when their side's last movement phase began"
        yield f"in battles, units are supplied {when}", (("In battles", when),)


def supply_sources_text(game: Game, rule: SupplyLine) -> str:
    """Return a side's supply sources, such as "the west edge or Moscow, and along a road from there"."""
    networks = [features_text(game, (one,), game.rules.networks) for one in rule.network]
    found = [
        *(f"the {kind_text(game, names_text((one,), game.hexmap.edges))}" for one in rule.edge),
        *rule.hexes,
        *(f"{names_text((one,), game.hexmap.places)}, while it is theirs," for one in rule.places),
        *(f"hexes of {one} that they can use" for one in networks),
    ]
    told = join_with_and(found, "or").removesuffix(",") if found else "nowhere"
    along = f", and along {features_text(game, rule.line, game.hexmap.lines)} from there" if rule.line else ""
    return f"{told}{along}"


def _far(game: Game, rule: SupplyLine) -> str:
    if rule.range is not None:
        return f", over at most {counted_hexes(rule.range)}, counting the unit's own"
    if rule.range_in_mp is None:
        return ""
    mode = next(mode.name for mode in game.rules.movement if mode.id == rule.range_in_mp.mode)
    return f", and reaches a unit by {mode}, for at most {_points(rule.range_in_mp)}"


def _points(reach: SupplyRange) -> str:
    return "its printed allowance" if reach.unit_allowance else f"{reach.points} movement points"


def _range_cells(game: Game, rule: SupplyLine) -> Iterator[_Cell]:
    if rule.range is not None:
        yield "Range", f"{counted_hexes(rule.range)}, counting the unit's own"
    if (reach := rule.range_in_mp) is not None:
        mode = next(mode.name for mode in game.rules.movement if mode.id == reach.mode)
        points = "the unit's printed allowance" if reach.unit_allowance else f"{reach.points} MP"
        yield "Range", f"{points}, at the costs of {mode}"


def _closed(game: Game, rule: SupplyLine) -> Iterator[str]:
    yield "hexes with enemy units"
    if rule.ezoc in _ZONES and game.rules.zoc.reach != "none":
        yield _ZONES[rule.ezoc]
    if rule.not_into:
        yield grounds_text(game, rule.not_into, game.hexmap.terrain)
    if rule.enemy_places:
        yield f"places of the enemy ({places_text(game, rule.enemy_places)})"
    if rule.blocking_classes:
        guards = classes_text(game, rule.blocking_classes)
        # A class that has the name of a side in its own needs no "enemy".
        sided = guards.startswith(tuple(f"{side.name} " for side in game.info.sides))
        yield f"empty hexes adjacent to undisrupted {'' if sided else 'enemy '}{guards}"


def _reach(game: Game, reach: SupplyRange) -> Iterator[tuple[str, tuple[_Cell, ...]]]:
    if reach.limited_multiplier is not None:
        times = Fraction(reach.limited_multiplier)
        far = f"{_TIMES.get(times, f'{times} times')} as far"
        yield (
            f"up to {far}, supply is limited; units further away are isolated",
            (("Limited supply", f"up to {far}; units further away are isolated"),),
        )
    for entry in reach.modifiers:
        times = Fraction(entry.multiply)
        when = ", ".join((*time_texts(game, entry), *exception_texts(game, entry)))
        line = f"supply reaches {_TIMES.get(times, f'{times} times')} as far"
        shown = f"{times_figure(times)} {when}".strip()
        yield f"{line} ({when})" if when else line, (("Change of range", shown),)


def out_of_supply_text(game: Game, rule: SupplyRules) -> str:
    """Return the effect of an entry in words, such as "units out of supply lose a step each"."""
    if rule.group is not None and rule.loss == "group":
        group = rule.group
        kinds = classes_text(game, group.classes) or "units"
        who = f"isolated {kinds}" if group.supply == "isolated" else f"{kinds} out of supply"
        part = "all" if group.share == "1" else f"{figure(group.share)} of"
        lost = f"{part} its defence strength, rounded {group.rounding}"
        return f"each group of {who} loses {lost}"
    line = f"units out of supply {_LOSSES[rule.loss]}"
    if rule.grace:
        phases = "supply phase" if rule.grace == 1 else f"{rule.grace} supply phases in a row"
        line += f", but not in their first {phases} without supply"
    return line
