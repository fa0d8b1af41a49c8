"""Describe announcements of attackers before the die roll, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about announcements, each with the rule it cites."""
    combat = game.rules.odds_combat
    rule = combat.retreat.rule
    if combat.may_lower_odds:
        yield rule, "before the die roll the attacker may choose a lower column"
    if combat.ignorable_results:
        names = " or ".join(combat.ignorable_results)
        yield (
            rule,
            f"before the die roll the attacker may choose to ignore {names}: the die is then rolled again",
        )
