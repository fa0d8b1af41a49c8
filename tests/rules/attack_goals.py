"""Hexes that attackers may declare attacks on."""

from __future__ import annotations

from validators.rules.kernel import Kernel
from validators.rules.state import State


def goals(rules: Kernel, state: State) -> dict[str, set[str]]:
    """Return by unit what it may attack, by the legal actions."""
    found: dict[str, set[str]] = {}
    for action in rules.legal_actions(state):
        if action.kind == "attack" and action.unit is not None:
            found.setdefault(action.unit, set()).add(str(action.hex or action.target))
    return found
