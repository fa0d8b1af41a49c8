"""Train choice: move units by rail if this takes them farther than ordinary movement."""

from __future__ import annotations

from collections.abc import Callable

from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.movement.movement_phase import moves_of
from hexwright.rules.transport.rail_movement import is_entrained, train_actions_of


def train_move_to(
    rules: RulesEngine, state: State, unit: int, best: float, worth: Callable[[int], float]
) -> list[Action]:
    """Return the actions of a train ride to a hex worth more than `best`, including detraining.

    The result is empty if there is no such hex. A unit that is already entrained rides to the best hex, or
    detrains in its own hex.
    """
    setting = rules.setting
    if setting.train_mode is None or state.locations[unit] < 0:
        return []
    found: list[Action] = []
    if is_entrained(state, unit):
        best = worth(state.locations[unit])
    else:
        found = train_actions_of(setting, state, unit)
        if not found:
            return []
        state = rules.apply(state, found[0])
    rides = [
        (worth(setting.board.index[a.hex]), a) for a in moves_of(setting, state, unit) if a.hex is not None
    ]
    full = setting.full_hexes(state, unit)
    rides = [(value, ride) for value, ride in rides if not full >> setting.board.index[ride.hex] & 1]  # type: ignore[index]
    value, ride = max(rides, key=lambda one: (one[0], one[1].text), default=(best, None))
    if ride is not None and value > best:
        found.append(ride)
        state = rules.apply(state, ride)
    elif found:
        return []
    return found + train_actions_of(setting, state, unit)
