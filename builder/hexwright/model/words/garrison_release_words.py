"""Describe garrisons and their release, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.ids import UnitId


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about units that may not move yet, each with its rule."""
    for one in game.rules.garrisons:
        yield one.rule, f"units that can't move until an event: {_so(game, one.units, one.released_by)}"


def coming_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about units that may not arrive yet, each with its rule."""
    for side in game.rules.replacements:
        for entry in side.entries:
            if entry.situation is not None:
                told = _so(game, entry.units, entry.situation)
                yield entry.rule or side.rule, f"units that can't arrive until an event: {told}"


def _so(game: Game, units: tuple[UnitId, ...], situation: str) -> str:
    names = ", ".join(game.counters.unit(unit).name for unit in units)
    return f"{names} ({next(one.name for one in game.rules.situations if one.id == situation)})"
