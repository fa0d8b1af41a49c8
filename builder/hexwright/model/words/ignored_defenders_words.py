"""Describe units that don't defend where others do, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.words.unit_groups import classes_text


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
        kinds = classes_text(game, entry.classes)
        yield (
            entry.rule,
            f"{kinds} don't defend and ignore results while other units are in their hex",
        )
