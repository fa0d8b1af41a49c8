"""Replace the ids of ledger cases in a game's rules by citations for players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar, cast

from hexwright.model.game import Game
from hexwright.model.record_fields import field_names, field_reader

T = TypeVar("T")

_UNCITED_PARTS = ("summary", "examples", "options", "sequence", "provenance")
"""Parts of the rules that cite no rules: the rule texts and their sources."""


def with_rule_citations(game: Game) -> Game:
    """Return the game with each cited id of a ledger case replaced by a citation for players.

    A citation is the number of a rule, or its heading if the game's rules have no numbers.
    """
    cite = game.cite

    kind: type = type(game.rules)
    parts = {
        name: _cited(getattr(game.rules, name), cite)
        for name in field_names(kind)
        if name not in _UNCITED_PARTS
    }
    scenarios = tuple(
        replace(scenario, setup_rule=cite(scenario.setup_rule)) if scenario.setup_rule else scenario
        for scenario in game.scenarios
    )
    return replace(game, rules=replace(game.rules, **parts), scenarios=scenarios)


def _cited(part: T, cite: Callable[[str], str]) -> T:
    """Return a part of the rules in which `cite` has replaced each field whose name ends in `rule`."""
    if isinstance(part, tuple):
        entries = [_cited(entry, cite) for entry in part]
        same = all(new is old for new, old in zip(entries, part, strict=True))
        return part if same else cast(T, tuple(entries))
    kind: type = type(part)
    changed: dict[str, object] = {}
    for name, value in zip(field_names(kind), field_reader(kind)(part), strict=True):
        if isinstance(value, str):
            cited: object = cite(value) if value and name.endswith("rule") else value
        else:
            cited = _cited(value, cite) if value else value
        if cited is not value:
            changed[name] = cited
    return cast(T, replace(cast(Any, part), **changed)) if changed else part
