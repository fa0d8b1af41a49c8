"""Describe stacking, for violations, booklet and help."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexwright.model.game import Game
from hexwright.model.rules.stacking_record import StackLimit
from hexwright.model.words.criteria_words import exception_texts, place_and_time_texts, unit_text
from hexwright.model.words.rule_lines import RuleLine, StackRow
from hexwright.support.message_wording import join_with_and


def told_by_rule(game: Game) -> Iterator[tuple[str, RuleLine]]:
    """Yield the lines about limits on kinds of units, each with its rule; the general limit isn't
    included.
    """
    stacking = game.rules.stacking
    for one in stacking.limits:
        units = " ".join(unit_text(game, one)).removeprefix("of ").removeprefix("the ") or "all units"
        row = StackRow(", ".join((units, *_circumstances(game, one))), _number(one))
        yield one.rule or stacking.rule, RuleLine(told(game, one), row)


def told(game: Game, limit: StackLimit) -> str:
    """Return a limit as a line, such as "at most 1 of Headquarters may stay in a hex, in Forest"."""
    line = " ".join(("at most", *_amount(game, limit), "may stay in a hex"))
    return ", ".join((line, *_circumstances(game, limit)))


def _amount(game: Game, limit: StackLimit) -> tuple[str, ...]:
    if not limit.side or limit.classes or limit.units or limit.points:
        return (_number(limit), *unit_text(game, limit))
    sides = join_with_and([game.info.side(side).name for side in limit.side], "or")
    rest = unit_text(game, replace(limit, side=()))
    return (f"{limit.max} {sides} unit{'' if limit.max == 1 else 's'}", *rest)


def _number(limit: StackLimit) -> str:
    return f"{limit.max} point{'' if limit.max == 1 else 's'}" if limit.points else str(limit.max)


def _circumstances(game: Game, limit: StackLimit) -> Iterator[str]:
    yield from place_and_time_texts(game, limit)
    yield from exception_texts(game, limit)
    yield from _points(game, limit)


def _points(game: Game, limit: StackLimit) -> Iterator[str]:
    names = {entry.id: entry.name for entry in game.counters.classes}
    for unit_class, points in limit.points.items():
        yield f"{names.get(unit_class, unit_class)} counting {points or 'nothing'}"
