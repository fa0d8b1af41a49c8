"""Positions on the real map of The Moscow Campaign, and what units may do there."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, reduce
from operator import or_
from typing import Any

from hexwright.model.ids import HexId, UnitId
from hexwright.rules.combat.battle_odds import BattleOdds, compute_odds
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.movement.move_legs import legs_of_state
from tests.campaign.game import grid, loaded

PANZER, TANKS = "german-pz-7", "german-pz-6"  # 7-8 each
INFANTRY, RIFLES = "german-inf-251", "soviet-rd-133"  # 2-5 and 2-4
BRIGADE, MILITIA = "soviet-tb-127", "soviet-rd-139"  # [1]-10 and (1)-4
OPEN, BESIDE = "4726", "4727"  # clear ground without a river between
RED = {
    OPEN: ("soviet-gds-5", "soviet-gds-2", "soviet-gds-7"),
    "4728": ("soviet-rd-133", "soviet-rd-174", "soviet-rd-179"),
    "4827": ("soviet-gds-6", "soviet-rd-316", "soviet-rd-312"),
}
"""Three Soviet stacks around BESIDE, by their hexes."""


@cache
def kernel() -> RulesEngine:
    return RulesEngine(loaded().game, "scenario-01")


@cache
def everywhere() -> tuple[int, ...]:
    """Return railways that serve both sides on the whole map, so that no unit is out of supply."""
    serving = kernel().set_up(0).serving_hexes
    return (reduce(or_, serving),) * len(serving)


def at(*standing: str, turn: int = 16, phase: str = "german-combat", **noted: Any) -> State:
    """Return a position with these units, in supply unless `serving_hexes` says otherwise."""
    return build_state(kernel(), standing, turn=turn, phase=phase, **{"serving_hexes": everywhere(), **noted})


def do(state: State, *deeds: str | int) -> State:
    """Do what is written; a figure is how the die falls."""
    for deed in deeds:
        action = Action("roll", roll=deed) if isinstance(deed, int) else kernel().parse(state, deed)
        state = kernel().apply(state, action)
    return state


def fought(state: State, *attackers: str, on: str = BESIDE, roll: int = 6) -> State:
    """Attack a hex; return the state once the die lies."""
    named = (f"attack {unit} on {on}" for unit in attackers)
    return do(state, *named, "end", f"resolve {on}", roll)


def terrain(hex_id: str) -> str:
    return loaded().game.hexmap.terrain_of(HexId(hex_id)).id


def away(hex_id: str, other: str) -> int:
    return grid().distance(HexId(hex_id), HexId(other))


def around(hex_id: str) -> set[str]:
    return {str(near) for near in grid().neighbours(HexId(hex_id)).values()}


def pairs(feature: str) -> Iterator[tuple[str, str]]:
    """Yield the hexes on both sides of the hexsides of a kind."""
    for run in next(f for f in loaded().game.hexmap.hexsides if f.id == feature).lines:
        for side in run.hexsides:
            one, _, other = side.partition("/")
            yield one, other


def clear(feature: str) -> tuple[str, str]:
    """Return the first two clear hexes with such a hexside between them."""
    return next(pair for pair in pairs(feature) if {terrain(one) for one in pair} == {"clear"})


def odds(state: State, attackers: tuple[str, ...], defenders: tuple[str, ...]) -> BattleOdds:
    """Return the odds of an attack."""
    number = kernel().setting.unit_numbers
    us, them = (sum(1 << number[UnitId(unit)] for unit in units) for units in (attackers, defenders))
    return compute_odds(kernel().setting, state, them, us)


def told(state: State, attacker: str, *defenders: str) -> str:
    """Return how the odds of an attack come about."""
    return odds(state, (attacker,), defenders).text


def moves(state: State, unit: str) -> set[str]:
    """Return the hexes where a unit's next leg may end."""
    found = kernel().actions_of(state, UnitId(unit))
    return {str(action.hex) for action in found if action.kind == "move"}


def cost(state: State, unit: str, goal: str) -> Fraction | None:
    """Return the points that a unit pays to reach a hex; None if its move can't end there."""
    if goal not in moves(state, unit):
        return None
    setting = kernel().setting
    legs = legs_of_state(setting, state)
    return legs.fewest_points_to(setting.unit_numbers[UnitId(unit)], setting.board.index[HexId(goal)])


def reach(state: State, unit: str, start: str) -> int:
    """Return the greatest distance from its hex at which a unit's next leg may end; 0 if it can't move."""
    return max((away(hex_id, start) for hex_id in moves(state, unit)), default=0)
