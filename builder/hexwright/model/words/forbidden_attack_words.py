"""Describe forbidden attacks, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.forbidden_attack_record import ForbiddenAttack
from hexwright.model.words.criteria_words import (
    enemies_text,
    exception_texts,
    place_and_time_texts,
    step_text,
    units_text,
)


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about forbidden attacks and defenders without strength, each with its rule."""
    combat = game.rules.odds_combat
    for entry in combat.forbidden_attacks:
        yield entry.rule or combat.retreat.rule, told(game, entry)
    if combat.zero_defence_result is not None:
        yield (
            combat.retreat.rule,
            f"against a strength of 0 the result is {combat.zero_defence_result}, without a die roll",
        )


def told(game: Game, entry: ForbiddenAttack) -> str:
    """Return the sentence about a forbidden attack, without a full stop."""
    them = enemies_text(game, entry)
    against = (f"against {them}",) if them else ()
    when = ", ".join(
        (*against, *place_and_time_texts(game, entry), *step_text(game, entry), *exception_texts(game, entry))
    )
    return f"{units_text(game, entry)} can't attack{f' ({when})' if when else ''}"
