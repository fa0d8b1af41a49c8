"""Positions on the real map, and what attacks there come to."""

from __future__ import annotations

from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from tests.battle_of_moscow.game import kernel

FOOT, SECOND, PANZER, SECURITY = "german-inf-5", "german-inf-35", "german-pz-4", "german-sec-221"


def at(*standing: str, turn: int = 1, phase: str = "german-combat", pool: tuple[str, ...] = ()) -> State:
    return build_state(kernel(), standing, turn=turn, phase=phase, pool=pool)


def do(state: State, *deeds: str | int) -> State:
    """Do what is written; a figure is how the die falls."""
    for deed in deeds:
        action = Action("roll", roll=deed) if isinstance(deed, int) else kernel().parse(state, deed)
        state = kernel().apply(state, action)
    return state


def told(state: State, *attackers: str, on: str) -> str:
    """Return what an attack on a hex comes to."""
    state = do(state, *(f"attack {unit} {on}" for unit in attackers), "end")
    return kernel().describe(state, kernel().parse(state, f"resolve {on}"))
