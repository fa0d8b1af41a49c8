"""Advice: suggest the best actions in a position, as evaluated by the policy `search`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

from hexwright.players.policies import search_policy_for
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, END, Action

_PLANNED_STAGES: Final = ("move", "declare", "replace", "allocate", "strike")
"""Stages in which several actions form a plan; in other stages, each action is evaluated alone."""
MOST_GAMES: Final = 60
"""The maximum number of single actions that are evaluated."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A plan: its actions in order, a description of them, and the plan's value."""

    actions: tuple[Action, ...]
    descriptions: tuple[str, ...]
    value: float
    """The advantage of the plan over doing nothing, after the enemy's next turn."""
    standard_error: float
    """The standard error of the advantage, computed from the simulated games."""

    def json(self) -> Mapping[str, object]:
        """Return the plan as JSON data for programs."""
        return {
            "worth": round(self.value, 2),
            "error": round(self.standard_error, 2),
            "actions": [action.text for action in self.actions],
            "told": list(self.descriptions),
        }


def advise(kernel: RulesEngine, state: State, seed: int = 0) -> tuple[Advice, ...]:
    """Return the possible plans, best first; empty if no side decides.

    All plans are simulated with the same die rolls, so that luck doesn't decide between them.
    """
    if kernel.active_side(state) in (None, CHANCE):
        return ()
    search = search_policy_for(kernel, seed)
    if state.stage in _PLANNED_STAGES:
        plans = search.plans(state)
        if kernel.is_legal(state, END):
            plans.setdefault((END,), kernel.apply(state, END))
    else:
        plans = {(a,): kernel.apply(state, a) for a in kernel.legal_actions(state)[:MOST_GAMES]}
    values = search.evaluate_plans(state, plans)
    # Doing nothing is the reference; if something must be done, the worst plan is.
    idle = values.get((END,)) or min(values.values(), key=sum)
    found = [
        Advice(actions, _descriptions(kernel, state, actions), *_mean_gain(games, idle))
        for actions, games in values.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.value, one.descriptions)))


def _mean_gain(games: tuple[float, ...], idle: tuple[float, ...]) -> tuple[float, float]:
    """Return the mean gain over doing nothing, and its standard error, computed from pairs of games with the
    same die rolls.
    """
    gains = [one - other for one, other in zip(games, idle, strict=True)]
    mean = sum(gains) / len(gains)
    spread = sum((one - mean) ** 2 for one in gains)
    return mean, sqrt(spread / (len(gains) * (len(gains) - 1))) if len(gains) > 1 else 0.0


def _descriptions(kernel: RulesEngine, state: State, actions: tuple[Action, ...]) -> tuple[str, ...]:
    told = []
    for action in actions:
        told.append(kernel.describe(state, action))
        state = kernel.apply(state, action)
    return tuple(told)
