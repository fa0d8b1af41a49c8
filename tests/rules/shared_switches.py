"""Switches that several games share, and helpers to write the switches of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from tests.rules.switching import Edit, Patch, Switch

RULES: Final = "rules.yaml"


def rules(old: str, new: str = "", times: int = 1) -> tuple[Switch, ...]:
    """Return a change of rules.yaml; without `new` the text is deleted."""
    return (Edit(RULES, old, new, times),)


def patch(name: str, off: Callable[[Any], Any]) -> tuple[Switch, ...]:
    """Return a function of the rules engine that is replaced."""
    return (Patch(f"hexwright.rules.{name}", off),)


def _past_enemies(real: Any) -> Any:
    return staticmethod(lambda *told: replace(real(*told), enemies=0))


MOVES_ARE_DUTY: Final = patch("movement.movement_phase.legal_ends", lambda _real: lambda *_: [])
"""A movement phase doesn't end by itself."""

ENEMIES_ARE_PASSED: Final = patch("movement.move_legs.MovementObstacles.of", _past_enemies)
"""Units enter hexes with enemies."""


def _first_unit(real: Any) -> Any:
    def off(*told: Any) -> int:
        units: int = real(*told)
        return units & -units

    return off


STACKS_DEFEND_APART: Final = patch("combat.combat_phase.defending_units", _first_unit)
"""Of the units in an attacked hex only one defends."""
