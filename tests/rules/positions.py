"""Positions on the real map for the tests of the rules engine."""

from __future__ import annotations

from functools import cache

from hexwright.geometry.bitsets import members
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from tests.shipped import shipped

SHORT = "operation-typhoon"
LONG = "what-happens-next"


@cache
def game() -> Game:
    return shipped("battle-for-moscow").game


@cache
def rules(scenario: str = SHORT, *options: tuple[str, str]) -> RulesEngine:
    return RulesEngine(game(), scenario, dict(options))


def position(
    phase: str,
    *standing: str,
    kernel: RulesEngine | None = None,
    turn: int = 1,
    pool: tuple[str, ...] = (),
    owners: dict[str, str] | None = None,
) -> State:
    return build_state(kernel or rules(), standing, turn=turn, phase=phase, pool=pool, owners=owners)


def texts(state: State, kernel: RulesEngine | None = None) -> list[str]:
    return [action.text for action in (kernel or rules()).legal_actions(state)]


def play(state: State, *lines: str, kernel: RulesEngine | None = None) -> State:
    """Return the state after the given actions; each must be legal."""
    kernel = kernel or rules()
    for line in lines:
        state = kernel.apply(state, kernel.parse(state, line))
        assert kernel.status(state) == ()
    return state


def ends(state: State, unit: str, kernel: RulesEngine | None = None) -> set[str]:
    """Return the hexes where a unit's next leg or retreat may end; retreats through places are left out."""
    found = (kernel or rules()).actions_of(state, UnitId(unit))
    return {str(action.hex) for action in found if action.hex and not action.through}


def hexes(kernel: RulesEngine, bits: int) -> set[str]:
    return {str(kernel.setting.board.ids[number]) for number in members(bits)}


def place(state: State, unit: str, kernel: RulesEngine | None = None) -> str:
    """Return a unit's location: a hex, or "pool", "aside" or "gone"."""
    setting = (kernel or rules()).setting
    number = state.locations[setting.unit_numbers[UnitId(unit)]]
    return setting.board.ids[number] if number >= 0 else {-1: "pool", -2: "aside", -3: "gone"}[number]


def step(state: State, unit: str, kernel: RulesEngine | None = None) -> int:
    return state.steps[(kernel or rules()).setting.unit_numbers[UnitId(unit)]]


def owner(state: State, hex_id: str, kernel: RulesEngine | None = None) -> str:
    setting = (kernel or rules()).setting
    number = next(i for i, h in enumerate(setting.board.ids) if h == hex_id)
    return next((s for n, s in enumerate(setting.sides) if state.owned[n] >> number & 1), "")


def battle(result_roll: int, *standing: str, kernel: RulesEngine | None = None, turn: int = 1) -> State:
    """Return the state after all given German units attacked the first Soviet unit and the die was rolled."""
    kernel = kernel or rules()
    state = position("german-combat", *standing, kernel=kernel, turn=turn)
    target = next(entry.split()[1].split("/")[0] for entry in standing if " soviet-" in entry)
    for entry in standing:
        name = entry.split()[1].split("/")[0]
        if name.startswith("german-") and f"attack {name} on {target}" in texts(state, kernel):
            state = play(state, f"attack {name} on {target}", kernel=kernel)
    state = play(state, "end", f"resolve {target}", kernel=kernel)
    if state.stage != "roll":
        return state
    return kernel.apply(state, Action("roll", roll=result_roll))
