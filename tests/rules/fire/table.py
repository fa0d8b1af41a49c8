"""Positions for the tests of fire combat, on the real map with the real units and rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType

from hexwright.geometry.bitsets import union
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.rules.engine.game_state import AT_BASE, OUT_OF_GAME, Engagement, State
from hexwright.rules.engine.phase_registry import PHASE_REGISTRY
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.unit_placement import disrupt_unit, fortify_unit
from hexwright.rules.fire.dice_pools import DicePool, attack_pool, defence_pool
from hexwright.rules.fire.fire_battle import FireBattle, fire_phase
from hexwright.rules.fire.fire_phase import begin_fire
from hexwright.rules.supply.supply_range import SupplyShortage
from hexwright.rules.turn.sequence_of_play import open_phase
from tests.shipped import shipped

SCENARIO = "whole-campaign"
NOBODY: Mapping[str, str] = MappingProxyType({})


@cache
def game() -> Game:
    return shipped("moscow-embattled").game


@cache
def rules(*options: tuple[str, str]) -> RulesEngine:
    return RulesEngine(game(), SCENARIO, dict(options))


def number(name: str, kernel: RulesEngine | None = None) -> int:
    return (kernel or rules()).setting.unit_numbers[UnitId(name)]


def units(*names: str) -> int:
    return union(number(name) for name in names)


def index(hex_id: str) -> int:
    return rules().setting.board.index[HexId(hex_id)]


def hexes(bits: int) -> set[str]:
    return set(rules().setting.hex_ids(bits))


TURNS = {"good": 1, "mud": 2, "hard-frost": 3, "snow": 4}


def table(
    phase: str,
    *standing: str,
    weather: str = "good",
    disrupted: Iterable[str] = (),
    fortified: Iterable[str] = (),
    flying: Iterable[str] = (),
    kernel: RulesEngine | None = None,
    opened: bool = True,
) -> State:
    """Return a position at the start of a phase; units are given as "B2 russian-western".

    The only air units are those in `flying`. Without `opened` the phase has yet to begin.
    """
    kernel = kernel or rules()
    setting, begun = kernel.setting, kernel.set_up()
    where = [OUT_OF_GAME if place >= 0 or place == AT_BASE else place for place in begun.locations]
    for name in flying:
        where[number(name)] = AT_BASE
    for entry in standing:
        hex_id, name = entry.split()
        where[number(name)] = index(hex_id)
    occupied = tuple(union(where[u] for u in of_side if where[u] >= 0) for of_side in setting.units_by_side)
    here = [hexes & setting.places for hexes in occupied]
    state = replace(
        begun,
        turn=TURNS[weather],
        weather_by_turn=(weather,) * TURNS[weather],
        locations=tuple(where),
        occupied=occupied,
        owned=((begun.owned[0] & ~here[1]) | here[0], (begun.owned[1] & ~here[0]) | here[1]),
        captured_places=here[0] & ~begun.owned[0],
    )
    assert setting.weather_now(state) == weather
    for name in disrupted:
        state = disrupt_unit(state, number(name))
    for name in fortified:
        state = fortify_unit(state, number(name))
    phases = [str(entry.id) for entry in setting.phases]
    fresh = replace(state, phase=phases.index(phase), stage="begin", disrupted_this_turn=0)
    return open_phase(setting, fresh) if opened else fresh


def look(
    state: State,
    target: str,
    *attackers: str,
    air: Iterable[str] = (),
    fighting: int = 1,
    cut_off: Iterable[str] = (),
    lacks: Mapping[str, str] = NOBODY,
    kernel: RulesEngine | None = None,
) -> FireBattle:
    """Return the battle of an attack on a hex.

    Units in the hexes of `cut_off` are isolated; `lacks` gives the supply of others.
    """
    setting = (kernel or rules()).setting
    beyond = {index(hex_id) for hex_id in cut_off}
    isolated = union(unit for unit, place in enumerate(state.locations) if place in beyond)
    isolated |= units(*(name for name, degree in lacks.items() if degree == "isolated"))
    battle = Engagement(index(target), units(*attackers), units(*air), fighting)
    return FireBattle.of(setting, state, battle, SupplyShortage(isolated | units(*lacks), isolated))


def attack(state: State, target: str, *attackers: str, **more: object) -> DicePool:
    return attack_pool(look(state, target, *attackers, **more))  # type: ignore[arg-type]


def defence(state: State, target: str, *attackers: str, **more: object) -> DicePool:
    return defence_pool(look(state, target, *attackers, **more))  # type: ignore[arg-type]


def texts(state: State, kernel: RulesEngine | None = None) -> list[str]:
    return [action.text for action in (kernel or rules()).legal_actions(state)]


def act(state: State, action: Action, kernel: RulesEngine | None = None) -> State:
    """Return the state after an action; the phase doesn't change even if no decision is left in it."""
    kernel = kernel or rules()
    deed = PHASE_REGISTRY.handler_of(state, action)
    assert deed is not None
    after = deed.apply(kernel.setting, state, action)
    return PHASE_REGISTRY.return_to_caller(kernel.setting, after) if after.stage == "back" else after


def play(state: State, *lines: str, kernel: RulesEngine | None = None) -> State:
    """Return the state after the given actions, each of which must be legal.

    Battles follow the allocation directly, without the phases between.
    """
    kernel = kernel or rules()
    for line in lines:
        state = act(state, kernel.parse(state, line), kernel)
        assert kernel.status(state) == ()
        if state.stage == "done" and kernel.setting.phases[state.phase].kind == "allocation":
            number = kernel.setting.phases.index(fire_phase(kernel.setting, state))
            state = begin_fire(kernel.setting, replace(state, phase=number))
    return state


def told(state: State, line: str, kernel: RulesEngine | None = None) -> str:
    kernel = kernel or rules()
    return kernel.describe(state, kernel.parse(state, line))


def rolled(state: State, scored: int, suffered: int) -> State:
    return act(state, Action("roll", rolls=(scored, suffered)))


def battle(
    target: str, attackers: Iterable[str], *standing: str, phase: str = "german", **more: object
) -> State:
    """Return the state before the first round of a battle that these units allocate."""
    state = table(f"{phase}-allocation", *standing, **more)  # type: ignore[arg-type]
    state = play(state, *(f"attack {name} {target}" for name in attackers), "end")
    return play(state, f"engage {target}")


def condition(state: State, name: str) -> str:
    """Return "fresh", "disrupted", "fortified" or, off the map, "lost"."""
    unit = number(name)
    if state.locations[unit] < 0:
        return "lost"
    return {0: "fresh", 1: "disrupted", 2: "fortified"}[state.conditions[unit]]


def place(state: State, name: str) -> str:
    unit = number(name)
    return str(rules().setting.board.ids[state.locations[unit]]) if state.locations[unit] >= 0 else "lost"
