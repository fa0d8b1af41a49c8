"""Put what players look up in place of the cases that the rules of a game name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar, cast

from builder.model.game import Game

T = TypeVar("T")

_TOLD = ("summary", "examples", "options", "sequence", "provenance")
"""Parts of the rules that cite nothing: they are the rules as they are told, and what they come from."""


def with_citations(game: Game) -> Game:
    """Return a game whose rules and scenarios hold citations where the data name cases of the ledger.

    A citation is the number of a rule, or in a game whose rules go by words its heading.
    """
    cite = game.cite

    parts = {
        field.name: _cited(getattr(game.rules, field.name), cite)
        for field in fields(game.rules)
        if field.name not in _TOLD
    }
    scenarios = tuple(
        replace(scenario, setup_rule=cite(scenario.setup_rule)) if scenario.setup_rule else scenario
        for scenario in game.scenarios
    )
    return replace(game, rules=replace(game.rules, **parts), scenarios=scenarios)


def _cited(part: T, cite: Callable[[str], str]) -> T:
    """Return a part of the rules in which every field whose name ends in `rule` is a citation."""
    if isinstance(part, tuple):
        return cast(T, tuple(_cited(entry, cite) for entry in part))
    if not is_dataclass(part) or isinstance(part, type):
        return part
    changed: dict[str, object] = {}
    for field in fields(part):
        value = getattr(part, field.name)
        if isinstance(value, str) and field.name.endswith("rule"):
            changed[field.name] = cite(value) if value else value
        elif isinstance(value, tuple) or is_dataclass(value):
            changed[field.name] = _cited(value, cite)
    return replace(part, **changed)
