"""Describe bombardment, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.bombardment_record import BombardmentRange
from hexwright.model.words.criteria_words import exception_texts, place_and_time_texts, units_text


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about bombardment, each with the rule it cites; none if the game has no bombardment."""
    combat = game.rules.odds_combat
    afar = combat.bombardment
    if afar is None:
        return
    for entry in afar.ranges:
        yield afar.rule, _told(game, entry)
    yield afar.rule, "for units that attack from a distance, hexsides don't count, and they don't advance"
    if afar.unaffected:
        yield afar.rule, "results don't affect attackers that aren't adjacent to an attacked hex"


def _told(game: Game, entry: BombardmentRange) -> str:
    who = units_text(game, entry)
    when = ", ".join((*place_and_time_texts(game, entry), *exception_texts(game, entry)))
    return f"{who} attack enemies up to {entry.range} hexes away{f' ({when})' if when else ''}"
