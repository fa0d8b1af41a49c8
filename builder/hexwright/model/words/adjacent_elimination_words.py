"""Describe units that are eliminated next to an enemy, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.adjacent_elimination_record import Untenable
from hexwright.model.words.criteria_words import either, enemy, exceptions, own, step, where_and_when


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about units eliminated next to an enemy, each with its rule."""
    for one in game.rules.untenable:
        yield one.rule, told(game, one)


def told(game: Game, entry: Untenable) -> str:
    """Return such units in words, as "units of Crews are lost as a phase ends with an enemy beside them"."""
    them = " ".join(("an enemy", *(f"of {one}" for one in enemy(game, entry))))
    line = " ".join(("units", *own(game, entry), "are lost as a phase ends with", them, "beside them"))
    behind = (
        (f"behind {either(entry.behind, game.hexmap.hexsides)}, not in front of it",) if entry.behind else ()
    )
    when = (*behind, *step(game, entry), *where_and_when(game, entry), *exceptions(game, entry))
    return f"{line} ({', '.join(when)})" if when else line
