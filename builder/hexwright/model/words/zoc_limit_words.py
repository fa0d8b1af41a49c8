"""Describe ZOC limits, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.zoc_limit_record import ZocLimit
from hexwright.model.words.criteria_words import exception_texts, place_and_time_texts, unit_text


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about hexes into which ZOCs don't extend, each with its rule."""
    zoc = game.rules.zoc
    for one in zoc.not_into:
        yield one.rule or zoc.rule, told(game, one)


def told(game: Game, end: ZocLimit) -> str:
    """Return an entry as a line, such as "zones of control of the Reds don't reach into hexes in Wood"."""
    line = " ".join(("zones of control", *unit_text(game, end), "don't extend into hexes"))
    ground = ", ".join((*place_and_time_texts(game, end), *exception_texts(game, end)))
    return f"{line} {ground}"
