"""Choose the turn that a rulebook tells: the dice with which most of a game's rules occur."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from hexwright.players.policies import policy_of
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action

_MOST_SEEDS: Final = 32
"""The number of seeds that are tried in a small game."""
_MOST_WORK: Final = 100_000
"""The number of actions, times the units of the game, after which no further seed is tried."""
_MOST_ACTIONS: Final = 4000
"""The number of actions after which a turn is given up."""


def first_turn(rules: RulesEngine, seed: int) -> Iterator[tuple[State, Action, State]]:
    """Yield each action of a scenario's first turn, played by the greedy policy, with the states around it.

    The turn isn't finished if it takes too many actions.
    """
    policies = {side: policy_of("greedy")(rules, seed) for side in rules.setting.sides}
    state = rules.set_up(seed)
    turn = state.turn
    for _ in range(_MOST_ACTIONS):
        side = rules.active_side(state)
        if side is None or state.turn != turn:
            return
        action = rules.draw(state) if side == CHANCE else policies[side].choose(state)
        after = rules.apply(state, action)
        yield state, action, after
        state = after


def most_varied_seed(rules: RulesEngine) -> int:
    """Return the seed of the first turn with most kinds of actions in its phases, and most results."""
    return most_varied_turn(rules)[0]


def most_varied_turn(rules: RulesEngine) -> tuple[int, Sequence[tuple[State, Action, State]]]:
    """Return the first turn with most kinds of actions in its phases and most results, and its seed.

    A seed that the game declares is the only one. Otherwise few are tried in a large game, since printing
    waits for it.
    """
    declared = rules.setting.game.rules.turn_seed
    if declared is not None:
        return declared, list(first_turn(rules, declared))
    best: tuple[int, int, Sequence[tuple[State, Action, State]]] = (-1, 0, ())
    work = 0
    for seed in range(1, _MOST_SEEDS + 1):
        played = list(first_turn(rules, seed))
        if (many := variety(played)) > best[0]:
            best = many, seed, played
        work += len(rules.setting.units) * len(played)
        if work >= _MOST_WORK:
            break
    return best[1], best[2]


def variety(played: Iterable[tuple[State, Action, State]]) -> int:
    """Return the number of kinds of actions by phase in a turn, and of results of battles."""
    met: set[tuple[str, int]] = set()
    for before, action, after in played:
        if action.kind not in ("end", "pass", "hold"):
            met.add((action.kind, before.phase))
        if after.fight is not None:
            met.add((after.fight.result or "", -1))
    return len(met)
