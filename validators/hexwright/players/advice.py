"""Tell the best that can be done in a position, by what `search` thinks of the ways to go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

from hexwright.players.policies import search_of
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import Kernel
from hexwright.rules.engine.rules_protocol import CHANCE, END, Action

_PLANNED: Final = ("move", "declare", "replace", "allocate", "strike")
"""Stages in which many actions make a plan; in others each action is weighed by itself."""
MOST: Final = 60
"""Single actions that are weighed at most."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A plan: its actions in order, in words, and what they are worth."""

    actions: tuple[Action, ...]
    told: tuple[str, ...]
    worth: float
    """How much better the side stands than by doing nothing, after the enemy's next turn."""
    error: float
    """Standard error of that, from the games that were played on."""

    def json(self) -> Mapping[str, object]:
        """Return it for other programs."""
        return {
            "worth": round(self.worth, 2),
            "error": round(self.error, 2),
            "actions": [action.text for action in self.actions],
            "told": list(self.told),
        }


def advise(kernel: Kernel, state: State, seed: int = 0) -> tuple[Advice, ...]:
    """Return what can be done, the best first; nothing where no side decides.

    All plans are tried with the same dice, so that luck doesn't choose between them.
    """
    if kernel.active_side(state) in (None, CHANCE):
        return ()
    search = search_of(kernel, seed)
    if state.stage in _PLANNED:
        plans = search.plans(state)
        if kernel.is_legal(state, END):
            plans.setdefault((END,), kernel.apply(state, END))
    else:
        plans = {(a,): kernel.apply(state, a) for a in kernel.legal_actions(state)[:MOST]}
    values = search.worth(state, plans)
    # What isn't done at all is the measure; where something must be done, the least of all.
    idle = values.get((END,)) or min(values.values(), key=sum)
    found = [
        Advice(actions, _told(kernel, state, actions), *_gain(games, idle))
        for actions, games in values.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.worth, one.told)))


def _gain(games: tuple[float, ...], idle: tuple[float, ...]) -> tuple[float, float]:
    """Return the mean gain and its standard error: with the same dice each game has its match."""
    gains = [one - other for one, other in zip(games, idle, strict=True)]
    mean = sum(gains) / len(gains)
    spread = sum((one - mean) ** 2 for one in gains)
    return mean, sqrt(spread / (len(gains) * (len(gains) - 1))) if len(gains) > 1 else 0.0


def _told(kernel: Kernel, state: State, actions: tuple[Action, ...]) -> tuple[str, ...]:
    told = []
    for action in actions:
        told.append(kernel.describe(state, action))
        state = kernel.apply(state, action)
    return tuple(told)
