"""Describe where units survive without supply, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.supply_record import OutOfSupplySurvival
from hexwright.model.words.criteria_words import exception_texts, place_and_time_texts, sides_text


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about survival, each with its rule, in the order in which entries apply."""
    supply = game.rules.out_of_supply
    for entry in supply.survival if supply is not None else ():
        assert supply is not None
        yield supply.rule, told(game, entry)


def told(game: Game, entry: OutOfSupplySurvival) -> str:
    """Return an entry as a line: "one disrupted unit of a side holds out in a hex without supply (…)"."""
    who = " ".join(filter(None, ("disrupted", sides_text(game, entry.side), "unit")))
    many = f"one {who}" if entry.max == 1 else f"{entry.max} {who}s"
    whose = "" if entry.side else " of a side"
    line = f"{many}{whose} {'survives' if entry.max == 1 else 'survive'} in a hex without supply"
    when = ", ".join((*place_and_time_texts(game, entry), *exception_texts(game, entry)))
    return f"{line} ({when})" if when else line
