"""Describe advances after combat and their distance, for chat, booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.advance_after_combat_record import AdvanceAfterCombat
from hexwright.model.words.criteria_words import exception_texts, place_and_time_texts, step_text, units_text


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about advances, each with the rule it cites; none if every unit may advance one hex."""
    combat = game.rules.odds_combat
    for entry in combat.advances:
        yield entry.rule, told(game, entry)


def told(game: Game, entry: AdvanceAfterCombat) -> str:
    """Return an entry as a line: "tanks advance up to 2 hexes (in Mud)"."""
    found = units_text(game, entry)
    found += f" advance up to {entry.hexes} hexes" if entry.hexes > 1 else " advance one hex"
    if entry.ezoc == "stops" and entry.hexes > 1:
        found += ", and stop in an EZOC"
    if entry.max is not None:
        found += f", {'one' if entry.max == 1 else f'up to {entry.max}'} of them after a battle"
    after = (f"after {' or '.join(entry.results)}",) if entry.results else ()
    when = ", ".join(
        (*after, *place_and_time_texts(game, entry), *step_text(game, entry), *exception_texts(game, entry))
    )
    return f"{found} ({when})" if when else found
