"""Describe conversions, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.replacement_record import Conversion
from hexwright.model.words.criteria_words import exception_texts, place_and_time_texts, units_text
from hexwright.support.message_wording import count_noun


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about units made from other units, each with its rule."""
    for rule in game.rules.replacements:
        for made in rule.conversions:
            name = game.counters.unit(made.unit).name
            cost = f"for {count_noun(made.cost, 'replacement')}" if made.cost else "at no cost"
            yield made.rule or rule.rule, f"{name} takes the place of {given(game, made)}, {cost}"


def given(game: Game, made: Conversion) -> str:
    """Return a description of the unit that is replaced, such as "an infantry unit (in Forest)"."""
    when = ", ".join((*place_and_time_texts(game, made), *exception_texts(game, made)))
    who = units_text(game, made, "unit", "a")
    return f"{who} ({when})" if when else who
