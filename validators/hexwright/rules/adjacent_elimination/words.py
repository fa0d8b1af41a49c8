"""Describe units that are eliminated next to an enemy, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.words.criteria_words import (
    enemies_text,
    exception_texts,
    features_text,
    place_and_time_texts,
    step_text,
    units_text,
)
from hexwright.rules.adjacent_elimination.record import AdjacentElimination


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about units eliminated next to an enemy, each with its rule."""
    for one in game.rules.adjacent_elimination:
        yield one.rule, told(game, one)


def told(game: Game, entry: AdjacentElimination) -> str:
    """Return an entry as a line: "crews are eliminated if an enemy is adjacent …"."""
    them = enemies_text(game, entry, "unit", "a") or "an enemy"
    line = f"{units_text(game, entry)} are eliminated if {them} is adjacent as a phase ends"
    behind = (
        (f"behind {features_text(game, entry.behind, game.hexmap.hexsides)}, not in front of it",)
        if entry.behind
        else ()
    )
    when = (
        *behind,
        *step_text(game, entry),
        *place_and_time_texts(game, entry),
        *exception_texts(game, entry),
    )
    return f"{line} ({', '.join(when)})" if when else line
