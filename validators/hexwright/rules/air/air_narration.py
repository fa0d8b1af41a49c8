"""Air narration: describe air missions in sentences."""

from __future__ import annotations

from hexwright.rules.air.air_readiness import current_mission, intercepting_side
from hexwright.rules.air.air_strike_dice import strike_dice
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.narration import hex_name, unit_name
from hexwright.rules.engine.rules_protocol import Action


def narrate_strike(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence that names the striking air unit and the target hex."""
    return _mission(setting, action, "strikes")


def narrate_support(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence that names the air unit and the attack that it supports."""
    return _mission(setting, action, "flies to support the attack on")


def narrate_flight(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence that names the air unit and the hex that it supplies."""
    return _mission(setting, action, "flies supplies to")


def _mission(setting: CompiledGame, action: Action, what: str) -> str:
    assert action.unit is not None
    assert action.hex is not None
    return f"{unit_name(setting, action.unit)} {what} {hex_name(setting, action.hex)}."


def narrate_interception(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence that names the intercepting air unit and the mission."""
    assert action.unit is not None
    assert action.target is not None
    return f"{unit_name(setting, action.unit)} intercepts {unit_name(setting, action.target)}."


def narrate_interception_pass(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence stating that no air unit intercepts."""
    told = (
        f"Nobody else intercepts {_flying_unit_name(setting, state)}"
        if _mission_attempted(state)
        else "Nobody intercepts"
    )
    if len(setting.sides) == 2:
        return f"{told}."
    asked = setting.sides[intercepting_side(setting, state)]
    return f"{told} for {setting.game.info.side(asked).plural}."


def _mission_attempted(state: State) -> bool:
    return state.missions[-1].kind == "intercept"


def _flying_unit_name(setting: CompiledGame, state: State) -> str:
    return unit_name(setting, setting.units[current_mission(state).unit])


def narrate_interception_roll(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence that gives the result of an interception die roll."""
    mission, chaser = current_mission(state), state.missions[-1].unit
    side = setting.side_of[mission.unit]
    rule = setting.air_units.rules[side]
    match rule.interception[str(action.roll)]:
        case "aborted":
            what = f"{_flying_unit_name(setting, state)} turns back"
        case "out":
            what = f"{_flying_unit_name(setting, state)} is out until turn {state.turn + rule.turns_out}"
        case "interceptor-out":
            back = state.turn + setting.air_units.rules[setting.side_of[chaser]].turns_out
            what = f"{unit_name(setting, setting.units[chaser])} is out until turn {back}"
        case _:
            what = "the interception fails"
    return f"The die shows {action.roll}: {what}."


def narrate_strike_roll(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence that gives the number of hits that a strike scored."""
    number, dice = strike_dice(setting, state, current_mission(state))
    pool = f"{dice} {'die' if dice == 1 else 'dice'} hitting on {number}-6"
    hits = "no hit" if not action.roll else f"{action.roll} {'hit' if action.roll == 1 else 'hits'}"
    return f"{_flying_unit_name(setting, state)}, {pool}, scores {hits}."


def narrate_strike_loss(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence about the unit that takes a hit from a strike."""
    assert action.unit is not None
    return f"{unit_name(setting, action.unit)} takes a hit from the air."
