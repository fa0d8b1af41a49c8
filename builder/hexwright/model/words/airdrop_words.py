"""Describe airdrops, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.airdrop_record import Airdrop
from hexwright.model.words.criteria_words import exception_texts, names_text, place_and_time_texts, unit_text
from hexwright.support.message_wording import count_noun, join_with_and


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about airdrops, each with its rule."""
    for rule in game.rules.replacements:
        for drop in rule.airdrops:
            yield drop.rule or rule.rule, told(game, drop)


def told(game: Game, drop: Airdrop) -> str:
    """Return an airdrop as a line: the parts, the unit that they replace, the time and the hexes."""
    names = {unit.id: unit.name for unit in game.counters.units}
    who = join_with_and([names.get(one.unit, one.unit) for one in drop.breakdowns], "or")
    terms = [*place_and_time_texts(game, drop), *unit_text(game, drop)]
    if drop.near_place is not None:
        away = count_noun(drop.near_place.within, "hex")
        terms.append(f"within {away} of {names_text(drop.near_place.place, game.hexmap.places)}")
    where = ", ".join((*terms, *exception_texts(game, drop)))
    parts = join_with_and(sorted({str(len(one.parts)) for one in drop.breakdowns}), "or")
    few = f"at most {drop.max} on a turn, and the parts can't move on that turn"
    return f"{who} may be dropped in {parts} parts ({where}); {few}"
