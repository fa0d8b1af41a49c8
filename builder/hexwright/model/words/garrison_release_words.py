"""Describe garrisons and their release, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.words.criteria_words import situation_text
from hexwright.support.message_wording import join_with_and


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about units that may not move yet, each with its rule."""
    for one in game.rules.garrisons:
        yield one.rule, f"{_names(game, one.units)} can't move until {situation_text(game, one.released_by)}"


def coming_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about units that may not arrive yet, each with its rule."""
    for side in game.rules.replacements:
        for entry in side.entries:
            if entry.situation is not None:
                told = (
                    f"{_names(game, entry.units)} can't arrive until {situation_text(game, entry.situation)}"
                )
                yield entry.rule or side.rule, told


def _names(game: Game, units: tuple[UnitId, ...]) -> str:
    return join_with_and([game.counters.unit(unit).name for unit in units], "and")
