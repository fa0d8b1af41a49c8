"""Describe units that don't defend where others do, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.words.criteria_words import names_text


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about units that take no part in a defence, each with the rule it cites."""
    combat = game.rules.odds_combat
    entry = combat.ignored_defenders
    if combat.defends_once:
        yield (
            combat.retreat.rule,
            "a unit defends only once in a phase; after a retreat it takes no part in later battles",
        )
    if entry is not None and entry.classes:
        kinds = names_text(entry.classes, game.counters.classes)
        yield (
            entry.rule,
            f"units of class {kinds} don't defend and ignore results while other units are in their hex",
        )
