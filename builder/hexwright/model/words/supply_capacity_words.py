"""Describe units exempt from supply, and supply capacities, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules.supply_capacity_record import SupplyCapacity
from hexwright.model.rules.supply_record import SupplyLine
from hexwright.model.words.criteria_words import exception_texts, place_and_time_texts, units_text
from hexwright.model.words.rule_lines import RuleLine, SupplyRow, TableRow
from hexwright.model.words.unit_groups import classes_text

_HEAD: Final = ("Supplied by", "Points", "Units that would be isolated")


def told_by_rule(game: Game) -> Iterator[tuple[str, str | RuleLine]]:
    """Yield the lines about exempt units and supply capacities, each with its rule."""
    for rule in game.rules.supply_lines:
        who = next(side.name for side in game.info.sides if side.id == rule.side)
        if rule.exempt:
            kinds = classes_text(game, rule.exempt, "and")
            needless = SupplyRow(who, (("Need none", kinds),))
            yield rule.rule, RuleLine(f"{who}: {kinds} need no supply", needless)
        before = ""
        for ration in rule.supply_capacity:
            whom = f"{units_text(game, ration)}, the strongest first, then the nearest"
            parts = ["the same units" if whom == before else whom, *_more(game, ration)]
            row = TableRow(_HEAD, (_sources(game, ration), str(ration.max), "; ".join(parts)), (15, 10, 45))
            before = whom
            yield ration.rule or rule.rule, RuleLine(told(game, rule, ration), row)


def _more(game: Game, ration: SupplyCapacity) -> Iterator[str]:
    """Yield what else a supply capacity says, for its row."""
    for one in ration.also_supplies:
        also = (units_text(game, one), *place_and_time_texts(game, one), *exception_texts(game, one))
        yield f"also {' '.join(also)}, counted as the farthest"
    if ration.limits_replacements:
        yield "no unit may arrive there that it can't supply"
    if when := ", ".join((*place_and_time_texts(game, ration), *exception_texts(game, ration))):
        yield when


def _sources(game: Game, ration: SupplyCapacity) -> str:
    return " and ".join(net.name for net in game.rules.networks if net.id in ration.network)


def told(game: Game, rule: SupplyLine, ration: SupplyCapacity) -> str:
    """Return a supply capacity as a line, such as "Red: City rail supplies 20 strength points of infantry
    that would be isolated without it, the strongest first and of equals the nearest".
    """
    who = next(side.name for side in game.info.sides if side.id == rule.side)
    source = _sources(game, ration)
    whom = f"{units_text(game, ration)} that would be isolated without it"
    order = "the strongest first, then the nearest"
    line = f"{who}: {source} supplies {ration.max} strength points of {whom}: {order}"
    for one in ration.also_supplies:
        also = (units_text(game, one), *place_and_time_texts(game, one), *exception_texts(game, one))
        line += f"; also {' '.join(also)}, counted as the farthest"
    if ration.limits_replacements:
        line += "; no replacement may arrive there that it can't supply together with all others"
    when = ", ".join((*place_and_time_texts(game, ration), *exception_texts(game, ration)))
    return f"{line} ({when})" if when else line
