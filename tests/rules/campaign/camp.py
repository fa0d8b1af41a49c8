"""Positions on the real map for the tests of the whole of Moscow Embattled."""

from __future__ import annotations

from functools import cache
from typing import Any

from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import DISRUPTED, FORTIFIED, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.turn.sequence_of_play import begin_phase
from tests.shipped import shipped

LONG = "whole-campaign"
SHORT = "german-assault"
TURNS = {"good": 1, "mud": 2, "hard-frost": 3, "snow": 4}


@cache
def game() -> Game:
    return shipped("moscow-embattled").game


@cache
def rules(scenario: str = LONG, *options: tuple[str, str]) -> RulesEngine:
    return RulesEngine(game(), scenario, dict(options))


def camp(phase: str, *standing: str, weather: str = "good", turn: int = 0, **more: Any) -> State:
    """Return the state at the start of a phase, or at the first decision after it."""
    kernel = more.pop("kernel", None) or rules()
    return build_state(kernel, standing, phase=phase, turn=turn or TURNS[weather], weather=weather, **more)


def after(phase: str, *standing: str, attacked: tuple[str, ...] = (), **more: Any) -> State:
    """Return the state after a phase without decisions, before the next phase."""
    kernel = more.get("kernel") or rules()
    state = camp(phase, *standing, opened=False, **more)
    bits = sum(1 << kernel.setting.unit_numbers[UnitId(name)] for name in attacked)
    return begin_phase(kernel.setting, replace(state, stage="done", attacked=bits))


def texts(state: State, kernel: RulesEngine | None = None) -> list[str]:
    return [action.text for action in (kernel or rules()).legal_actions(state)]


def of(state: State, start: str, kernel: RulesEngine | None = None) -> list[str]:
    """Return the legal actions whose text begins with the given words."""
    return [text for text in texts(state, kernel) if text.startswith(start)]


def ends(state: State, unit: str, kernel: RulesEngine | None = None) -> set[str]:
    """Return the hexes where a unit may end its move, whatever places it captures on the way."""
    return {text.split()[2] for text in of(state, f"move {unit} ", kernel)}


def play(state: State, *lines: str, kernel: RulesEngine | None = None) -> State:
    """Return the state after the given actions, die rolls included; each must be legal."""
    kernel = kernel or rules()
    for line in lines:
        state = kernel.apply(state, kernel.parse(state, line))
        assert kernel.status(state) == ()
    return state


def rolled(state: State, number: int, kernel: RulesEngine | None = None) -> State:
    return (kernel or rules()).apply(state, Action("roll", roll=number))


def is_disrupted(state: State, unit: str, kernel: RulesEngine | None = None) -> bool:
    return bool(state.conditions[(kernel or rules()).setting.unit_numbers[UnitId(unit)]] & DISRUPTED)


def is_fortified(state: State, unit: str) -> bool:
    return bool(state.conditions[rules().setting.unit_numbers[UnitId(unit)]] & FORTIFIED)


def place(state: State, unit: str, kernel: RulesEngine | None = None) -> str:
    """Return a unit's location: a hex, or "pool", "aside", "gone" or "base"."""
    setting = (kernel or rules()).setting
    number = state.locations[setting.unit_numbers[UnitId(unit)]]
    names = {-1: "pool", -2: "aside", -3: "gone", -4: "base"}
    return str(setting.board.ids[number]) if number >= 0 else names[number]


def phase(state: State, kernel: RulesEngine | None = None) -> str:
    return str((kernel or rules()).phase(state))
