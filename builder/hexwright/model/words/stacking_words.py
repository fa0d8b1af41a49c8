"""Describe stacking, for violations, booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.stacking_record import StackLimit
from hexwright.model.words.criteria_words import exception_texts, place_and_time_texts, unit_text


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about limits on kinds of units, each with its rule; the general limit isn't
    included.
    """
    stacking = game.rules.stacking
    for one in stacking.limits:
        yield one.rule or stacking.rule, told(game, one)


def told(game: Game, limit: StackLimit) -> str:
    """Return a limit as a line, such as "at most 1 of Headquarters may stay in a hex, in Forest"."""
    number = f"{limit.max} point{'' if limit.max == 1 else 's'}" if limit.points else str(limit.max)
    line = " ".join(("at most", number, *unit_text(game, limit), "may stay in a hex"))
    more = ", ".join(
        (*place_and_time_texts(game, limit), *exception_texts(game, limit), *_points(game, limit))
    )
    return f"{line}, {more}" if more else line


def _points(game: Game, limit: StackLimit) -> Iterator[str]:
    names = {entry.id: entry.name for entry in game.counters.classes}
    for unit_class, points in limit.points.items():
        yield f"{names.get(unit_class, unit_class)} counting {points or 'nothing'}"
