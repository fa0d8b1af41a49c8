"""Hexes on which attackers may declare attacks."""

from __future__ import annotations

from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine


def goals(rules: RulesEngine, state: State) -> dict[str, set[str]]:
    """Return, by unit, the hexes or enemies that it may attack by the legal actions."""
    found: dict[str, set[str]] = {}
    for action in rules.legal_actions(state):
        if action.kind == "attack" and action.unit is not None:
            found.setdefault(action.unit, set()).add(str(action.hex or action.target))
    return found
