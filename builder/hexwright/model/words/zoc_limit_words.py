"""Describe ZOC limits, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.zoc_limit_record import ZocLimit
from hexwright.model.words.criteria_words import (
    exception_texts,
    place_and_time_texts,
    sides_text,
    unit_text,
    units_text,
)


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about hexes into which ZOCs don't extend, each with its rule."""
    zoc = game.rules.zoc
    for one in zoc.not_into:
        yield one.rule or zoc.rule, told(game, one)


def told(game: Game, end: ZocLimit) -> str:
    """Return an entry as a line, such as "Red zones of control don't extend into hexes in Wood"."""
    if unit_text(game, end):
        zones = f"zones of control of {units_text(game, end)}"
    else:
        zones = " ".join(filter(None, (sides_text(game, end.side), "zones of control")))
    ground = ", ".join((*place_and_time_texts(game, end), *exception_texts(game, end)))
    hexes = f"into {ground[3:]}" if ground.startswith(("in a ", "in an ")) else f"into hexes {ground}"
    return f"{zones} don't extend {hexes}"
