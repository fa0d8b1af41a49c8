"""Describe stacking, for violations, booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.stacking_record import StackLimit
from hexwright.model.words.criteria_words import exception_texts, place_and_time_texts, unit_text, units_text
from hexwright.model.words.rule_lines import RuleLine, StackRow
from hexwright.model.words.unit_groups import classes_text, needs_counting_noun


def told_by_rule(game: Game) -> Iterator[tuple[str, RuleLine]]:
    """Yield the lines about limits on kinds of units, each with its rule; the general limit isn't
    included.
    """
    stacking = game.rules.stacking
    for one in stacking.limits:
        units = units_text(game, one) if one.side or unit_text(game, one) else "all units"
        row = StackRow(", ".join((units, *_circumstances(game, one))), _number(one))
        yield one.rule or stacking.rule, RuleLine(told(game, one), row)


def told(game: Game, limit: StackLimit) -> str:
    """Return a limit as a line, such as "at most 1 tank may stay in a hex, in Forest"."""
    units = ""
    if limit.side or unit_text(game, limit):
        units = units_text(game, limit, "unit" if limit.max == 1 and not limit.points else "units")
        if limit.points:
            units = f"of {units}"
        elif limit.max > 1 and not units.startswith("units") and needs_counting_noun(game, limit.classes):
            units = f"units of {units}"
    line = " ".join(filter(None, ("at most", _number(limit), units, "may stay in a hex")))
    return ", ".join((line, *_circumstances(game, limit)))


def _number(limit: StackLimit) -> str:
    return f"{limit.max} point{'' if limit.max == 1 else 's'}" if limit.points else str(limit.max)


def _circumstances(game: Game, limit: StackLimit) -> Iterator[str]:
    yield from place_and_time_texts(game, limit)
    yield from exception_texts(game, limit)
    yield from _points(game, limit)


def _points(game: Game, limit: StackLimit) -> Iterator[str]:
    for unit_class, points in limit.points.items():
        yield f"{classes_text(game, (unit_class,))} counting {points or 'nothing'}"
